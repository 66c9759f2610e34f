import { setImmediate as nextTurn } from 'node:timers/promises'
import { searchApi } from '#api/search.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import type { Values } from '#domain/kernel/records/field.ts'
import { positionOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc, ReadStore } from '#domain/kernel/ports/read-store.ts'
import { addDays } from '#domain/kernel/time.ts'
import { projections } from '#projections/all.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import { databaseAt, realMongoDb, servedBy } from '#tests/engines/mongodb.ts'
import { readingServer } from './reading-server.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'
import { tellOne } from './years.ts'

const OWNERS = sized(40, 8)
/**
 * Fifteen years of a freelancer with many small clients: 5,000 documents, which is one user's
 * fortieth of 200,000.
 */
const EACH = {
  bills: sized(1_800, 5),
  transactions: sized(1_800, 5),
  contact: sized(600, 5),
  company: sized(400, 5),
  product: sized(200, 5),
  timesheetMonths: sized(120, 5),
  projects: sized(80, 5),
}
const OWNED = Object.values(EACH).reduce((sum, count) => sum + count, 0)
const SAMPLES = sized(60, 1)
const WARM_UP = sized(5, 1)
const NOW = Date.UTC(2026, 9, 20, 9)

const rounded = (ms: number) => Math.round(ms * 100) / 100

/** The documents of one freelancer's real year, by read model. */
async function models(): Promise<ReadonlyMap<string, readonly Doc[]>> {
  const folded = new Map<string, Map<string, Doc>>()
  for (const [i, event] of (await tellOne()).entries()) {
    const recorded: RecordedEvent = {
      ...event,
      meta: { ...event.meta, hash: '' },
      revision: i,
      position: positionOf(i + 1),
    }
    for (const projection of projections.filter(({ handles }) => handles.includes(event.type))) {
      const docs = folded.get(projection.name) ?? new Map<string, Doc>()
      folded.set(projection.name, docs)
      for (const key of [projection.keyOf(recorded)].flat()) {
        const doc = projection.evolve(docs.get(key) ?? null, recorded, key)
        if (doc) docs.set(key, doc)
        else docs.delete(key)
      }
    }
  }
  return new Map([...folded].map(([name, docs]) => [name, [...docs.values()]]))
}

const numbered = (values: Values, n: number): Values =>
  typeof values['name'] === 'string' ? { ...values, name: `${values['name']} ${n}` } : values

/** The n-th copy of a document: another id, day, number, amount and name. */
function copy(model: Doc, owner: string, n: number): Doc {
  const changed = Object.entries(model).map(([key, value]): [string, unknown] => {
    if (/^(ref|reference|title)$/.test(key) && value !== '')
      return [key, `${String(value).slice(0, 4)}-${n}`]
    if (/^(client|clientName)$/.test(key)) return [key, `${String(value)} ${n % 60}`]
    if (
      /^(listDate|listDay|dueDate|paymentDay)$/.test(key) &&
      typeof value === 'string' &&
      /^\d/.test(value)
    )
      return [key, value > '9' ? value : addDays(value, -n)]
    if (key.endsWith('Minor') && typeof value === 'number' && value !== 0)
      return [key, value + n * 7]
    if (key === 'year') return [key, 2026 - Math.floor(n / 12)]
    if (key === 'month') return [key, 1 + (n % 12)]
    if (key === 'lastModificationDate') return [key, Number(value) - n * 3_600_000]
    if (key === 'values') return [key, numbered({ ...Object(value) }, n)]
    return [key, value]
  })
  return { ...Object.fromEntries(changed), _id: newUlid(), owner }
}

async function fill(store: ReadStore): Promise<number> {
  const docs = await models()
  let position = 0
  for (const projection of projections) {
    const collection = store.collection<Doc>(projection.name)
    await collection.ensureIndexes(projection.indexes)
    const all = docs.get(projection.name) ?? []
    const count = Object.entries(EACH).find(([name]) => name === projection.name)?.[1]
    if (count === undefined || all.length === 0) continue
    for (let owner = 0; owner < OWNERS; owner++)
      await collection.apply(
        Array.from({ length: count }, (_, n) => {
          const doc = copy(all[n % all.length] as Doc, `user-${owner}`, n) // n % length is within
          return { id: doc._id, ifPos: null, doc: { ...doc, _pos: positionOf(++position) } }
        }),
      )
  }
  return position
}

/**
 * Search texts: words, an amount, a number without its zeros, a month, an unknown word, a mistyped
 * one, and nothing.
 */
const TYPED = [
  'brumaire',
  'lampadaire 7',
  '3120',
  '3 120,00',
  '2026-21',
  '2026-217',
  'octobre',
  'a',
  'introuvable',
  'brumiare',
  '',
]

async function measured(
  store: ReadStore,
  on: string,
  limit: { readonly atMost?: number },
): Promise<BenchResult> {
  const documents = await fill(store)
  const app = await readingServer({
    readStore: store,
    userId: 'user-7',
    now: NOW,
    contexts: (api) => searchApi(api),
  })
  const spent = new Map<string, number[]>(TYPED.map((q) => [q, []]))
  let found = 0
  for (let sample = -WARM_UP; sample < SAMPLES; sample++)
    for (const q of TYPED) {
      await nextTurn()
      let status = 0
      const ms = await timed(async () => {
        const answer = await app.inject({ url: `/api/search/user-7?q=${encodeURIComponent(q)}` })
        status = answer.statusCode
        if (sample === 0) found += answer.json<{ result: { data: unknown[] } }>().result.data.length
      })
      if (status !== 200) throw new Error(`${q} answered ${status}`)
      if (sample >= 0) spent.get(q)?.push(ms)
    }
  await app.close()
  const worst = [...spent]
    .map(([q, all]) => ({ q, ms: rounded(quantile(all, 0.95)) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 3)
  return {
    name: `one search over ${OWNED} documents of a user's among ${documents}, in the server: p95`,
    value: rounded(
      quantile(
        [...spent.values()].flatMap((all) => all),
        0.95,
      ),
    ),
    unit: 'ms',
    ...limit,
    against: `${TYPED.length} texts, ${SAMPLES} of each, ${found} lines found, on ${on}; the slowest are ${worst.map(({ q, ms }) => `“${q}” ${ms} ms`).join(', ')}`,
  }
}

/**
 * One search over all records that a user may read, on the embedded store and on MongoDB or its
 * stand-in.
 */
export async function run(): Promise<BenchResult[]> {
  const results = [await measured(sqliteReadStore(), 'the embedded read store', { atMost: 30 })]
  const mongo = await realMongoDb()
  if ('missing' in mongo) return results
  const url = databaseAt(mongo.url, `search${process.pid}`)
  const store = await mongoReadStore(url)
  try {
    results.push(await measured(store, await servedBy(mongo.url), {}))
  } finally {
    await store.close()
    await mongo.stop()
  }
  return results
}
