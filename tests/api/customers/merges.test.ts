import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { billsApi } from '#api/billing/bills.ts'
import { mergesApi } from '#api/customers/merges.ts'
import { historyApi } from '#api/history/history.ts'
import { projectApi } from '#api/projects/projects.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { recordApi } from '#api/records.ts'
import type { Duplicates } from '#contract/customers/customers.contract.ts'
import { projections } from '#projections/all.ts'
import { unfinishedMerges } from '#projections/customers/merges.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { day } from '../fixture.ts'

const profile = { name: 'Atelier Brumaire', tvaRegime: 'normal' }
const project = (profileId: string, clientId: string) => ({
  profileId,
  isBillable: true,
  title: 'Audit',
  clientId,
  priceHT: 650,
  startDate: day('2026-09-01'),
})

let server: ContextServer
beforeEach(async () => {
  server = await startContext(projections, (api, commands) => {
    recordApi(api, commands.records)
    mergesApi(api, commands)
    historyApi(api)
    billsApi(api, commands.billing)
    professionalInfoApi(api, commands.profile, { find: async () => [] })
    projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
  })
})
afterEach(() => server.stop())

const ask = (...asked: Parameters<ContextServer['ask']>) => server.ask(...asked)
async function add(path: string, body: object, user = 'user-1'): Promise<string> {
  const { status, data, text } = await ask('POST', `/${path}/${user}`, body)
  if (status >= 300) throw new Error(text)
  return data.id
}
const read = async (path: string, id: string) => (await ask('GET', `/${path}/user-1/${id}`)).data
const duplicates = async (entity = 'company'): Promise<Duplicates> =>
  (await ask('GET', `/${entity}/user-1/duplicates`)).data

async function twins() {
  const kept = await add('company', { name: 'Hydravion SAS', siren: '732829320' })
  const twin = await add('company', {
    name: 'Hydravion',
    siren: '732829320',
    email: 'compta@hydravion.example',
  })
  return { kept, twin }
}
const merge = (keptId: string, mergedId: string, fields: readonly string[] = [], user = 'user-1') =>
  ask('POST', `/company/${user}/merges`, { keptId, mergedId, fields })

describe('duplicates', () => {
  test('are told with what they share and what names them', async () => {
    const { kept, twin } = await twins()
    await add('contact', { lastName: 'Morel', companyId: twin })
    await add('offer', { title: 'Audit', companyId: twin })
    const { count, pairs } = await duplicates()
    expect(count).toBe(1)
    expect(pairs[0]?.reasons).toEqual(['siren', 'name'])
    expect(pairs[0]?.records.map(({ id, uses }) => [id, uses])).toEqual([
      [kept, []],
      [
        twin,
        [
          { entity: 'contact', count: 1 },
          { entity: 'offer', count: 1 },
        ],
      ],
    ])
  })
  test('are those of their owner alone', async () => {
    await twins()
    expect((await ask('GET', '/company/user-2/duplicates')).data).toEqual({
      count: 0,
      pairs: [],
      merges: [],
      apart: [],
    })
  })
})

describe('a pair that is not one', () => {
  const tellApart = (ids: readonly string[], entity = 'company', user = 'user-1') =>
    ask('POST', `/${entity}/${user}/apart`, { ids })

  test('is not proposed again, whatever changes, until that is taken back', async () => {
    const { kept, twin } = await twins()
    // The order in which they are named says nothing.
    const { status, data } = await tellApart([twin, kept])
    expect(status).toBe(200)
    expect((await tellApart([kept, twin])).data.id).toBe(data.id)
    await ask('PUT', '/company/user-1', { id: twin, name: 'Hydravion SAS' })
    expect(await duplicates()).toMatchObject({ count: 0, pairs: [], apart: [{ id: data.id }] })
    const names = (await duplicates()).apart[0]?.records.map(({ name }) => name)
    expect(names?.toSorted()).toEqual(['Hydravion SAS', 'Hydravion SAS'])

    expect((await ask('DELETE', `/contact/user-1/apart/${data.id}`)).status).toBe(404)
    expect((await ask('DELETE', `/company/user-1/apart/${data.id}`)).status).toBe(200)
    expect(await duplicates()).toMatchObject({ count: 1, apart: [] })
    expect((await tellApart([kept, twin])).status).toBe(200)
    expect((await duplicates()).count).toBe(0)
    await ask('DELETE', `/company/user-1/${twin}`)
    expect((await duplicates()).apart).toEqual([])
  })

  test('may be of contacts', async () => {
    const one = await add('contact', { lastName: 'Morel', email: 'achats@x.example' })
    const other = await add('contact', { lastName: 'Petit', email: 'achats@x.example' })
    expect((await duplicates('contact')).count).toBe(1)
    await tellApart([one, other], 'contact')
    expect(await duplicates('contact')).toMatchObject({ count: 0, apart: [{}] })
  })

  test('is of two of one’s own records', async () => {
    const { kept, twin } = await twins()
    const theirs = await add('company', { name: 'Hydravion', siren: '732829320' }, 'user-2')
    for (const [ids, code] of [
      [[kept, theirs], 'MERGE_PARTNER_UNKNOWN'],
      [[kept, kept], 'MERGE_OF_ITSELF'],
    ] as const)
      expect(await tellApart(ids)).toMatchObject({ status: 422, code })
    const { data } = await tellApart([kept, twin])
    expect((await ask('DELETE', `/company/user-2/apart/${data.id}`)).status).toBe(404)
    expect((await duplicates()).count).toBe(0)
  })
})

describe('a merge of two companies', () => {
  test('moves all that names the one to the other, as one act that is undone as one', async () => {
    const { kept, twin } = await twins()
    const contact = await add('contact', { lastName: 'Morel', companyId: twin })
    const offer = await add('offer', { title: 'Audit', companyId: twin, contactId: contact })
    const profileId = await add('professionalInfo', profile)
    const contract = await add('project', project(profileId, twin))
    const draft = await add('bill', { profileId, clientId: twin })
    const filter = await add('savedFilter', {
      name: 'Hydravion',
      list: 'bill',
      query: `client=${twin}&view=late`,
    })

    const merged = await merge(kept, twin, ['email'])
    expect(merged.status).toBe(200)
    expect(await read('company', kept)).toMatchObject({
      name: 'Hydravion SAS',
      email: 'compta@hydravion.example',
    })
    expect((await ask('GET', `/company/user-1/${twin}`)).status).toBe(404)
    expect((await read('contact', contact)).companyId).toBe(kept)
    expect((await read('offer', offer)).companyId).toBe(kept)
    expect((await ask('GET', `/project/user-1/all/${profileId}`)).data[0]).toMatchObject({
      id: contract,
      clientId: kept,
    })
    expect((await ask('GET', `/bill/user-1/${profileId}/${draft}`)).data).toMatchObject({
      clientId: kept,
      client: 'Hydravion SAS',
    })
    expect((await read('savedFilter', filter)).query).toBe(`client=${kept}&view=late`)
    const { pairs, merges } = await duplicates()
    expect(pairs).toEqual([])
    expect(merges).toMatchObject([
      {
        id: merged.data.id,
        kept: { name: 'Hydravion SAS' },
        merged: { name: 'Hydravion' },
        undone: false,
      },
    ])
    const [newest] = (await ask('GET', `/history/user-1/company/${kept}`)).data.facts
    expect(newest).toMatchObject({ type: 'CompanyMerged', version: merges[0]?.keptVersion })
    expect(newest.changes).toMatchObject([
      { field: 'email', from: null, to: 'compta@hydravion.example' },
    ])

    expect((await ask('DELETE', `/company/user-1/merges/${merged.data.id}`)).status).toBe(200)
    expect(await read('company', kept)).toMatchObject({ name: 'Hydravion SAS', email: '' })
    expect(await read('company', twin)).toMatchObject({
      name: 'Hydravion',
      email: 'compta@hydravion.example',
    })
    expect((await read('contact', contact)).companyId).toBe(twin)
    expect((await read('offer', offer)).companyId).toBe(twin)
    expect((await ask('GET', `/project/user-1/all/${profileId}`)).data[0]).toMatchObject({
      clientId: twin,
    })
    expect((await ask('GET', `/bill/user-1/${profileId}/${draft}`)).data).toMatchObject({
      clientId: twin,
      client: 'Hydravion',
    })
    expect((await read('savedFilter', filter)).query).toBe(`client=${twin}&view=late`)
    expect((await duplicates()).merges[0]?.undone).toBe(true)
    expect(
      (await server.readModels.of(unfinishedMerges).then((of) => of.find({ filter: {} }))).items,
    ).toEqual([])
  })

  test('undone leaves alone what was changed since', async () => {
    const { kept, twin } = await twins()
    const third = await add('company', { name: 'Lampadaire' })
    const moved = await add('offer', { title: 'Audit', companyId: twin })
    const { data } = await merge(kept, twin, ['email'])
    await ask('PUT', '/offer/user-1', { id: moved, companyId: third })
    await ask('PUT', '/company/user-1', { id: kept, email: 'autre@hydravion.example' })
    const own = await add('offer', { title: 'Refonte', companyId: kept })
    await ask('DELETE', `/company/user-1/merges/${data.id}`)
    expect((await read('offer', moved)).companyId).toBe(third)
    expect((await read('offer', own)).companyId).toBe(kept)
    expect((await read('company', kept)).email).toBe('autre@hydravion.example')
  })

  test('sent again does nothing more, and its undo neither', async () => {
    const { kept, twin } = await twins()
    const id = '01JD0000000000000000000001'
    const body = { id, keptId: kept, mergedId: twin, fields: [] }
    const key = { 'idempotency-key': 'merge-once' }
    const first = await ask('POST', '/company/user-1/merges', body, key)
    expect((await ask('POST', '/company/user-1/merges', body, key)).data.id).toBe(first.data.id)
    await ask('DELETE', `/company/user-1/merges/${id}`)
    await ask('DELETE', `/company/user-1/${twin}`)
    expect((await ask('DELETE', `/company/user-1/merges/${id}`)).status).toBe(200)
    expect((await ask('GET', `/company/user-1/${twin}`)).status).toBe(404)
  })

  test('that is swapped right after its undo is made the other way', async () => {
    const { kept, twin } = await twins()
    const { data } = await merge(kept, twin)
    await ask('DELETE', `/company/user-1/merges/${data.id}`)
    expect((await merge(twin, kept)).status).toBe(200)
    expect((await read('company', twin)).name).toBe('Hydravion')
  })

  test('is refused for another user’s records, itself and unknown fields, and writes nothing', async () => {
    const { kept, twin } = await twins()
    const theirs = await add('company', { name: 'Ailleurs' }, 'user-2')
    for (const [body, code] of [
      [{ keptId: kept, mergedId: theirs, fields: [] }, 'MERGE_PARTNER_UNKNOWN'],
      [{ keptId: theirs, mergedId: kept, fields: [] }, 'MERGE_PARTNER_UNKNOWN'],
      [{ keptId: kept, mergedId: kept, fields: [] }, 'MERGE_OF_ITSELF'],
      [{ keptId: kept, mergedId: twin, fields: ['constructor'] }, 'MERGE_FIELD_UNKNOWN'],
    ] as const)
      expect(await ask('POST', '/company/user-1/merges', body)).toMatchObject({ status: 422, code })
    expect((await duplicates()).merges).toEqual([])
    expect((await ask('GET', `/company/user-2/${theirs}`)).data.name).toBe('Ailleurs')
  })

  test('of one user is not undone by another, nor as a merge of contacts', async () => {
    const { kept, twin } = await twins()
    const { data } = await merge(kept, twin)
    expect((await ask('DELETE', `/company/user-2/merges/${data.id}`)).status).toBe(404)
    expect((await ask('DELETE', `/contact/user-1/merges/${data.id}`)).status).toBe(404)
    expect((await duplicates()).merges[0]?.undone).toBe(false)
  })

  test('is not undone while the kept one is removed', async () => {
    const { kept, twin } = await twins()
    const { data } = await merge(kept, twin)
    await ask('DELETE', `/company/user-1/${kept}`)
    expect((await ask('DELETE', `/company/user-1/merges/${data.id}`)).code).toBe('MERGE_KEPT_GONE')
    await ask('PUT', `/company/user-1/${kept}/restore`)
    expect((await ask('DELETE', `/company/user-1/merges/${data.id}`)).status).toBe(200)
  })

  test('that a crash has cut off is finished by its reactor', async () => {
    const { kept, twin } = await twins()
    const offer = await add('offer', { title: 'Audit', companyId: twin })
    const meta = {
      commandId: 'crash',
      owner: 'user-1',
      actor: { kind: 'user', id: 'user-1' },
    } as const
    const { mergeDecider } = await import('#domain/customers/merge.ts')
    const begun = {
      type: 'BeginMerge',
      entity: 'company',
      keptId: kept,
      mergedId: twin,
      fields: [],
    } as const
    await server.handler.run(mergeDecider, 'm1', begun, meta)
    const rows = (await (await server.readModels.of(unfinishedMerges)).find({ filter: {} })).items
    expect(rows.map(({ _id }) => _id)).toEqual(['m1'])
    await server.commands.merges.finish('m1', { ...meta, commandId: 'reactor' })
    expect((await read('offer', offer)).companyId).toBe(kept)
    expect((await ask('GET', `/company/user-1/${twin}`)).status).toBe(404)
    expect(
      (await (await server.readModels.of(unfinishedMerges)).find({ filter: {} })).items,
    ).toEqual([])
  })

  test('to a record that went meanwhile is given up, and what was moved goes back', async () => {
    const { kept, twin } = await twins()
    const offer = await add('offer', { title: 'Audit', companyId: twin })
    const meta = {
      commandId: 'crash',
      owner: 'user-1',
      actor: { kind: 'user', id: 'user-1' },
    } as const
    const { mergeDecider } = await import('#domain/customers/merge.ts')
    const begun = {
      type: 'BeginMerge',
      entity: 'company',
      keptId: kept,
      mergedId: twin,
      fields: [],
    } as const
    await server.handler.run(mergeDecider, 'm1', begun, meta)
    await ask('DELETE', `/company/user-1/${kept}`)
    await server.commands.merges.finish('m1', { ...meta, commandId: 'reactor' })
    expect((await read('offer', offer)).companyId).toBe(twin)
    expect((await ask('GET', `/company/user-1/${twin}`)).status).toBe(200)
    expect((await duplicates()).merges[0]?.undone).toBe(true)
  })

  test('both ways at once leaves one of them, with all that named either', async () => {
    const { kept, twin } = await twins()
    const offers = [
      await add('offer', { title: 'Audit', companyId: kept }),
      await add('offer', { title: 'Refonte', companyId: twin }),
    ]
    await Promise.all([merge(kept, twin), merge(twin, kept)])
    const unfinished = (await (await server.readModels.of(unfinishedMerges)).find({ filter: {} }))
      .items
    for (const { _id } of unfinished)
      await server.commands.merges.finish(_id, {
        commandId: `reactor ${_id}`,
        owner: 'user-1',
        actor: { kind: 'process', id: 'merges' },
      })
    const left = (await ask('GET', '/company/user-1/all')).data
    expect(left).toHaveLength(1)
    for (const id of offers) expect((await read('offer', id)).companyId).toBe(left[0].id)
  })
})

describe('a merge of two contacts', () => {
  test('moves their offers', async () => {
    const kept = await add('contact', { lastName: 'Morel', email: 'a@x.example' })
    const twin = await add('contact', {
      lastName: 'Morel',
      firstName: 'Alix',
      email: 'a@x.example',
    })
    const offer = await add('offer', { title: 'Audit', contactId: twin })
    expect((await duplicates('contact')).pairs[0]?.reasons).toEqual(['email'])
    const { data } = await ask('POST', '/contact/user-1/merges', {
      keptId: kept,
      mergedId: twin,
      fields: ['firstName'],
    })
    expect(await read('contact', kept)).toMatchObject({ firstName: 'Alix', lastName: 'Morel' })
    expect((await read('offer', offer)).contactId).toBe(kept)
    await ask('DELETE', `/contact/user-1/merges/${data.id}`)
    expect((await read('contact', kept)).firstName).toBe('')
    expect((await read('offer', offer)).contactId).toBe(twin)
  })
})
