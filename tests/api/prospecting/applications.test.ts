import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationsApi } from '#api/prospecting/applications.ts'
import { jobsApi } from '#api/prospecting/jobs.ts'
import { offersApi } from '#api/prospecting/offers.ts'
import { cvApi } from '#api/cv/cvs.ts'
import { mailApi } from '#api/mail/mails.ts'
import { recordApi } from '#api/records.ts'
import { emptyPosting } from '#commands/prospecting/postings.ts'
import type { ApplicationsAt } from '#contract/prospecting/prospecting.schemas.ts'
import { jobDecider } from '#domain/prospecting/job.ts'
import { mailEffect } from '#domain/mail/mail.ts'
import { projections } from '#projections/all.ts'
import { type ContextServer, startContext } from '../context-server.ts'

let server: ContextServer
let skill = ''
const JOB = '01J00000000000000000000040'
const OTHER = '01J00000000000000000000041'
const OUTSIDE = '01J00000000000000000000042'
const MAIL_ID = '01J00000000000000000000050'
const BY_TEST = { owner: 'user-1', actor: { kind: 'process', id: 'test' } } as const

beforeAll(async () => {
  server = await startContext(projections, (api, commands) => {
    recordApi(api, commands.records)
    cvApi(api, commands.cv)
    const way = { outbox: true, from: 'carnet@example.org', bytesOf: async () => new Uint8Array() }
    mailApi(api, commands, way, () => ({ timesheet: async () => null }))
    jobsApi(api, commands.jobs, commands.jobHunts, {
      publicUrl: new URL('https://carnet.example'),
      hasFranceTravail: false,
      mayTouch: async () => {},
    })
    applicationsApi(api, commands)
    offersApi(api, commands.records)
  })
  for (const [id, title] of [
    [JOB, 'Refonte accessible'],
    [OTHER, 'Audit'],
    [OUTSIDE, 'Portail'],
  ] as const)
    await server.handler.run(
      jobDecider,
      id,
      {
        type: 'FindJob',
        posting: {
          ...emptyPosting,
          title,
          company: 'Clinique',
          description: 'Écrire à projets@clinique.example.',
        },
        origin: { key: 'source', name: 'Source', url: `https://jobs.example/${id}` },
      },
      { commandId: `found ${id}`, ...BY_TEST },
    )
  skill = String((await server.ask('POST', '/skill/user-1', { name: 'Accessibilité' })).data.id)
})
afterAll(() => server.stop())

const at = async (path: string): Promise<ApplicationsAt> =>
  (await server.ask('GET', `${path}/application`)).data
const mail = { recipients: ['projets@clinique.example'], subject: 'Refonte accessible' }
const apply = (path: string, body: object) => server.ask('POST', `${path}/application`, body)

describe('an application by mail', () => {
  const path = `/jobs/user-1/${JOB}`

  test('proposes the address that the job names', async () => {
    expect(await at(path)).toMatchObject({
      to: ['projets@clinique.example'],
      url: `https://jobs.example/${JOB}`,
      sent: [],
    })
  })

  test('records what was seen before the mail leaves, and follows the job as an offer', async () => {
    const answer = await apply(path, {
      id: MAIL_ID,
      mail,
      letter: '<p>Bonjour<script>x</script></p>',
      cv: { id: 'main' },
    })
    expect(answer.status).toBe(200)
    const { sent } = await at(path)
    expect(sent).toMatchObject([
      {
        id: MAIL_ID,
        way: 'byemail',
        status: 'queued',
        recipients: mail.recipients,
        letter: '<p>Bonjour</p>',
        cv: { id: 'main', number: 1, language: 'fr' },
      },
    ])
    const [requested] = (await server.ask('GET', '/mail/user-1/all')).data
    expect(requested).toMatchObject({
      id: MAIL_ID,
      attachments: [{ type: 'application/pdf', bytes: sent[0]?.cv?.bytes }],
    })
    const job = (await server.ask('GET', path)).data
    expect(job.marks.applied).toBe(true)
    const offer = await at(`/offer/user-1/${job.offerId}`)
    expect(offer.sent).toEqual(sent)
  })

  test('keeps the CV that was seen after the CV has changed', async () => {
    const paper = (await server.ask('GET', `/application/user-1/${MAIL_ID}/cv`)).text
    await server.ask('PUT', '/cv/user-1', { id: 'main', title: 'Consultante en accessibilité' })
    expect((await server.ask('GET', `/application/user-1/${MAIL_ID}/cv`)).text).toBe(paper)
    const version = (await server.ask('GET', '/cv/user-1/main/version/1')).data
    expect(version.title).toBe('')
    expect((await server.ask('GET', '/application/user-1/versions/main')).data).toMatchObject([
      {
        applicationId: MAIL_ID,
        number: 1,
        about: 'job',
        subjectId: JOB,
        title: 'Refonte accessible',
      },
    ])
  })

  test('tells what became of its mail, and a version that did not arrive was not seen', async () => {
    const run = (type: 'AttemptEffect' | 'HandOverEffect' | 'LoseEffectOutcome') =>
      server.handler.run(
        mailEffect.decider,
        MAIL_ID,
        { type, attempt: 1 },
        { commandId: type, ...BY_TEST },
      )
    await run('AttemptEffect')
    await run('HandOverEffect')
    await run('LoseEffectOutcome')
    expect((await at(path)).sent[0]?.status).toBe('failed')
    expect((await server.ask('GET', '/application/user-1/versions/main')).data).toEqual([])
  })

  test('is not recorded where the mail would be refused', async () => {
    const other = `/jobs/user-1/${OTHER}`
    const wrong = { ...mail, recipients: ['no address'] }
    expect((await apply(other, { mail: wrong, letter: '<p>Bonjour</p>' })).code).toBe(
      'MAIL_ADDRESS_INVALID',
    )
    expect((await apply(other, { mail, letter: '' })).code).toBe('MAIL_EMPTY')
    expect((await at(other)).sent).toEqual([])
    expect((await server.ask('GET', other)).data.marks.applied).toBe(false)
  })
})

describe('an application on the site of the company', () => {
  const path = `/jobs/user-1/${OUTSIDE}`

  test('keeps the version that was shown, sends nothing, and is no offer unless wanted', async () => {
    const before = (await server.ask('GET', '/mail/user-1/all')).data.length
    await apply(path, {
      letter: '<p>Bonjour</p>',
      cv: { id: 'main', language: 'en' },
      follow: false,
    })
    expect((await at(path)).sent).toMatchObject([
      { way: 'externalSite', status: 'outside', cv: { number: 2, language: 'en' } },
    ])
    expect((await server.ask('GET', '/mail/user-1/all')).data).toHaveLength(before)
    expect((await server.ask('GET', path)).data).toMatchObject({
      marks: { applied: true },
      offerId: '',
    })
  })

  test('keeps no second version of a CV that has not changed', async () => {
    await apply(path, { cv: { id: 'main' } })
    expect((await at(path)).sent[0]?.cv?.number).toBe(2)
  })
})

test('an application for an offer moves it on', async () => {
  const { id } = (
    await server.ask('POST', '/offer/user-1', { title: 'Atelier', state: 'firstContact' })
  ).data
  await apply(`/offer/user-1/${id}`, { mail, letter: '<p>Bonjour</p>' })
  expect((await server.ask('GET', `/offer/user-1/${id}`)).data.state).toBe('Positionned')
  expect((await at(`/offer/user-1/${id}`)).sent).toMatchObject([{ cv: null, status: 'queued' }])
})

describe('an application for an entered offer', () => {
  const WEEK_MS = 7 * 86_400_000
  const entered = async (more: object = {}) => {
    const { id } = (await server.ask('POST', '/offer/user-1', { title: 'Atelier', ...more })).data
    return String(id)
  }
  const offer = async (id: string) => (await server.ask('GET', `/offer/user-1/${id}`)).data
  /** The day of the server's clock. */
  const TODAY = Date.UTC(2026, 10, 20)

  test('stands among the applications, with its match, and is counted', async () => {
    const rows = async () => (await server.ask('GET', '/jobs/user-1?view=applied')).data
    const before = (await server.ask('GET', '/jobs/user-1/counts')).data.applied
    const id = await entered({ client: 'Régie', technicalNeeds: 'Accessibilité, Figma' })
    expect((await rows()).map((row: { id: string }) => row.id)).not.toContain(id)
    await apply(`/offer/user-1/${id}`, { letter: '' })
    expect(await rows()).toContainEqual(
      expect.objectContaining({
        id,
        about: 'offer',
        company: 'Régie',
        offerId: id,
        marks: { saved: false, applied: true, skipped: false },
        reasons: expect.objectContaining({ matched: ['Accessibilité'], missing: ['Figma'] }),
      }),
    )
    expect((await server.ask('GET', '/jobs/user-1/counts')).data.applied).toBe(before + 1)
    expect((await rows()).length).toBe(before + 1)
    const found = (await server.ask('GET', '/jobs/user-1?view=applied&q=regie')).data
    expect(found.map((row: { id: string }) => row.id)).toContain(id)
  })

  test('has a match before it too, which another user does not read', async () => {
    const id = await entered({ description: 'Audit d’accessibilité à distance' })
    const { data } = await server.ask('GET', `/offer/user-1/${id}/match`)
    expect(data).toMatchObject({
      about: 'offer',
      mode: 'remotely',
      reasons: { matched: ['Accessibilité'] },
    })
    expect(data.score).toBeGreaterThan(0)
    expect((await server.ask('GET', `/offer/user-2/${id}/match`)).status).toBe(404)
  })

  test('of a found job has the job’s match, and stands once among the applications', async () => {
    const job = (await server.ask('GET', `/jobs/user-1/${JOB}`)).data
    const match = (await server.ask('GET', `/offer/user-1/${job.offerId}/match`)).data
    expect(match.score).toBe(job.score)
    await apply(`/offer/user-1/${job.offerId}`, { letter: '' })
    const rows = (await server.ask('GET', '/jobs/user-1?view=applied')).data
    expect(rows.filter((row: { offerId: string }) => row.offerId === job.offerId)).toHaveLength(1)
  })

  test('sets its follow-up, which the dialog tells before', async () => {
    const id = await entered({ nextAction: 'Candidater', nextActionDate: TODAY })
    const { followUpDate } = await at(`/offer/user-1/${id}`)
    expect(followUpDate - TODAY).toBe(WEEK_MS)
    await apply(`/offer/user-1/${id}`, { letter: '' })
    expect(await offer(id)).toMatchObject({
      nextAction: 'Relancer la candidature',
      nextActionDate: followUpDate,
    })
  })

  test('leaves what is planned for a later day, and a closed offer', async () => {
    const later = { nextAction: 'Entretien', nextActionDate: TODAY + 2 * 86_400_000 }
    const planned = await entered(later)
    const closed = await entered({ state: 'aborted' })
    for (const id of [planned, closed]) await apply(`/offer/user-1/${id}`, { letter: '' })
    expect(await offer(planned)).toMatchObject({ ...later, state: 'Positionned' })
    expect(await offer(closed)).toMatchObject({ state: 'aborted', nextActionDate: 0 })
  })
})

test('an empty CV is named, and leaves an offer without a score', async () => {
  const { id } = (await server.ask('POST', '/offer/user-1', { title: 'Atelier' })).data
  const told = async () => ({
    compared: (await server.ask('GET', `/offer/user-1/${id}/match`)).data.reasons.compared,
    emptyCvs: (await at(`/offer/user-1/${id}`)).emptyCvs,
  })
  expect(await told()).toEqual({ compared: true, emptyCvs: [] })
  await server.ask('DELETE', `/skill/user-1/${skill}`)
  expect(await told()).toEqual({ compared: false, emptyCvs: ['main'] })
})

test('another user’s application is not found', async () => {
  expect((await server.ask('GET', `/application/user-2/${MAIL_ID}/cv`)).status).toBe(404)
  expect((await server.ask('GET', `/jobs/user-2/${JOB}/application`)).status).toBe(404)
})
