import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { positionOf, START } from '#domain/kernel/event.ts'
import type { Condition, Doc } from '#domain/kernel/ports/read-store.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { openTables, ReadModelsLost } from '#projections/read-store/sqlite-tables.ts'
import { readStoreSuite } from '#tests/conformance/read-store.ts'

readStoreSuite('SQLite', async () => sqliteReadStore(), { runs: 150 })

/**
 * Enough documents for lists over several chunks, searches off text, and pages chosen from another
 * order.
 */
const MANY = 3_000
type Row = Doc & { readonly n: number; readonly day: string; readonly name: string }
const rowOf = (i: number, n = (i * 7919) % MANY): Row => ({
  _id: `d${i}`,
  owner: `user-${i % 2}`,
  n,
  day: `2026-${String(1 + (n % 12)).padStart(2, '0')}-01`,
  name: `Société ${n % 90} n° ${n}`,
})

test('many documents are listed, searched and counted as if each had been looked at, also once they have changed', async () => {
  const c = sqliteReadStore().collection<Row>('rows')
  await c.ensureIndexes([
    { fields: ['owner', 'n'] },
    { fields: ['owner', 'day', 'n'] },
    { fields: ['owner', 'name'] },
  ])
  const rows = new Map<string, Row>()
  let position = 0
  const put = (row: Row, before: number | null) => {
    rows.set(row._id, row)
    return c.apply([
      {
        id: row._id,
        ifPos: before === null ? null : positionOf(before),
        doc: { ...row, _pos: positionOf(++position) },
      },
    ])
  }
  for (let i = 0; i < MANY * 2; i++) await put(rowOf(i), null)
  const searches = ['societe', 'SOCIÉTÉ 17', '7', 'n° 2999', 'zzz', '1 2 3', 'societe societe']
  const look = async () => {
    for (const owner of ['user-0', 'user-1', 'user-2'])
      for (const text of searches)
        for (const where of [{ owner }, { owner, day: '2026-03-01' }, { owner, n: { $lt: 1_500 } }])
          for (const [field, direction] of [
            ['n', -1],
            ['name', 1],
            ['day', -1],
          ] as const) {
            const words = text.toLowerCase().replaceAll('é', 'e').split(' ')
            const plain = (row: Row) =>
              row.name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
            const wanted = [...rows.values()]
              .filter(
                (row) =>
                  row.owner === owner &&
                  (!('day' in where) || row.day === '2026-03-01') &&
                  (!('n' in where) || row.n < 1_500),
              )
              .filter((row) => words.every((word) => plain(row).includes(word)))
              .sort(
                (a, b) =>
                  direction *
                  (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : a._id < b._id ? -1 : 1),
              )
            const page = await c.find({
              filter: { where, search: { fields: ['name'], text } },
              sort: [[field, direction]],
              limit: 50,
              counted: true,
            })
            expect([page.total, page.items.map((row) => row._id)]).toEqual([
              wanted.length,
              wanted.slice(0, 50).map((row) => row._id),
            ])
          }
  }
  await look()
  // Renamed where it stands, moved, and given to another.
  await put({ ...rowOf(10), name: 'Atelier 17 zzz' }, 11)
  await put(rowOf(11, 2_999), 12)
  await put({ ...rowOf(12), owner: 'user-1' }, 13)
  await look()
})

test('sums and counts of nearly all documents are those of adding them one by one', async () => {
  type Sale = Doc & { readonly kind: string; readonly n: number | string; readonly minor: number }
  const spec = { by: ['kind'], of: ['minor'] } as const
  const c = sqliteReadStore().collection<Sale>('sales')
  await c.ensureIndexes([{ fields: ['owner', 'n'] }, { fields: ['owner', 'kind', 'n'] }])
  const sale = (i: number, n: Sale['n'] = (i * 7919) % 1_000): Sale => ({
    _id: `s${i}`,
    owner: 'user-1',
    kind: ['a', 'b', 'c'][i % 3] ?? '',
    n,
    minor: i,
  })
  const told = new Map<string, Sale>()
  let position = 0
  const put = async (doc: Sale, ifPos: string | null) => {
    const _pos = positionOf(++position)
    told.set(doc._id, doc)
    await c.apply([{ id: doc._id, ifPos, doc: { ...doc, _pos } }])
    return _pos
  }
  const written: string[] = []
  for (let i = 0; i < 2_000; i++) written.push(await put(sale(i), null))
  const conditions = [
    [{ $gt: 10 }, (n: number) => n > 10],
    [{ $gte: 10 }, (n: number) => n >= 10],
    [{ $lt: 990 }, (n: number) => n < 990],
    [{ $lte: 990 }, (n: number) => n <= 990],
    [{ $gte: 10, $lt: 990 }, (n: number) => n >= 10 && n < 990],
    [{ $ne: 500 }, (n: number) => n !== 500],
  ] as const
  const check = async () => {
    for (const [condition, holds] of conditions) {
      const filter = { where: { owner: 'user-1', n: condition } }
      const wanted = [...told.values()].filter(
        ({ n }) => (typeof n === 'number' || '$ne' in condition) && holds(Number(n)),
      )
      const groups = await c.sum(filter, spec)
      expect(await c.count(filter)).toBe(wanted.length)
      expect(
        Object.fromEntries(groups.map(({ key, count, sums }) => [key.kind, [count, sums.minor]])),
      ).toEqual(
        Object.fromEntries(
          [...Map.groupBy(wanted, ({ kind }) => kind)].map(([kind, some]) => [
            kind,
            [some.length, some.reduce((sum, { minor }) => sum + minor, 0)],
          ]),
        ),
      )
    }
  }
  await check()
  // Documents that change, and one whose value is of another type.
  for (let i = 0; i < 50; i++)
    await put({ ...sale(i), minor: 1_000_000 + i, n: 500 + i }, written[i] ?? null)
  await check()
  await put(sale(60, 'other'), written[60] ?? null)
  await check()
})

test('conditions without an index find what checking each document finds, also once documents have changed', async () => {
  type Job = Doc & {
    readonly day: number
    readonly mode: string | readonly string[] | null
    readonly posting: { readonly years: number; readonly title: string }
    readonly serial: number
  }
  const c = sqliteReadStore().collection<Job>('rows')
  await c.ensureIndexes([{ fields: ['owner', 'day'] }])
  const jobOf = (i: number): Job => ({
    _id: `j${i}`,
    owner: 'user-1',
    day: (i * 7919) % 60,
    mode: ['site', 'home', null][i % 3] ?? null,
    posting: { years: i % 12, title: `Job ${i % 5 === 0 ? 'of a designer' : 'of another'}` },
    serial: i,
  })
  const told = new Map<string, Job>()
  const stand = new Map<string, string>()
  let position = 0
  const put = async (doc: Job, gone: { readonly _deleted?: true } = {}) => {
    const _pos = positionOf(++position)
    if (gone._deleted) told.delete(doc._id)
    else told.set(doc._id, doc)
    await c.apply([
      { id: doc._id, ifPos: stand.get(doc._id) ?? null, doc: { ...doc, ...gone, _pos } },
    ])
    stand.set(doc._id, _pos)
  }
  // More of them than a column keeps values.
  for (let i = 0; i < 5_000; i++) await put(jobOf(i))
  const modes = ({ mode }: Job): readonly unknown[] => (Array.isArray(mode) ? mode : [mode])
  const filters = [
    [
      { mode: { $in: ['site', 'home'] } },
      (job: Job) => modes(job).some((mode) => mode === 'site' || mode === 'home'),
    ],
    [{ mode: null }, (job: Job) => modes(job).includes(null)],
    [{ mode: { $ne: 'site' } }, (job: Job) => !modes(job).includes('site')],
    [
      { 'posting.years': { $gte: 3, $lt: 5 } },
      ({ posting }: Job) => posting.years >= 3 && posting.years < 5,
    ],
    [
      { 'posting.years': { $gte: 3 }, mode: 'home', day: { $gt: 20 } },
      (job: Job) => job.posting.years >= 3 && modes(job).includes('home') && job.day > 20,
    ],
    [
      { serial: { $lt: 2_500 }, mode: 'home' },
      (job: Job) => job.serial < 2_500 && modes(job).includes('home'),
    ],
  ] as const
  const check = async () => {
    for (const [where, holds] of filters)
      for (const text of ['', 'designer'])
        for (const direction of [1, -1] as const) {
          const filter = {
            where: { owner: 'user-1', ...where },
            search: { fields: ['posting.title'], text },
          }
          const wanted = [...told.values()]
            .filter((job) => holds(job) && job.posting.title.includes(text))
            .sort((a, b) => direction * (a.day - b.day || (a._id < b._id ? -1 : 1)))
          const query = { filter, sort: [['day', direction]], limit: 70, counted: true } as const
          const first = await c.find(query)
          const second = first.next === null ? null : await c.find({ ...query, cursor: first.next })
          const ids = [...first.items, ...(second?.items ?? [])].map(({ _id }) => _id)
          expect([first.total, ids]).toEqual([
            wanted.length,
            wanted.slice(0, 140).map(({ _id }) => _id),
          ])
          expect(await c.count(filter)).toBe(wanted.length)
        }
  }
  await check()
  for (let i = 0; i < 40; i++)
    await put({ ...jobOf(i), mode: 'home', posting: { years: 4, title: 'designer' } })
  for (let i = 40; i < 60; i++) await put(jobOf(i), { _deleted: true })
  for (let i = 60; i < 80; i++) await put({ ...jobOf(i), owner: 'user-2' })
  for (let i = 60; i < 80; i++) told.delete(`j${i}`)
  for (let i = 5_000; i < 5_100; i++) await put({ ...jobOf(i), mode: 'elsewhere' })
  await check()
  // A list has no place in a column: each of its elements counts.
  await put({ ...jobOf(90), mode: ['site', 'home'] })
  await check()
  await put(jobOf(90))
  await check()
})

test('an owner with very many documents gets the pages, counts and sums that one with few gets', async () => {
  const MOST = 21_000
  type Sale = Doc & {
    readonly kind: string
    readonly day: number
    readonly state: string
    readonly minor: number
  }
  const c = sqliteReadStore().collection<Sale>('sales')
  await c.ensureIndexes([
    { fields: ['owner', 'kind', 'day'] },
    { fields: ['owner', 'kind', 'state'] },
  ])
  const sales = Array.from(
    { length: MOST },
    (_, i): Sale => ({
      _id: `s${String(i).padStart(6, '0')}`,
      owner: i % 1_000 === 0 ? 'user-2' : 'user-1',
      kind: i % 3 === 0 ? 'a' : 'b',
      day: (i * 7919) % 365,
      state: i % 500 === 7 ? 'seldom' : 'often',
      minor: i % 97,
    }),
  )
  await c.apply(
    sales.map((doc, i) => ({ id: doc._id, ifPos: null, doc: { ...doc, _pos: positionOf(i + 1) } })),
  )
  const own = { owner: 'user-1', kind: 'b' }
  const filters: readonly (readonly [
    Readonly<Record<string, Condition>>,
    (sale: Sale) => boolean,
  ])[] = [
    [{}, () => true],
    [{ state: 'seldom' }, ({ state }) => state === 'seldom'],
    [{ day: { $gte: 360 } }, ({ day }) => day >= 360],
    [{ minor: { $ne: 5 } }, ({ minor }) => minor !== 5],
    [{ minor: 96 }, ({ minor }) => minor === 96],
    [{ minor: 1, state: 'seldom' }, ({ minor, state }) => minor === 1 && state === 'seldom'],
  ]
  for (const [where, holds] of filters)
    for (const sort of [
      [['day', -1]],
      [
        ['day', 1],
        ['minor', -1],
      ],
      [['minor', 1]],
    ] as const) {
      const direction = sort.at(-1)?.[1] ?? 1
      const wanted = sales
        .filter((sale) => sale.owner === 'user-1' && sale.kind === 'b' && holds(sale))
        .sort((a, b) => {
          for (const [field, way] of sort)
            if (a[field] !== b[field]) return way * (a[field] < b[field] ? -1 : 1)
          return direction * (a._id < b._id ? -1 : 1)
        })
      const query = { filter: { where: { ...own, ...where } }, sort, limit: 40, counted: true }
      const first = await c.find(query)
      const second = first.next === null ? null : await c.find({ ...query, cursor: first.next })
      const ids = [...first.items, ...(second?.items ?? [])].map(({ _id }) => _id)
      expect([first.total, second?.total ?? wanted.length, ids]).toEqual([
        wanted.length,
        wanted.length,
        wanted.slice(0, 80).map(({ _id }) => _id),
      ])
      const [group] = await c.sum(query.filter, { by: ['kind'], of: ['minor'] })
      expect(group?.sums.minor ?? 0).toBe(wanted.reduce((sum, { minor }) => sum + minor, 0))
      expect(await c.count(query.filter)).toBe(wanted.length)
    }
}, 60_000)

test('what is applied while another connection writes waits, and what is asked does not', async () => {
  const store = sqliteReadStore()
  const c = store.collection<Doc>('rows')
  const put = (id: string) =>
    c.apply([{ id, ifPos: null, doc: { _id: id, owner: 'user-1', _pos: positionOf(1) } }])
  await put('a')
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const paused = store.paused(() => ended)
  const later = put('b')
  expect(await c.count({})).toBe(1)
  end()
  await Promise.all([paused, later])
  expect(await c.count({})).toBe(2)
  await expect(store.paused(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  await put('c')
  expect(await c.count({})).toBe(3)
})

test('a batch that fails half way leaves nothing, and the next one is whole', async () => {
  const store = sqliteReadStore()
  const c = store.collection<Doc & { readonly n?: unknown }>('rows')
  await c.find({ filter: { where: { n: 1 } } })
  const write = (_id: string, n: unknown) => ({
    id: _id,
    ifPos: null,
    doc: { _id, owner: 'user-1', n, _pos: positionOf(1) },
  })
  // A list makes a column of its own, which is undone with the batch.
  const broken = {
    ...write('b', 1),
    doc: {
      ...write('b', 1).doc,
      toJSON: () => {
        throw new Error('broken')
      },
    },
  }
  await expect(c.apply([write('a', [1, 2]), broken])).rejects.toThrow('broken')
  expect(await c.count({})).toBe(0)
  await c.apply([write('a', [1, 2])])
  expect((await c.find({ filter: { where: { n: 2 } } })).items.map(({ _id }) => _id)).toEqual(['a'])
})

test('a disk that is full within a commit is told, and what is kept is read again once there is room', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sql = new Database(':memory:')
  const full = new Error('database or disk is full')
  let isFull = true
  // SQLite undoes the whole transaction by itself.
  const commit = () => {
    if (!isFull) return
    sql.exec('ROLLBACK')
    throw full
  }
  const undone: string[] = []
  const tables = openTables(
    sql,
    commit,
    () => {},
    () => undone.push('undone'),
  )
  tables.write('CREATE TABLE rows (n)')
  tables.commit()
  const read = () => tables.one('SELECT 1')
  expect(read).toThrow(ReadModelsLost)
  expect(read).toThrow(expect.objectContaining({ cause: full }))
  expect(read).toThrow('Make room')
  isFull = false
  sql.pragma('query_only = ON')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).toThrow(ReadModelsLost)
  sql.pragma('query_only = OFF')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(read()).toBe(1)
  expect(undone).toEqual(['undone'])
})

test('a disk that is full within a statement undoes documents and checkpoints together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sql = new Database(':memory:')
  const store = sqliteReadStore(sql)
  const undone: string[] = []
  store.onUndone?.(() => undone.push('undone'))
  const c = store.collection<Doc & { readonly text: string }>('rows')
  const add = (_id: string, at: number, text = '') =>
    c.apply([{ id: _id, ifPos: null, doc: { _id, owner: 'user-1', text, _pos: positionOf(at) } }], {
      from: at === 1 ? START : positionOf(at - 1),
      to: positionOf(at),
    })
  await add('a', 1)
  await vi.advanceTimersByTimeAsync(100)
  await add('b', 2)
  sql.pragma(`max_page_count = ${Number(sql.pragma('page_count', { simple: true }))}`)
  await expect(add('c', 3, 'x'.repeat(100_000))).rejects.toThrow('full')
  await expect(c.count({})).rejects.toThrow(ReadModelsLost)
  sql.pragma('max_page_count = 100000')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(undone).toEqual(['undone'])
  expect((await c.find({ filter: {} })).items.map(({ _id }) => _id)).toEqual(['a'])
  expect((await store.checkpoints.load('rows')).position).toBe(positionOf(1))
  expect(await add('b', 2)).toEqual({ conflicts: [], moved: true })
  expect(await add('c', 3)).toEqual({ conflicts: [], moved: true })
})
