import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyApi } from '#api/history/history.ts'
import { recordApi } from '#api/records.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import { projections } from '#projections/all.ts'
import { readCsv } from '#tests/csv-reader.ts'
import { type ContextServer, startContext } from '../context-server.ts'

const CHANGES = 120
const STRANGER = { authorization: 'Bearer user-2', 'x-api-key': 'public' }

type Told = {
  version: number
  type: string
  isEdit: boolean
  changes: { field: string; from: unknown; to: unknown }[]
}

let server: ContextServer
let id: string
beforeAll(async () => {
  server = await startContext(
    projections,
    (api, commands) => {
      recordApi(api, commands.records)
      historyApi(api)
    },
    {},
    () => freelancerPermissions(),
  )
  id = (await server.ask('POST', '/company/user-1', { name: 'Nom 0', siren: '732829320' })).data.id
  for (let n = 1; n <= CHANGES; n++)
    await server.ask('PUT', '/company/user-1', { id, name: `Nom ${n}` })
}, 60_000)
afterAll(() => server.stop())

describe('a long history', () => {
  const page = async (query = '') =>
    (await server.ask('GET', `/history/user-1/company/${id}${query}`)).data

  test('answers the fifty newest facts, and how many there are', async () => {
    const { facts, total, next, record } = await page()
    expect(facts).toHaveLength(50)
    expect(facts[0]).toMatchObject({
      version: CHANGES + 1,
      isEdit: true,
      changes: [{ field: 'name', from: `Nom ${CHANGES - 1}`, to: `Nom ${CHANGES}` }],
    })
    expect({ total, next, name: record.name }).toEqual({
      total: CHANGES + 1,
      next: '72',
      name: `Nom ${CHANGES}`,
    })
  })

  test('is read whole by its cursors, each fact once', async () => {
    const versions: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { facts, next }: { facts: Told[]; next: string | null } = await page(
        cursor && `?cursor=${cursor}`,
      )
      versions.push(...facts.map((fact) => fact.version))
      cursor = next
    }
    expect(versions).toEqual(Array.from({ length: CHANGES + 1 }, (_, n) => CHANGES + 1 - n))
  })

  test('compares the oldest fact of a page with the state before it', async () => {
    const { facts } = await page('?limit=1&cursor=60')
    expect(facts).toMatchObject([{ version: 59, changes: [{ from: 'Nom 57', to: 'Nom 58' }] }])
  })

  test('answers two hundred facts at most, and refuses a cursor that is none', async () => {
    expect((await page('?limit=200')).facts).toHaveLength(CHANGES + 1)
    for (const query of ['?limit=201', '?cursor=x'])
      expect(await server.ask('GET', `/history/user-1/company/${id}${query}`)).toMatchObject({
        status: 400,
      })
  })

  test('as CSV has a row for each change, in words', async () => {
    const path = `/history/user-1/company/${id}/changes`
    const { text } = await server.ask('GET', path, undefined, {
      accept: 'text/csv',
      'accept-language': 'fr',
    })
    const [head, ...rows] = readCsv(text, ';').filter((row) => row.length > 1)
    expect(head).toEqual(['Quand', 'Qui', 'Fait', 'Champ', 'Avant', 'Après'])
    expect(rows[0]?.slice(2)).toEqual([
      'Modification',
      'Dénomination',
      `Nom ${CHANGES - 1}`,
      `Nom ${CHANGES}`,
    ])
    expect(rows.filter(([, , fact]) => fact === 'Modification')).toHaveLength(CHANGES)
    expect(rows.find(([, , , field]) => field === 'SIREN')?.[5]).toBe('732829320')
  })

  test('of another user is not there, in words or as facts', async () => {
    for (const path of [`/history/user-2/company/${id}`, `/history/user-2/company/${id}/changes`])
      expect(await server.ask('GET', path, undefined, STRANGER)).toMatchObject({ status: 404 })
  })
})

describe('removed records', () => {
  test('are listed with their last names, and their histories tell their last states', async () => {
    const { id: gone } = (await server.ask('POST', '/organism/user-1', { name: 'Institut Boréal' }))
      .data
    await server.ask('POST', '/organism/user-1', { name: 'École du Cadran' })
    await server.ask('PUT', '/organism/user-1', { id: gone, name: 'Institut Austral' })
    await server.ask('DELETE', `/organism/user-1/${gone}`)
    const list = await server.ask('GET', '/history/user-1/organism')
    expect(list.data).toMatchObject([{ id: gone, name: 'Institut Austral' }])
    expect(list.headers['x-total-count']).toBe('1')
    const { data } = await server.ask('GET', `/history/user-1/organism/${gone}`)
    expect(data).toMatchObject({
      record: null,
      last: { name: 'Institut Austral' },
      title: 'Institut Austral',
    })
    expect(data.facts.map((fact: Told) => fact.type)).toEqual([
      'OrganismRemoved',
      'OrganismChanged',
      'OrganismAdded',
    ])
  })

  test('of another user are not listed', async () => {
    const { data } = await server.ask('GET', '/history/user-2/organism', undefined, STRANGER)
    expect(data).toEqual([])
  })

  test('of an entity that is not known, or never removed, are not found', async () => {
    for (const entity of ['nothing', 'timesheet'])
      expect(await server.ask('GET', `/history/user-1/${entity}`)).toMatchObject({ status: 404 })
  })
})
