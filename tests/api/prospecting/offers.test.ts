import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { offersApi } from '#api/prospecting/offers.ts'
import { projectApi } from '#api/projects/projects.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { recordApi } from '#api/records.ts'
import type { Lane, Pipeline } from '#contract/prospecting/prospecting.schemas.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { bills } from '#projections/billing/bills.ts'
import { users } from '#projections/identity/users.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { applications } from '#projections/prospecting/applications.ts'
import { jobHunts } from '#projections/prospecting/job-hunts.ts'
import { jobReadings, jobs } from '#projections/prospecting/jobs.ts'
import { offerStates } from '#projections/prospecting/offer-states.ts'
import { recordProjections } from '#projections/records.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { day } from '../fixture.ts'

let now: number
let server: ContextServer
beforeEach(async () => {
  now = day('2026-11-20') + 9 * 3_600_000
  server = await startContext(
    [
      ...recordProjections,
      offerStates,
      applications,
      jobs,
      jobHunts,
      jobReadings,
      users,
      professionalInfos,
      projects,
      projectClients,
      bills,
    ],
    (api, commands) => {
      recordApi(api, commands.records)
      offersApi(api, commands.records)
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
    },
    {},
    undefined,
    () => now,
  )
})
afterEach(() => server.stop())

const add = async (values: object): Promise<string> =>
  (await server.ask('POST', '/offer/user-1', { title: 'Audit', ...values })).data.id
const move = (id: string, body: object, user = 'user-1') =>
  server.ask('PUT', `/offer/${user}/${id}/state`, body)
const pipeline = async (query = ''): Promise<Pipeline> =>
  (await server.ask('GET', `/offer/user-1/pipeline${query}`)).data
const lane = async (state: Lane['state'], query = ''): Promise<Lane> => {
  const found = (await pipeline(query)).lanes.find((one) => one.state === state)
  if (found === undefined) throw new Error(`No lane ${state}`)
  return found
}

describe('the pipeline', () => {
  test('has every state in its order, empty ones too', async () => {
    const { lanes, count, late } = await pipeline()
    expect(lanes.map(({ state }) => state)).toEqual([
      'new',
      'firstContact',
      'Positionned',
      'onWaiting',
      'accepted',
      'aborted',
    ])
    expect([count, late]).toEqual([0, 0])
  })

  test('puts late offers first, then by the day of the next action, then those that wait the longest', async () => {
    await add({ title: 'sans suite' })
    await add({ title: 'demain', nextActionDate: day('2026-11-21') })
    await add({ title: 'en retard', nextActionDate: day('2026-11-19') })
    await add({ title: 'aujourd’hui', nextActionDate: day('2026-11-20') })
    const { offers, count } = await lane('new')
    expect(count).toBe(4)
    expect(offers.map(({ title, late }) => [title, late])).toEqual([
      ['en retard', true],
      ['aujourd’hui', false],
      ['demain', false],
      ['sans suite', false],
    ])
    expect((await pipeline()).late).toBe(1)
  })

  test('counts no offer late that is closed', async () => {
    const id = await add({ nextActionDate: day('2026-11-01') })
    expect((await pipeline()).late).toBe(1)
    await move(id, { state: 'accepted' })
    expect((await pipeline()).late).toBe(0)
  })

  test('tells the days in a state, which begin again with the next one', async () => {
    const id = await add({})
    now += 9 * DAY_MS
    expect((await lane('new')).offers[0]?.daysInState).toBe(9)
    await server.ask('PUT', '/offer/user-1', { id, remark: 'Relue' })
    expect((await lane('new')).offers[0]?.daysInState).toBe(9)
    await move(id, { state: 'firstContact' })
    expect((await lane('firstContact')).offers[0]?.daysInState).toBe(0)
  })

  test('gives a lane’s average rate by currency, without offers that name none', async () => {
    await add({ TjmHT: 600 })
    await add({ TjmHT: 651 })
    await add({ TjmHT: 0 })
    await add({ TjmHT: 90_000, currency: 'JPY' })
    expect((await lane('new')).averages).toEqual([
      { currency: 'EUR', TjmHT: 625.5 },
      { currency: 'JPY', TjmHT: 90_000 },
    ])
  })

  test('tells how an open offer matches the CV, and no score of a closed one', async () => {
    await server.ask('POST', '/skill/user-1', { name: 'React' })
    await add({ technicalNeeds: 'React' })
    await add({ technicalNeeds: 'Cobol' })
    await add({ technicalNeeds: 'React', state: 'aborted' })
    const [first = 0, second = 0] = (await lane('new')).offers.map(({ score }) => score)
    expect(Math.abs(first - second)).toBe(35)
    expect((await lane('aborted')).offers.map(({ score }) => score)).toEqual([0])
  })

  test('names the company, and writes to the contact', async () => {
    const companyId = (await server.ask('POST', '/company/user-1', { name: 'Halles Réunies' })).data
      .id
    const contactId = (
      await server.ask('POST', '/contact/user-1', {
        lastName: 'Accueil',
        email: 'a@halles.example',
      })
    ).data.id
    await add({ title: 'fiches', client: 'autre nom', companyId, contactId })
    await add({ title: 'nom seul', client: 'Mutuelle Boréale' })
    const { offers } = await lane('new')
    expect(offers.map(({ client, mail }) => [client, mail])).toEqual([
      ['Halles Réunies', 'a@halles.example'],
      ['Mutuelle Boréale', ''],
    ])
  })

  test('finds offers by their words, and shows nobody else’s', async () => {
    await add({ title: 'Portail', technicalNeeds: 'accessibilité' })
    await add({ title: 'Caisse' })
    await server.ask('POST', '/offer/user-2', { title: 'Portail d’un autre' })
    expect((await lane('new', '?q=accessibilite')).offers.map(({ title }) => title)).toEqual([
      'Portail',
    ])
  })
})

describe('moving an offer', () => {
  test('keeps the reason why it was abandoned, and what comes next', async () => {
    const id = await add({})
    expect((await move(id, { state: 'aborted', abortReason: 'tarif trop bas' })).status).toBe(200)
    expect((await lane('aborted')).offers[0]).toMatchObject({ id, abortReason: 'tarif trop bas' })
    await move(id, {
      state: 'onWaiting',
      nextAction: 'Relancer',
      nextActionDate: day('2026-12-01'),
    })
    expect((await lane('onWaiting')).offers[0]).toMatchObject({
      nextAction: 'Relancer',
      nextActionDate: day('2026-12-01'),
    })
  })

  test.each(['accepted', 'aborted'] as const)(
    'leaves no next action with an answer: %s',
    async (state) => {
      const next = { nextAction: 'Relancer', nextActionDate: day('2026-12-01') }
      const none = { nextAction: '', nextActionDate: 0 }
      const id = await add(next)
      const offer = async () => (await server.ask('GET', `/offer/user-1/${id}`)).data
      await move(id, { state })
      expect((await lane(state)).offers[0]).toMatchObject({ id, ...none })
      expect(await offer()).toMatchObject(none)
      // A form that was open sends what it read.
      await server.ask('PUT', '/offer/user-1', { id, ...next })
      expect(await offer()).toMatchObject({ ...none, version: 2 })
      await move(id, { state: 'new', ...next })
      expect(await offer()).toMatchObject(next)
    },
  )

  test('refuses a state that there is not, naming it', async () => {
    const refused = await move(await add({}), { state: 'won' })
    expect([refused.status, refused.fields.map(({ path }) => path)]).toEqual([400, ['state']])
  })

  test('refuses a stale version, and another user’s offer', async () => {
    const id = await add({})
    const { version } = (await server.ask('GET', `/offer/user-1/${id}`)).data
    expect((await move(id, { state: 'firstContact', version })).status).toBe(200)
    expect((await move(id, { state: 'onWaiting', version })).status).toBe(412)
    expect((await move(id, { state: 'onWaiting' }, 'user-2')).status).toBe(404)
    expect((await lane('firstContact')).count).toBe(1)
  })
})

test('an offer names the contract that was made of it, and no other user’s', async () => {
  const profileId = (await server.ask('POST', '/professionalInfo/user-1', { name: 'Atelier' })).data
    .id
  const projectId = (
    await server.ask('POST', '/project/user-1', { profileId, isBillable: false, title: 'Suite' })
  ).data.id
  const id = await add({})
  expect((await server.ask('PUT', '/offer/user-1', { id, projectId })).status).toBe(200)
  expect((await server.ask('GET', `/offer/user-1/${id}`)).data).toMatchObject({
    projectId,
    project: 'Suite',
  })
  const other = (await server.ask('POST', '/offer/user-2', { title: 'Autre' })).data.id
  const refused = await server.ask('PUT', '/offer/user-2', { id: other, projectId })
  expect([refused.status, refused.fields.map(({ path }) => path)]).toEqual([422, ['projectId']])
})
