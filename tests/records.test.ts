import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { historyApi } from '#api/history/history.ts'
import { documentDecider } from '#domain/documents/document.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { projectApi } from '#api/projects/projects.ts'
import { recordApi, SUGGESTED_BY_CONTEXT } from '#api/records.ts'
import { recordCommands } from '#commands/records.ts'
import { createRemovals } from '#commands/kernel/removals.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { formSchema, referenceName, titleOf } from '#contract/kernel/records.ts'
import { recordRoutes } from '#contract/kernel/records.contract.ts'
import { Company } from '#domain/customers/company.record.ts'
import type { Contact } from '#domain/customers/contact.record.ts'
import {
  brokenRules,
  completed,
  decode,
  encode,
  type Field,
  FIELD_KINDS,
  type FieldKind,
  type Values,
} from '#domain/kernel/records/field.ts'
import { text } from '#domain/kernel/records/fields.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import {
  defineRecord,
  type RecordRow,
  type RecordType,
  type Stored,
  type Wire,
} from '#domain/kernel/records/record.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { records } from '#domain/records.ts'
import { userDecider } from '#domain/identity/user.ts'
import { bills } from '#projections/billing/bills.ts'
import { quotes } from '#projections/quotes/quotes.ts'
import { roles } from '#projections/identity/roles.ts'
import { createFacts } from '#projections/facts.ts'
import { recordAccesses } from '#projections/identity/record-accesses.ts'
import { users } from '#projections/identity/users.ts'
import { mails } from '#projections/mail/mails.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { projects } from '#projections/projects/projects.ts'
import type { RecordSummary } from '#contract/kernel/records.schemas.ts'
import { sortedFields } from '#domain/kernel/records/record-sort.ts'
import { recordProjections } from '#projections/records.ts'
import { type ContextServer, startContext } from './api/context-server.ts'
import { readCsv } from './csv-reader.ts'
import {
  arbitrary,
  EveryKind,
  first,
  Guideline,
  type Ids,
  Leaflet,
  OfProfile,
  REFUSED,
  second,
} from './every-kind.ts'

// The product's records and those made for these tests, for everything that loops over the list.
vi.mock('#domain/records.ts', async (original) => {
  const product = await original<{ records: readonly RecordType[] }>()
  return { records: [...product.records, ...(await import('./every-kind.ts')).synthetic] }
})

let server: ContextServer
let ids: Ids
const ADMIN = { authorization: 'Bearer admin' }

beforeAll(async () => {
  server = await startContext(
    [
      ...recordProjections,
      professionalInfos,
      users,
      recordAccesses,
      projects,
      roles,
      bills,
      quotes,
      mails,
    ],
    (api, commands) => {
      const { handler, clock } = api.deps
      // The ids of files are made up: that a document is there is the documents' own test.
      const withFiles: CommandHandler = {
        ...handler,
        load: async (decider, id, owner) =>
          decider.category === documentDecider.category
            ? ({ state: { status: 'live' } } as never) // which is all that is read of it
            : handler.load(decider, id, owner),
      }
      recordApi(
        api,
        recordCommands(withFiles, createFacts(api.deps), createRemovals(handler, clock)),
      )
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
      historyApi(api)
    },
    {},
    (userId) => (userId === 'admin' ? ['perm_admin'] : freelancerPermissions()),
  )
  const add = async (name: string, body: object): Promise<string> =>
    (await server.ask('POST', `/${name}/user-1`, body)).data.id
  const profileId = await add('professionalInfo', { name: 'Atelier Brumaire', currency: 'CHF' })
  ids = {
    company: [await add('company', { name: 'Hydravion SAS' })],
    contact: [await add('contact', { lastName: 'Accueil' })],
    project: [await add('project', { profileId, isBillable: false, title: 'Audit' })],
    organism: [
      await add('organism', { name: 'École du Cadran' }),
      await add('organism', { name: 'Institut Boréal' }),
    ],
    professionalInfo: [profileId],
  }
})
afterAll(() => server.stop())

/** Where a type is written, and where its list and its records are read. */
function paths(type: RecordType, user = 'user-1') {
  const { list, get } = recordRoutes(type)
  const filled = (path: string) =>
    path
      .replace(':userId', user)
      .replace(':profileId', ids.professionalInfo[0] ?? '')
      .replace(':id', '')
  return { write: `/${type.name}/${user}`, list: filled(list.path), one: filled(get.path) }
}
const caller = (type: RecordType) => (type.scope === 'shared' ? 'admin' : 'user-1')
/** Parts that the writer and reader of this type send along. */
const headers = (type: RecordType, more: Readonly<Record<string, string>> = {}) => ({
  'x-api-key': 'public',
  ...(type.scope === 'shared' ? ADMIN : {}),
  ...more,
})
const ask = (
  type: RecordType,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => server.ask(method, path, body, headers(type))

/**
 * Values for every field of a type. Years and addresses that belong to one record alone are others
 * each time.
 */
const valuesOf = (type: RecordType): fc.Arbitrary<Values> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(type.fields).map(([key, field]) => [key, arbitrary(field, ids)]),
      ),
    )
    .map((values) => ({ ...values, ...alone(type), ...governed(type) }))
    .filter((values) => brokenRules(type.fields, {}, values).length === 0)
const alone = ({ unique, fields }: RecordType): Values =>
  Object.fromEntries(
    unique.flatMap((key): [string, unknown][] => {
      const kind = fields[key]?.kind
      return kind === 'year'
        ? [[key, ++lastYear]]
        : kind === 'text'
          ? [[key, `page-${++lastPage}`]]
          : []
    }),
  )
/** Fields that calls of their own change are sent as they are. */
const governed = (type: RecordType): Values =>
  Object.fromEntries(type.governed.map((key) => [key, type.fields[key]?.empty]))
let lastYear = 1900
let lastPage = 0
const sample = (type: RecordType): Values =>
  fc.sample(valuesOf(type), { numRuns: 1, seed: 7 })[0] ?? {}
/** The field that names a record. */
const naming = (type: RecordType): string => type.named[0] ?? ''
const normalised = (type: RecordType, values: Values): Values =>
  Object.fromEntries(
    Object.entries(type.fields).map(([key, field]) => [
      key,
      type.pointless(values).includes(key) ? field.empty : field.wire.parse(values[key]),
    ]),
  )

const all = records.map((type) => [type.name, type] as const)

describe.each(all)('%s', (_, type) => {
  test('is added once, and given back as it was sent', async () => {
    const path = paths(type, caller(type))
    await fc.assert(
      fc.asyncProperty(valuesOf(type), async (values) => {
        const id = newUlid()
        const added = await ask(type, 'POST', path.write, { ...values, id })
        expect(added).toMatchObject({ status: 200, data: { id, version: 1 } })
        expect((await ask(type, 'GET', `${path.one}${id}`)).data).toMatchObject(
          normalised(type, values),
        )
        expect(await ask(type, 'POST', path.write, { ...values, id })).toMatchObject({
          status: 200,
          data: added.data,
        })
      }),
      { numRuns: 25 },
    )
  })

  test('is not added twice under one id with other content', async () => {
    const path = paths(type, caller(type))
    const id = newUlid()
    const body = { ...sample(type), id, [naming(type)]: 'Premier' }
    expect((await ask(type, 'POST', path.write, body)).status).toBe(200)
    expect(
      await ask(type, 'POST', path.write, { ...body, [naming(type)]: 'Second' }),
    ).toMatchObject({
      status: 409,
      code: 'ID_ALREADY_USED',
    })
  })

  test.runIf(type.unique.length > 0)('belongs to one record alone', async () => {
    const path = paths(type, caller(type))
    const [first, second] = [sample(type), sample(type)]
    const taken = { status: 409, code: 'RECORD_ALREADY_THERE' }
    expect((await ask(type, 'POST', path.write, first)).status).toBe(200)
    expect(await ask(type, 'POST', path.write, first)).toMatchObject(taken)
    const { id } = (await ask(type, 'POST', path.write, second)).data
    const held = Object.fromEntries(type.unique.map((key) => [key, first[key]]))
    expect(await ask(type, 'PUT', path.write, { id, ...held })).toMatchObject(taken)
    // The record's own values belong to no other record.
    expect((await ask(type, 'PUT', path.write, { ...second, id })).status).toBe(200)
  })

  test('is changed where it changes, and refused when another was faster', async () => {
    const path = paths(type, caller(type))
    const id = (await ask(type, 'POST', path.write, sample(type))).data.id
    const before = (await ask(type, 'GET', `${path.one}${id}`)).data
    expect(
      await ask(type, 'PUT', path.write, { ...before, [naming(type)]: 'Autrement' }),
    ).toMatchObject({
      status: 200,
      data: { version: 2 },
    })
    expect((await ask(type, 'GET', `${path.one}${id}`)).data).toMatchObject({
      ...Object.fromEntries(Object.keys(type.fields).map((key) => [key, before[key]])),
      [naming(type)]: 'Autrement',
    })
    expect(
      await ask(type, 'PUT', path.write, { id, version: 1, [naming(type)]: 'Trop tard' }),
    ).toMatchObject({
      status: 412,
      code: 'STALE_VERSION',
    })
  })

  test('an unchanged body changes nothing; server-written fields stay, unknown names are refused', async () => {
    const path = paths(type, caller(type))
    const id = (await ask(type, 'POST', path.write, sample(type))).data.id
    const read = (await ask(type, 'GET', `${path.one}${id}`)).data
    expect(await ask(type, 'PUT', path.write, read)).toMatchObject({
      status: 200,
      data: { version: 1 },
    })
    expect(await ask(type, 'PUT', path.write, { ...read, creationDate: 1 })).toMatchObject({
      status: 422,
      code: 'FIELD_READ_ONLY',
      fields: [{ path: 'creationDate' }],
    })
    expect((await ask(type, 'PUT', path.write, { ...read, unknownName: 1 })).status).toBe(400)
  })

  test('is removed once, and then gone', async () => {
    const path = paths(type, caller(type))
    const id = (await ask(type, 'POST', path.write, sample(type))).data.id
    expect((await ask(type, 'DELETE', `${path.write}/${id}`)).status).toBe(200)
    expect((await ask(type, 'DELETE', `${path.write}/${id}`)).status).toBe(200)
    expect((await ask(type, 'GET', `${path.one}${id}`)).status).toBe(404)
    expect((await ask(type, 'PUT', path.write, { id, [naming(type)]: 'Encore' })).status).toBe(404)
  })

  test('comes back as it was when its removal is taken back, and nothing else does', async () => {
    const path = paths(type, caller(type))
    const id = (await ask(type, 'POST', path.write, sample(type))).data.id
    const {
      creationDate: _,
      lastModificationDate: __,
      version: ___,
      ...before
    } = (await ask(type, 'GET', `${path.one}${id}`)).data
    await ask(type, 'DELETE', `${path.write}/${id}`)
    expect(await ask(type, 'PUT', `${path.write}/${id}/restore`)).toMatchObject({
      status: 200,
      data: { version: 3 },
    })
    expect((await ask(type, 'GET', `${path.one}${id}`)).data).toMatchObject(before)
    expect(await ask(type, 'PUT', `${path.write}/${id}/restore`)).toMatchObject({
      status: 200,
      data: { version: 3 },
    })
    expect((await ask(type, 'PUT', `${path.write}/${newUlid()}/restore`)).status).toBe(404)
  })

  test('is found by its name, suggested by it, and sorted by each field that can be', async () => {
    const path = paths(type, caller(type))
    const word = `Mot${newUlid()}`
    const id = (await ask(type, 'POST', path.write, { ...sample(type), [naming(type)]: word })).data
      .id
    const found = await ask(type, 'GET', `${path.list}?q=${word.toLowerCase()}`)
    expect(found.data.map((row: RecordRow) => row.id)).toEqual([id])
    expect((await ask(type, 'GET', `${path.list}?q=${word}x`)).data).toEqual([])
    // Suggestions of a context are its own test.
    if (!SUGGESTED_BY_CONTEXT.has(type.name)) {
      const suggested = (await ask(type, 'GET', `${path.one}suggestions?q=${word}`)).data
      const row: RecordRow = found.data[0]
      const town = Object.values(row).flatMap(
        (value) => (Object(value).city as string | undefined) ?? [],
      ) // of an address
      expect(suggested).toEqual([
        { id, name: titleOf(type, row), ...(town[0] && { note: town[0] }) },
      ])
      const others = encodeURIComponent(
        JSON.stringify({ [naming(type)]: { operator: 'ne', value: word } }),
      )
      expect(
        (await ask(type, 'GET', `${path.one}suggestions?q=${word}&filters=${others}`)).data,
      ).toEqual([])
    }
    for (const field of [...sortedFields(type), 'creationDate', 'lastModificationDate'])
      for (const sort of [field, `-${field}`])
        expect([sort, (await ask(type, 'GET', `${path.list}?sort=${sort}`)).status]).toEqual([
          sort,
          200,
        ])
    expect((await ask(type, 'GET', `${path.list}?sort=owner`)).status).toBe(400)
  })

  test('is summed with what it refers to', async () => {
    const path = paths(type, caller(type))
    const { data, headers: told } = await ask(type, 'GET', `${path.list}?limit=200`)
    const summary = (await ask(type, 'GET', path.list.replace('/all', '/summary'))).data
    expect(summary.count).toBe(Number(told['x-total-count']))
    for (const [key, { kind }] of Object.entries({ ...type.fields, ...type.derived })) {
      if (kind !== 'money') continue
      const sum = summary.sums.reduce(
        (total: number, of: RecordSummary['sums'][number]) =>
          total + (of.amounts[key] ?? Number.NaN),
        0,
      )
      expect([key, sum]).toEqual([
        key,
        expect.closeTo(data.reduce((all: number, row: RecordRow) => all + Number(row[key]), 0)),
      ])
    }
    for (const [key, named] of Object.entries<readonly { id: string }[]>(summary.references))
      for (const { id } of named)
        expect(data.some((row: RecordRow) => [row[key]].flat().includes(id))).toBe(true)
  })

  test('is exported as CSV, a line for each', async () => {
    const path = paths(type, caller(type))
    const list = await ask(type, 'GET', path.list)
    const csv = await server.ask(
      'GET',
      path.list,
      undefined,
      headers(type, { accept: 'text/csv', 'accept-language': 'fr' }),
    )
    const [head = [], ...lines] = readCsv(csv.text, ';')
    expect(lines).toHaveLength(list.data.length)
    expect(new Set(lines.map((cells) => cells.length))).toEqual(new Set([head.length]))
    expect(new Set(head).size).toBe(head.length)
    for (const [i, cells] of lines.entries()) {
      const name = list.data[i][naming(type)]
      expect([name, `'${name}`]).toContain(cells[Object.keys(type.fields).indexOf(naming(type))])
    }
  })

  test('is told in its history in the words of the wire', async () => {
    const path = paths(type, caller(type))
    const id = (await ask(type, 'POST', path.write, { ...sample(type), [naming(type)]: 'Avant' }))
      .data.id
    await ask(type, 'PUT', path.write, { id, [naming(type)]: 'Après' })
    const row = (await ask(type, 'GET', `${path.one}${id}`)).data
    const { data } = await ask(type, 'GET', `/history/${caller(type)}/${type.name}/${id}`)
    expect(data.facts.map((fact: { type: string }) => fact.type)).toEqual([
      type.events.changed,
      type.events.added,
    ])
    expect(data.facts[0].changes).toEqual([
      { field: naming(type), from: 'Avant', to: 'Après', kind: 'text' },
    ])
    for (const key of Object.keys(type.fields)) {
      expect([key, data.record[key]]).toEqual([key, row[key]])
      expect([key, data.kinds[key]]).toEqual([key, type.fields[key]?.kind])
    }
    expect(data.verified).toBe(true)
  })

  test('of another user is not there', async () => {
    const path = paths(type, caller(type))
    const stranger = { authorization: 'Bearer user-2', 'x-api-key': 'public' }
    const id = (await ask(type, 'POST', path.write, sample(type))).data.id
    const other = paths(type, 'user-2')
    const status = async (method: 'GET' | 'PUT' | 'DELETE', at: string, body?: object) =>
      (await server.ask(method, at, body, stranger)).status
    // Shared records exist for all users: a writer without permission gets 403.
    const refused = type.scope === 'shared' ? 403 : 404
    expect(await status('PUT', other.write, { id, [naming(type)]: 'À moi' })).toBe(refused)
    expect(await status('DELETE', `${other.write}/${id}`)).toBe(refused)
    expect(await status('GET', `/history/user-2/${type.name}/${id}`)).toBe(refused)
    expect(await status('GET', `${other.one}${id}`)).toBe(
      type.scope !== 'shared' ? 404 : type.read === 'permission' ? 403 : 200,
    )
    expect((await ask(type, 'GET', `${path.one}${id}`)).status).toBe(200)
  })
})

/** A part of each kind that is told in parts. */
const PARTS: Partial<Readonly<Record<FieldKind, string>>> = { address: 'city', words: 'fr' }

describe('each kind of field', () => {
  test('is in the record made for these tests', () => {
    expect(new Set(Object.values(EveryKind.fields).map((field) => field.kind))).toEqual(
      new Set(FIELD_KINDS),
    )
  })

  test.each(Object.entries<Field>(EveryKind.fields))(
    '%s goes to the log and back',
    (key, field) => {
      fc.assert(
        fc.property(arbitrary(field, ids), (sent) => {
          const fields = { [key]: field }
          const value = field.wire.parse(sent)
          const stored = JSON.parse(JSON.stringify(encode(fields, { [key]: value })))
          expect(decode(fields, stored)).toEqual({ [key]: value })
          expect(field.answer.safeParse(value).success).toBe(true)
          expect(completed(fields, {})).toEqual({ [key]: field.toStored(field.empty, {}) })
        }),
        { numRuns: 200 },
      )
    },
  )

  test('takes what it takes, and refuses what it does not, naming the field', async () => {
    const good = first(ids)
    expect((await server.ask('POST', '/everyKind/user-1', good)).status).toBe(200)
    for (const [key, field] of Object.entries(EveryKind.fields)) {
      const answer = await server.ask('POST', '/everyKind/user-1', {
        ...good,
        [key]: REFUSED[field.kind],
      })
      expect([
        key,
        answer.status >= 400 && answer.status < 500,
        answer.fields[0]?.path.split('.')[0],
      ]).toEqual([key, true, key])
      expect([key, answer.fields[0]?.message]).not.toEqual([key, ''])
    }
  })

  test('is told in the history as it is read and answered, from one value to the other', async () => {
    const { id } = (await server.ask('POST', '/everyKind/user-1', first(ids))).data
    expect(await server.ask('PUT', '/everyKind/user-1', { ...second(ids), id })).toMatchObject({
      status: 200,
    })
    const { data } = await server.ask('GET', `/history/user-1/everyKind/${id}`)
    const [from, to]: Values[] = [first(ids), second(ids)]
    const changes = new Map<
      string,
      { from: unknown; to: unknown; kind: string; currency?: string }
    >(data.facts[0].changes.map((change: { field: string }) => [change.field, change]))
    for (const [key, field] of Object.entries(EveryKind.fields)) {
      const part = PARTS[field.kind]
      const path = part === undefined ? key : `${key}.${part}`
      const at = (values: Values | undefined) =>
        part === undefined ? values?.[key] || null : Object(values?.[key])[part]
      expect([path, changes.get(path)?.from || null]).toEqual([path, at(from)])
      expect([path, changes.get(path)?.to || null]).toEqual([path, at(to)])
      expect([path, changes.get(path)?.kind]).toEqual([
        path,
        part === undefined ? field.kind : 'text',
      ])
    }
    expect(changes.get('price')).toMatchObject({ currency: 'JPY', kind: 'money' })
    expect(changes.get('double')).toMatchObject({ from: 24.69, to: 3000, kind: 'money' })
    expect(data).toMatchObject({
      currency: 'JPY',
      kinds: { 'lines.amount': 'money', 'address.country': 'country' },
    })
    expect(data.names[ids.company[0] ?? '']).toBe('Hydravion SAS')
  })

  test('narrows its list where it can', async () => {
    const add = async (values: object): Promise<string> =>
      (await server.ask('POST', '/everyKind/user-1', values)).data.id
    const word = `Paire${newUlid()}`
    const [one, other] = [
      await add({ ...first(ids), name: `${word} un` }),
      await add({ ...second(ids), name: `${word} deux` }),
    ]
    const found = async (query: string): Promise<string[]> =>
      (
        await server.ask('GET', `/everyKind/user-1/all?q=${word}&sort=creationDate&${query}`)
      ).data?.map((row: RecordRow) => row.id)
    const only: Readonly<Record<string, string>> = {
      state: 'draft',
      days: 'sunday',
      tags: 'lent',
      country: 'FR',
      currency: 'TND',
      isOpen: 'true',
      startMonth: '4',
      skill: '2',
      swatch: '17',
      companyId: ids.company[0] ?? '',
      organismIds: ids.organism[1] ?? '',
      boughtOnTo: String(Date.UTC(2026, 11, 31)),
      seenAtFrom: String(Date.UTC(2026, 0, 1)),
      startYearTo: '2020',
      minutesFrom: '60',
      feeTo: '0',
      countFrom: '1',
      weightFrom: '1.125',
      shareTo: '33.33',
    }
    for (const [key, value] of Object.entries(only))
      expect([key, await found(`${key}=${value}`)]).toEqual([key, [one]])
    expect(await found('companyId=0')).toEqual([other])
    // No day is before any day, and in no range.
    expect(await found(`seenAtTo=${Date.UTC(2027, 0, 1)}`)).toEqual([one])
    expect(await found('limit=2')).toEqual([one, other])
    expect((await server.ask('GET', '/everyKind/user-1/all?state=lost')).status).toBe(400)
  })

  test('is searched in texts, lists of texts and addresses', async () => {
    const { id } = (
      await server.ask('POST', '/everyKind/user-1', {
        ...first(ids),
        name: 'Cherché',
        tags: ['Ocarina'],
      })
    ).data
    const row = async (q: string) =>
      (await server.ask('GET', `/everyKind/user-1/all?q=${q}`)).data.map((r: RecordRow) => r.id)
    expect(await row('cherche+ocarina+papier')).toEqual([id])
    expect(await row('cherche+ocarina+bruxelles')).toEqual([])
  })

  test('has its cell', async () => {
    const { id } = (
      await server.ask('POST', '/everyKind/user-1', { ...first(ids), name: 'Cellule' })
    ).data
    const csv = await server.ask('GET', '/everyKind/user-1/all?q=Cellule', undefined, {
      accept: 'text/csv',
      'accept-language': 'fr',
    })
    const [head = [], cells = []] = readCsv(csv.text, ';')
    const cell = (path: string) => cells[head.indexOf(path)]
    expect(cell('tags')).toBe('lent, sûr')
    expect(cell('boughtOn')).toBe('2026-10-30')
    expect(cell('seenAt')).toBe('2026-10-30 09:15:30')
    expect(cell('price')).toBe('12,345')
    expect(cell('fee')).toBe('-3,5')
    expect(cell('share')).toBe('33,33')
    expect(cell('days')).toBe('monday, sunday')
    expect(cell('telephone')).toBe("'+33199001234")
    expect(cell('organisms')).toBe('Institut Boréal, École du Cadran')
    expect(cell('company')).toBe('Hydravion SAS')
    expect(csv.text).toContain(id)
    // A picture and rows are no cell.
    expect(head).not.toContain('picture')
    expect(head).not.toContain('lines')
  })

  test('of rich text loses what a browser would run', async () => {
    const letter =
      '<p onclick="x()">Un <script>alert(1)</script><a href="javascript:x()">lien</a></p><img src=x onerror=y>'
    const { id } = (await server.ask('POST', '/everyKind/user-1', { ...first(ids), letter })).data
    expect((await server.ask('GET', `/everyKind/user-1/${id}`)).data.letter).toBe(
      '<p>Un <a rel="noopener noreferrer nofollow" target="_blank">lien</a></p>',
    )
  })
})

describe('the currency of a record', () => {
  test('decides the digits of its amounts', async () => {
    const price = async (currency: string, amount: number) =>
      server.ask('POST', '/everyKind/user-1', { ...first(ids), currency, price: amount })
    expect((await price('TND', 1.234)).status).toBe(200)
    expect(await price('EUR', 1.234)).toMatchObject({ status: 422, fields: [{ path: 'price' }] })
    expect((await price('JPY', 12)).status).toBe(200)
    expect(await price('JPY', 1.2)).toMatchObject({ status: 422, fields: [{ path: 'price' }] })
  })
  test('changed alone leaves the amounts as they read, or is refused where it has too few digits', async () => {
    const { id } = (
      await server.ask('POST', '/everyKind/user-1', { ...first(ids), currency: 'EUR', price: 12 })
    ).data
    expect((await server.ask('PUT', '/everyKind/user-1', { id, currency: 'JPY' })).status).toBe(200)
    expect((await server.ask('GET', `/everyKind/user-1/${id}`)).data).toMatchObject({
      currency: 'JPY',
      price: 12,
      double: 24,
    })
    await server.ask('PUT', '/everyKind/user-1', { id, currency: 'EUR', price: 12.5 })
    expect(await server.ask('PUT', '/everyKind/user-1', { id, currency: 'JPY' })).toMatchObject({
      status: 422,
      fields: [{ path: 'price' }],
    })
  })
  test('is the active profile’s when none is said, and the user’s without a profile', async () => {
    const { currency: _, ...rest } = { ...first(ids), price: 1 }
    const meta = (commandId: string) => ({
      commandId,
      owner: 'user-1',
      actor: { kind: 'user', id: 'user-1' } as const,
    })
    const usual = async (): Promise<string> => {
      const { id } = (await server.ask('POST', '/everyKind/user-1', rest)).data
      return (await server.ask('GET', `/everyKind/user-1/${id}`)).data.currency
    }
    expect(await usual()).toBe('EUR')
    const { handler } = server
    const register = {
      userName: 'anna',
      firstName: 'Anna',
      lastName: 'Exemple',
      mail: 'anna@exemple.example',
    }
    await handler.run(
      userDecider,
      'user-1',
      { type: 'RegisterUser', ...register, preferredLanguage: 'fr', roleIds: [] },
      meta('register'),
    )
    await handler.run(
      userDecider,
      'user-1',
      { type: 'ChangeParameters', changes: { currency: 'USD' } },
      meta('usd'),
    )
    expect(await usual()).toBe('USD')
    const activeProfile = ids.professionalInfo[0] ?? ''
    await handler.run(
      userDecider,
      'user-1',
      { type: 'ChangeParameters', changes: { activeProfile } },
      meta('profile'),
    )
    expect(await usual()).toBe('CHF')
  })
  test('is refused where it is none', async () => {
    expect(
      (await server.ask('POST', '/everyKind/user-1', { ...first(ids), currency: '' })).status,
    ).toBe(400)
  })
})

describe('a reference', () => {
  const add = (over: object) =>
    server.ask('POST', '/contact/user-1', { lastName: 'Durand', ...over })

  test('names what is there, and is refused when it is not there or another’s', async () => {
    const { id } = (await add({ companyId: ids.company[0] })).data
    expect((await server.ask('GET', `/contact/user-1/${id}`)).data.company).toBe('Hydravion SAS')
    const foreign = (await server.ask('POST', '/company/user-2', { name: 'D’une autre' })).data.id
    for (const companyId of [foreign, newUlid()])
      expect(await add({ companyId })).toMatchObject({
        status: 422,
        fields: [{ path: 'companyId' }],
      })
  })

  test('that does not change is not judged again', async () => {
    const company = (await server.ask('POST', '/company/user-1', { name: 'Éphémère' })).data.id
    const { id } = (await add({ companyId: company })).data
    expect((await server.ask('DELETE', `/company/user-1/${company}`)).status).toBe(200)
    expect(
      await server.ask('PUT', '/contact/user-1', { id, companyId: company, role: 'Achats' }),
    ).toMatchObject({
      status: 200,
    })
    expect(await add({ companyId: company })).toMatchObject({
      status: 422,
      fields: [{ path: 'companyId' }],
    })
  })

  test('keeps what it names where it is declared so, and says what does', async () => {
    const organism = (await server.ask('POST', '/organism/user-1', { name: 'Retenu' })).data.id
    const holder = (
      await server.ask('POST', '/everyKind/user-1', {
        ...first(ids),
        name: 'Qui retient',
        organismIds: [organism],
      })
    ).data.id
    expect(await server.ask('DELETE', `/organism/user-1/${organism}`)).toMatchObject({
      status: 409,
      code: 'RECORD_IN_USE',
      fields: [{ path: `everyKind.${holder}`, message: 'Qui retient draft' }],
    })
    await server.ask('PUT', '/everyKind/user-1', { id: holder, organismIds: [] })
    expect((await server.ask('DELETE', `/organism/user-1/${organism}`)).status).toBe(200)
  })
})

describe('a record of a profile', () => {
  test('belongs to a profile of the caller, and is listed by it', async () => {
    const [profileId] = ids.professionalInfo
    const other = (await server.ask('POST', '/professionalInfo/user-1', { name: 'Second' })).data.id
    const foreign = (await server.ask('POST', '/professionalInfo/user-2', { name: 'D’une autre' }))
      .data.id
    const add = (body: object) => server.ask('POST', '/ofProfile/user-1', body)
    const { id } = (await add({ name: 'Ici', profileId: other })).data
    expect((await add({ name: 'Ailleurs', profileId })).status).toBe(200)
    expect(await add({ name: 'Chez une autre', profileId: foreign })).toMatchObject({
      status: 422,
      fields: [{ path: 'profileId' }],
    })
    expect((await add({ name: 'Nulle part' })).status).toBe(400)
    expect((await server.ask('GET', `/ofProfile/user-1/all/${other}`)).data).toMatchObject([
      { id, name: 'Ici', profile: 'Second' },
    ])
  })
})

describe('a record of everyone', () => {
  const write = (type: RecordType, name: string, as: string) =>
    server.ask('POST', `/${type.name}/${as}`, { name }, { authorization: `Bearer ${as}` })

  test('is written by permission, and is the product’s own', async () => {
    expect((await write(Leaflet, 'Dépliant', 'user-1')).status).toBe(403)
    const { id } = (await write(Leaflet, 'Dépliant', 'admin')).data
    const { events } = await server.store.readStream(`leaflet-${id}`)
    expect(events[0]?.meta).toMatchObject({ owner: 'system', actor: { id: 'admin' } })
  })
  test('is read by whom it is declared for', async () => {
    const leaflet = (await write(Leaflet, 'Pour tous', 'admin')).data.id
    const guideline = (await write(Guideline, 'Pour la maison', 'admin')).data.id
    const anonymous = await server.app.inject({
      url: `/api/leaflet/${leaflet}`,
      headers: { 'x-api-key': 'public' },
    })
    expect([anonymous.statusCode, anonymous.json().result.data.name]).toEqual([200, 'Pour tous'])
    expect((await server.app.inject({ url: `/api/leaflet/${leaflet}` })).statusCode).toBe(401)
    expect((await server.ask('GET', `/guideline/user-1/${guideline}`)).status).toBe(403)
    expect(
      (await server.ask('GET', `/guideline/admin/${guideline}`, undefined, ADMIN)).data.name,
    ).toBe('Pour la maison')
  })
})

describe('the form of a record', () => {
  const Before = { name: 'Sans ville', city: '' }
  const Place = defineRecord('place', {
    context: 'kernel',
    permission: 'contact',
    fields: { name: text({ required: true }), city: text({ required: true }) },
    named: ['name'],
    listed: ['name'],
    searched: [],
  })
  test('asks a new record for all it needs, and one of before for what it changes', () => {
    expect(formSchema(Place, null).safeParse(Before).success).toBe(false)
    expect(formSchema(Place, Before).safeParse({ ...Before, name: ' Autre ' }).data).toEqual({
      name: 'Autre',
      city: '',
    })
    expect(formSchema(Place, { ...Before, city: 'Lyon' }).safeParse(Before).success).toBe(false)
    expect(
      formSchema(Place, Before).safeParse({ ...Before, name: '' }).error?.issues[0]?.path,
    ).toEqual(['name'])
  })
})

describe('an older record', () => {
  test('has a value in every field that was added since, and the default of a choice', () => {
    const decider = recordDecider(Company)
    const state = decider.evolve(decider.initial, {
      type: 'CompanyAdded',
      // as it was stored when a company had no kind by default
      data: { values: { name: 'Ancienne', kind: '' as 'customer' } },
    })
    expect(state).toMatchObject({
      values: { name: 'Ancienne', kind: 'customer', website: '', address: { city: '' } },
    })
  })
})

test('the types say what a record holds', () => {
  expectTypeOf<Stored<typeof Contact>['companyId']>().toEqualTypeOf<string | 0>()
  expectTypeOf<Wire<typeof Company>['kind']>().toEqualTypeOf<'customer' | 'prospect' | 'former'>()
  expectTypeOf<RecordRow<typeof Contact>['company']>().toEqualTypeOf<string>()
  expectTypeOf<RecordRow<typeof EveryKind>['organisms']>().toEqualTypeOf<readonly string[]>()
  expectTypeOf<RecordRow<typeof EveryKind>['double']>().toEqualTypeOf<number>()
  const spec = {
    context: 'kernel',
    permission: 'contact',
    fields: { name: text() },
    named: ['name'],
    listed: ['name'],
  } as const
  // @ts-expect-error -- a field that is not there
  defineRecord('misspelt', { ...spec, searched: ['nmae'] })
  // @ts-expect-error -- nor is its part
  defineRecord('misspelt', { ...spec, searched: ['name.city'] })
  // @ts-expect-error -- nor its column
  defineRecord('misspelt', { ...spec, searched: ['name'], listed: ['nmae'] })
  expect(OfProfile.scope).toBe('profile')
})

describe('the order of a list', () => {
  const typeOf = (name: string) => {
    const type = records.find((one) => one.name === name)
    if (type === undefined) throw new Error(`No record type ${name}`)
    return type
  }
  const add = async (type: RecordType, values: Values): Promise<string> =>
    (await ask(type, 'POST', paths(type).write, values)).data.id
  const read = async (type: RecordType, query: string) =>
    ask(type, 'GET', `${paths(type).list}?${query}`)

  test('of names leaves case and accents out', async () => {
    const organism = typeOf('organism')
    for (const name of ['Zèbre ordonné', 'éclair ordonné', 'abaque ordonné'])
      await add(organism, { name })
    const { data } = await read(organism, 'q=ordonné&sort=name')
    expect(data.map((row: RecordRow) => row['name'])).toEqual([
      'abaque ordonné',
      'éclair ordonné',
      'Zèbre ordonné',
    ])
  })

  test('of a reference is that of the names it refers to, page by page', async () => {
    const [company, contact] = [typeOf('company'), typeOf('contact')]
    for (const name of ['zinc', 'Écume', 'aube']) {
      const companyId = await add(company, { name })
      await add(contact, { companyId, firstName: 'Suite', lastName: 'Ordonnée' })
    }
    const first = await read(contact, 'q=ordonnée&sort=-companyId&limit=2')
    expect(first.headers['x-total-count']).toBe('3')
    const rest = await read(
      contact,
      `q=ordonnée&sort=-companyId&limit=2&cursor=${String(first.headers['x-next-cursor'])}`,
    )
    const names = [...first.data, ...rest.data].map(
      (row: RecordRow) => row[referenceName('companyId')],
    )
    expect(names).toEqual(['zinc', 'Écume', 'aube'])
    expect((await read(contact, 'sort=companyId&cursor=elsewhere')).status).toBe(400)
  })
})
