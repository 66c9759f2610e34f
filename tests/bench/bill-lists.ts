import { setImmediate as nextTurn } from 'node:timers/promises'
import { billsApi } from '#api/billing/bills.ts'
import type { BillsDeps } from '#api/billing/bill-access.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { addDays } from '#domain/kernel/time.ts'
import { LEGAL_RATES } from '#domain/billing/legal-rates.ts'
import { BILL_FILTERS } from '#domain/billing/bill-state.values.ts'
import { BILL_SORTS, type BillDoc, bills, NEVER } from '#projections/billing/bills.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { readingServer } from './reading-server.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'
import { tellOne } from './years.ts'

const OWNERS = sized(10, 4)
const BILLS_EACH = sized(20_000, 40)
const SAMPLES = sized(40, 1)
/** The first calls build the index. */
const WARM_UP = sized(5, 1)
const NOW = Date.UTC(2026, 9, 20, 9)
const PROFILE = '01JD0000000000000000000PR1'
const clientId = (n: number) => `01JD000000000000000000CC${String(n).padStart(2, '0')}`
const projectId = (n: number) => `01JD000000000000000000PP${String(n).padStart(2, '0')}`

/** Lists ask issuance for the legal rates alone; writing needs the rest. */
const readingBills = { issuance: { legalRates: async () => LEGAL_RATES } } as unknown as BillsDeps
const rounded = (ms: number) => Math.round(ms * 100) / 100

/**
 * Ten years of bills as they stand after a freelancer's real events, each on another day and of
 * another amount.
 */
async function documents(): Promise<readonly (readonly BillDoc[])[]> {
  const docs = new Map<string, BillDoc>()
  for (const [i, event] of (await tellOne()).entries()) {
    if (!bills.handles.includes(event.type)) continue
    const recorded = {
      ...event,
      meta: { ...event.meta, hash: '' },
      revision: i,
      position: positionOf(i + 1),
    }
    const key = String(bills.keyOf(recorded))
    const doc = bills.evolve(docs.get(key) ?? null, recorded, key)
    if (doc) docs.set(key, doc)
  }
  const models = [...docs.values()]
  const later = (day: string, days: number) =>
    day === '' || day === NEVER ? day : addDays(day, days)
  return Array.from({ length: OWNERS }, (_, owner) =>
    Array.from({ length: BILLS_EACH }, (__, n): BillDoc => {
      const model = models[n % models.length] as BillDoc // there is at least one
      const days = -Math.floor((n * 3_650) / BILLS_EACH)
      const factor = 1 + ((n * 7_919) % 1_000)
      return {
        ...model,
        _id: newUlid(),
        owner: `user-${owner}`,
        profileId: PROFILE,
        clientId: clientId(n % 40),
        clientName: `${model.clientName} ${n % 40}`,
        projectId: projectId(n % 60),
        ref: model.ref === '' ? '' : `F${2016 + (n % 10)}-${String(n).padStart(5, '0')}`,
        listDate: later(model.listDate, days),
        dueDate: later(model.dueDate, days),
        paymentDay: later(model.paymentDay, days),
        collectedDay: later(model.collectedDay, days),
        lateFrom: later(model.lateFrom, days),
        netMinor: model.netMinor + factor,
        grossMinor: model.grossMinor + factor,
        outstandingMinor: model.outstandingMinor === 0 ? 0 : model.outstandingMinor + factor,
        creationDate: model.creationDate + days * 86_400_000,
        lastModificationDate: model.lastModificationDate + days * 86_400_000 + (n % 1_000),
      }
    }),
  )
}

/**
 * Lists of one user's 20,000 bills among 200,000, through the server's routes. Every sort runs both
 * ways, alone and under every filter.
 */
export async function run(): Promise<BenchResult[]> {
  const readStore = sqliteReadStore()
  const collection = readStore.collection<BillDoc>('bills')
  let position = 0
  for (const owned of await documents())
    await collection.apply(
      owned.map((doc) => ({
        id: doc._id,
        ifPos: null,
        doc: { ...doc, _pos: positionOf(++position) },
      })),
    )
  await collection.ensureIndexes(bills.indexes)
  const app = await readingServer({
    readStore,
    userId: 'user-3',
    now: NOW,
    contexts: (api) => billsApi(api, readingBills),
  })
  const once = async (query: string): Promise<number> => {
    let status = 0
    // Requests come apart from each other: garbage of the last one is collected before the next.
    await nextTurn()
    const ms = await timed(
      async () =>
        ({ statusCode: status } = await app.inject({
          url: `/api/bill/user-3/all/${PROFILE}?limit=50${query}`,
        })),
    )
    if (status !== 200) throw new Error(`${query} answered ${status}`)
    return ms
  }

  const columns = Object.keys(BILL_SORTS)
  const sorts = columns.flatMap((column) => [`&sort=${column}`, `&sort=-${column}`])
  const filters = [
    ...BILL_FILTERS.map((status) => `&status=${status}`),
    '&year=2021',
    `&clientId=${clientId(7)}`,
    `&projectId=${projectId(7)}`,
    '&q=lampadaire%207',
  ]
  /**
   * The 95th percentile of all of them, and the three that are worst. They take turns, so that a
   * bad moment of the machine is not one query's alone.
   */
  const together = async (name: string, queries: readonly string[]): Promise<BenchResult> => {
    const measured = queries.map((query) => ({ query, spent: [] as number[] }))
    for (let sample = 0; sample < WARM_UP; sample++)
      for (const { query } of measured) await once(query)
    // A server builds its indexes once and answers for days: the garbage of building is collected
    // first.
    globalThis.gc?.()
    for (let sample = 0; sample < SAMPLES; sample++)
      for (const { query, spent } of measured) spent.push(await once(query))
    const slowest = (share: number) => {
      const sorted = measured
        .map(({ query, spent }) => ({ query: query.slice(1), ms: rounded(quantile(spent, share)) }))
        .sort((x, y) => y.ms - x.ms)
      return sorted
        .slice(0, 3)
        .map(({ query, ms }) => `${query} ${ms} ms`)
        .join('; ')
    }
    const all = measured.flatMap(({ spent }) => spent)
    const against = `${queries.length} queries, ${SAMPLES} of each: the worst by their own p95 are ${slowest(0.95)}; by their median ${slowest(0.5)}`
    return { name, value: rounded(quantile(all, 0.95)), unit: 'ms', atMost: 5, against }
  }
  const results = [
    await together(
      `list 50 of a user's 20,000 bills among 200,000, in the server, sorted: p95`,
      sorts,
    ),
    await together(
      `list 50 of a user's 20,000 bills among 200,000, in the server, filtered: p95`,
      filters,
    ),
    await together(
      `list 50 of a user's 20,000 bills among 200,000, in the server, sorted and filtered: p95`,
      columns.flatMap((column) => filters.map((filter) => `&sort=-${column}${filter}`)),
    ),
  ]
  await app.close()
  return results
}
