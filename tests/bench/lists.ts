import { positionOf, START, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc, Stored } from '#domain/kernel/ports/read-store.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { stamp, type Stamp } from '#projections/kernel/stamp.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { recorded } from '#tests/kernel/events.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'

type Bill = Doc &
  Stamp & {
    readonly number: string
    readonly status: string
    readonly issuedOn: string
    readonly company: string
    readonly totalMinor: number
    readonly lines: number
  }

const DOCUMENTS = sized(200_000, 2_000)
const OWNERS = 10
const STATUSES = ['draft', 'issued', 'paid', 'collected']
const ROUNDS = sized(1_000, 10)
const WARM_UP = sized(100, 1)

/** The same numbers each run. */
function randoms(): (n: number) => number {
  let seed = 42
  return (n) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 4_294_967_296) * n)
  }
}

const two = (n: number) => String(n).padStart(2, '0')
function bill(i: number, pick: (n: number) => number): Bill {
  return {
    _id: `01J${String(pick(1e9)).padStart(10, '0')}${i}`,
    owner: `user-${i % OWNERS}`,
    number: `F${2020 + pick(7)}-${i}`,
    status: STATUSES[pick(4)] ?? '',
    issuedOn: `${2020 + pick(7)}-${two(1 + pick(12))}-${two(1 + pick(28))}`,
    company: `Société ${pick(400)}`,
    totalMinor: pick(10_000_00),
    lines: 1 + pick(5),
    version: 3,
    creationDate: 1_700_000_000_000 + pick(1e9),
    lastModificationDate: 1_700_000_000_000 + pick(1e9),
    createdBy: 'Anna Exemple',
    modifiedBy: 'Anna Exemple',
  }
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000

/** @returns milliseconds of each of `ROUNDS` calls, after some to warm up */
async function repeated(call: (round: number) => Promise<unknown>): Promise<readonly number[]> {
  const spent: number[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const ms = await timed(() => call(round))
    if (round >= WARM_UP) spent.push(ms)
  }
  return spent
}

async function lists(): Promise<readonly BenchResult[]> {
  const pick = randoms()
  const bills = sqliteReadStore().collection<Bill>('bills')
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  await bills.ensureIndexes([
    { fields: ['owner', 'issuedOn'] },
    { fields: ['owner', 'status', 'issuedOn'] },
    { fields: ['owner', 'company'] },
  ])
  // An index is built at its first use.
  for (const field of ['issuedOn', 'company'])
    await bills.find({ filter: { where: { owner: '' } }, sort: [[field, 1]] })
  await bills.find({ filter: { where: { owner: '', status: '' } }, sort: [['issuedOn', 1]] })
  const startedAt = performance.now()
  for (let i = 0; i < DOCUMENTS; i++) {
    const doc: Stored<Bill> = { ...bill(i, pick), _pos: positionOf(i + 1) }
    await bills.apply([{ id: doc._id, ifPos: null, doc }])
  }
  const insertsPerS = DOCUMENTS / ((performance.now() - startedAt) / 1_000)
  globalThis.gc?.()
  const heapMb = (process.memoryUsage().heapUsed - before) / 1_048_576

  const owner = (round: number) => `user-${round % OWNERS}`
  const year = (round: number) => 2020 + (round % 7)
  const queries: readonly (readonly [
    name: string,
    call: (round: number) => Promise<unknown>,
    atMost?: number,
  ])[] = [
    [
      'sorted by day, one status, with the count',
      async (r) => [
        await bills.find({
          filter: { where: { owner: owner(r), status: 'paid' } },
          sort: [['issuedOn', -1]],
          limit: 50,
        }),
        await bills.count({ where: { owner: owner(r), status: 'paid' } }),
      ],
    ],
    [
      'sorted by day, one year, amounts above a limit',
      (r) =>
        bills.find({
          filter: {
            where: {
              owner: owner(r),
              issuedOn: { $gte: `${year(r)}-01-01`, $lt: `${year(r) + 1}-01-01` },
              totalMinor: { $gt: 990_000 },
            },
          },
          sort: [['issuedOn', 1]],
          limit: 50,
        }),
    ],
    [
      'sorted by amount, which no index holds',
      (r) =>
        bills.find({
          filter: { where: { owner: owner(r), status: { $ne: 'draft' } } },
          sort: [['totalMinor', -1]],
          limit: 50,
        }),
      10,
    ],
    [
      'searched by two words',
      (r) =>
        bills.find({
          filter: {
            where: { owner: owner(r) },
            search: { fields: ['company', 'number'], text: `societe ${r % 400}` },
          },
          sort: [['issuedOn', -1]],
          limit: 50,
        }),
    ],
    [
      'the hundredth page',
      (r) =>
        bills.find({
          filter: { where: { owner: owner(r) } },
          sort: [['issuedOn', -1]],
          limit: 50,
          cursor: cursors.get(owner(r)) ?? '',
        }),
    ],
  ]
  const cursors = new Map<string, string>()
  for (let i = 0; i < OWNERS; i++) {
    const page = await bills.find({
      filter: { where: { owner: owner(i) } },
      sort: [['issuedOn', -1]],
      limit: sized(5_000, 100),
    })
    if (page.next) cursors.set(owner(i), page.next)
  }
  const results: BenchResult[] = []
  for (const [name, call, atMost = 5] of queries) {
    const spent = await repeated(call)
    results.push({
      name: `list 50 of a user's 20,000 among 200,000, ${name}: p95`,
      value: rounded(quantile(spent, 0.95)),
      unit: 'ms',
      atMost,
    })
  }
  results.push({
    name: 'documents into a collection with three indexes, one by one',
    value: Math.round(insertsPerS),
    unit: '/s',
    atLeast: 20_000,
  })
  // Without --expose-gc the heap holds garbage too, and the figure says little.
  if (globalThis.gc)
    results.push({
      name: 'heap of 200,000 documents with three indexes',
      value: Math.round(heapMb),
      unit: 'MB',
      atMost: 300,
    })
  return results
}

const CATEGORIES = 6
const TYPES_EACH = 4
const typeOf = (category: number, n: number) => `Type${category % CATEGORIES}-${n % TYPES_EACH}`

/**
 * Twelve projections like the product's. Each follows the streams of one category and one type of
 * another, two projections to a category. Most keep a document per stream, some one per owner. An
 * event changes two or three documents.
 */
function projections(): readonly Projection[] {
  return Array.from(
    { length: 12 },
    (_, n): Projection<Doc & Stamp & { readonly count: number; readonly last: string }> => ({
      name: `projection-${n}`,
      version: 1,
      handles: [
        ...Array.from({ length: TYPES_EACH }, (_type, i) => typeOf(n, i)),
        typeOf(n + 1, 0),
      ],
      keyOf: (event) => (n % 4 === 3 ? event.meta.owner : event.stream),
      evolve: (doc, event, key) => ({
        ...doc,
        ...stamp(doc, event),
        _id: key,
        owner: event.meta.owner,
        count: (doc?.count ?? 0) + 1,
        last: event.type,
      }),
      indexes: [{ fields: ['owner', 'creationDate'] }, { fields: ['owner', 'last'] }],
    }),
  )
}

async function replay(): Promise<readonly BenchResult[]> {
  const pick = randoms()
  const events = Array.from({ length: DOCUMENTS }, (_, i): RecordedEvent => {
    const category = pick(CATEGORIES)
    return recorded(
      `category${category}-${pick(DOCUMENTS / CATEGORIES / 8)}`,
      typeOf(category, pick(TYPES_EACH)),
      { amount: i },
      {
        owner: `user-${pick(OWNERS)}`,
        position: i + 1,
        revision: i,
        occurredAt: 1_700_000_000_000 + i * 1_000,
      },
    )
  })
  const store = eventLog(events)
  const projector = createProjector({
    store,
    readStore: sqliteReadStore(),
    queue: { wake: async () => {} },
    clock: { now: () => Date.now() },
    log: memoryLog(),
    projections: projections(),
  })
  const startedAt = performance.now()
  while ((await projector.catchUp('all')) === 'more');
  const seconds = (performance.now() - startedAt) / 1_000
  const { projections: statuses } = await projector.status()
  if (!statuses.every(({ state, position }) => state === 'live' && position > START))
    throw new Error('The projections were not rebuilt')
  return [
    {
      name: '200,000 events through 12 projections',
      value: rounded(seconds),
      unit: 's',
      atMost: 5,
    },
  ]
}

/**
 * Lists read from SQLite in memory, and the speed of a replay into it. The replay runs first, on
 * a fresh heap, like a start.
 */
export const run = async (): Promise<BenchResult[]> => [...(await replay()), ...(await lists())]
