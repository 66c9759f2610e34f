import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TransactionCommands } from '#commands/finance/transactions.ts'
import { billsApi } from '#api/billing/bills.ts'
import type { BillsDeps } from '#api/billing/bill-access.ts'
import { dashboardApi } from '#api/dashboard/dashboard.ts'
import { dashboardPorts } from '#api/dashboard/ports.ts'
import { forecastApi } from '#api/finance/forecast.ts'
import { transactionsApi } from '#api/finance/transactions.ts'
import { turnoverApi } from '#api/finance/turnover.ts'
import { contractStatisticsApi } from '#api/projects/statistics.ts'
import type { OpeningBalanceCommands } from '#commands/finance/opening-balance.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { positionOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { addDays } from '#domain/kernel/time.ts'
import { projections } from '#projections/all.ts'
import { type BillDoc, bills } from '#projections/billing/bills.ts'
import { type TransactionDoc, transactions } from '#projections/finance/transactions.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { readingServer } from './reading-server.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'
import { tellOne } from './years.ts'

const FEW = sized(1_000, 100)
const MANY = sized(50_000, 200)
const SAMPLES = sized(200, 2)
/** The first calls make the sums and the indexes. */
const WARM_UP = sized(5, 1)
const NOW = Date.UTC(2026, 9, 20, 9)
/** The account's bills are of ten years. */
const DAYS = 3_650

const rounded = (ms: number) => Math.round(ms * 100) / 100

function folded<D extends Doc>(
  projection: Projection<D>,
  events: readonly RecordedEvent[],
): readonly D[] {
  const docs = new Map<string, D>()
  for (const event of events) {
    if (!projection.handles.includes(event.type)) continue
    for (const key of [projection.keyOf(event)].flat()) {
      const doc = projection.evolve(docs.get(key) ?? null, event, key)
      if (doc) docs.set(key, doc)
      else docs.delete(key)
    }
  }
  return [...docs.values()]
}

/** The collected bill of the year and its payment, repeated on other days without day entries. */
function multiplied(
  count: number,
  billDocs: readonly BillDoc[],
  payments: readonly TransactionDoc[],
) {
  const bill = billDocs.find((doc) => doc.state === 'collected')
  const payment = payments.find(({ externalId, reversed }) => externalId === bill?._id && !reversed)
  if (!bill || !payment) throw new Error('The year has no bill whose money is in the bank')
  const more = Array.from({ length: count - billDocs.length }, (_, n) => {
    const _id = newUlid()
    const day = addDays(bill.listDate, -Math.floor((n * DAYS) / count))
    const [month, netMinor] = [day.slice(0, 7), bill.netMinor + (n % 1_000)]
    return {
      bill: {
        ...bill,
        _id,
        ref: `${day.slice(0, 4)}-${n}`,
        clientId: `client-${n % 40}`,
        listDate: day,
        listMonth: month,
        collectedDay: day,
        collectedMonth: month,
        netMinor,
        ofDays: false,
      },
      payment: {
        ...payment,
        _id: newUlid(),
        externalId: _id,
        paymentDay: day,
        listMonth: month,
        listDay: day,
        netMinor,
      },
    }
  })
  return {
    bills: [...billDocs, ...more.map((one) => one.bill)],
    transactions: [...payments, ...more.map((one) => one.payment)],
  }
}

/** An account with a freelancer's year, and as many bills as `count` says. */
async function account(count: number) {
  const events = (await tellOne()).map(
    (event, i): RecordedEvent => ({
      ...event,
      meta: { ...event.meta, hash: '' },
      revision: i,
      position: positionOf(i + 1),
    }),
  )
  const readStore = sqliteReadStore()
  const keep = async <D extends Doc>({ name, indexes }: Projection<D>, docs: readonly D[]) => {
    const collection = readStore.collection<D>(name)
    await collection.ensureIndexes(indexes)
    await collection.apply(
      docs.map((doc) => ({ id: doc._id, ifPos: null, doc: { ...doc, _pos: positionOf(1) } })),
    )
  }
  for (const projection of projections)
    if (projection.name !== bills.name && projection.name !== transactions.name)
      await keep(projection, folded(projection, events))
  const more = multiplied(count, folded(bills, events), folded(transactions, events))
  await keep(bills, more.bills)
  await keep(transactions, more.transactions)
  const [one] = more.bills
  if (one === undefined) throw new Error('The year has no bill')
  const app = await readingServer({
    readStore,
    userId: one.owner,
    now: NOW,
    contexts: (api) => {
      billsApi(api, {} as BillsDeps) // which only writing needs
      transactionsApi(api, {} as TransactionCommands) // which only writing needs
      turnoverApi(api)
      forecastApi(api, {} as OpeningBalanceCommands) // which only writing needs
      contractStatisticsApi(api)
      const ports = dashboardPorts(
        async () => null,
        async () => [],
      )
      dashboardApi(api, { ...ports, setup: async () => ({ gaps: [], currency: 'EUR' }) })
    },
  })
  return { app, owner: one.owner, profileId: one.profileId }
}

/** The screens' sums over 1,000 bills of one account and over 50,000: a kept sum costs the same. */
export async function run(): Promise<BenchResult[]> {
  const accounts = [await account(FEW), await account(MANY)] as const
  const FORECAST = 'forecast of twelve months'
  const screens = [
    [
      'dashboard',
      'GET',
      (owner: string, profileId: string) => `/api/dashboard/${owner}/${profileId}`,
    ],
    [
      'totals of bills',
      'GET',
      (owner: string, profileId: string) => `/api/bill/${owner}/totals/${profileId}`,
    ],
    [
      'turnover of a year',
      'GET',
      (owner: string, profileId: string) => `/api/turnover/${owner}/${profileId}/2024`,
    ],
    [
      'statistics',
      'POST',
      (owner: string, profileId: string) => `/api/transaction/${owner}/statistic/${profileId}`,
    ],
    [
      'turnover by month',
      'GET',
      (owner: string, profileId: string) => `/api/turnover/${owner}/${profileId}?year=2024`,
    ],
    [
      'turnover by client',
      'GET',
      (owner: string, id: string) => `/api/turnover/${owner}/${id}/2024/clients`,
    ],
    [
      'contract statistics',
      'GET',
      (owner: string, id: string) => `/api/project/${owner}/statistics/${id}?year=2024`,
    ],
    [FORECAST, 'GET', (owner: string, profileId: string) => `/api/forecast/${owner}/${profileId}`],
  ] as const
  const results: BenchResult[] = []
  for (const [name, method, url] of screens) {
    const spent = accounts.map(() => [] as number[])
    for (let sample = -WARM_UP; sample < SAMPLES; sample++)
      for (const [n, { app, owner, profileId }] of accounts.entries()) {
        await nextTurn()
        let status = 0
        const ms = await timed(
          async () =>
            ({ statusCode: status } = await app.inject({ method, url: url(owner, profileId) })),
        )
        if (status !== 200) throw new Error(`${name} answered ${status}`)
        if (sample >= 0) spent[n]?.push(ms)
      }
    const [few, many] = spent.map((times) => rounded(quantile(times, 0.5)))
    results.push({
      name: `${name} of an account with 50,000 bills: median`,
      value: many ?? Number.NaN,
      unit: 'ms',
      atMost: name === FORECAST ? 50 : 10,
      against: `with 1,000 bills ${few} ms; p95 of both ${spent.map((times) => rounded(quantile(times, 0.95))).join(' and ')} ms`,
    })
  }
  await Promise.all(accounts.map(({ app }) => app.close()))
  return results
}
