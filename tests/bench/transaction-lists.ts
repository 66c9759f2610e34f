import { setImmediate as nextTurn } from 'node:timers/promises'
import { transactionsApi } from '#api/finance/transactions.ts'
import type { TransactionCommands } from '#commands/finance/transactions.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import {
  type Conditions,
  OPERATORS_OF,
  TRANSACTION_FILTERS,
} from '#contract/kernel/list-filters.ts'
import { PAYMENT_METHODS } from '#domain/billing/payment.values.ts'
import { TRANSACTION_TYPES } from '#domain/finance/transaction.values.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { addDays } from '#domain/kernel/time.ts'
import {
  TRANSACTION_SORTS,
  type TransactionDoc,
  transactions,
} from '#projections/finance/transactions.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { collationKeys } from '#domain/kernel/collation-key.ts'
import { readingServer } from './reading-server.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'

const TRANSACTIONS = sized(50_000, 500)
const SAMPLES = sized(5, 1)
/** The first calls build the index. */
const WARM_UP = sized(2, 1)
const NOW = Date.UTC(2026, 9, 20, 9)
const USER = 'user-3'
const PROFILE = '01JD0000000000000000000PR1'
const ORGANISMS = Array.from(
  { length: 40 },
  (_, n) => `01JD000000000000000000RR${String(n).padStart(2, '0')}`,
)
const WORDS = [
  'Hébergement',
  'Train',
  'Loyer',
  'Repas',
  'Écran',
  'Assurance',
  'Abonnement',
  'Honoraires',
]

const rounded = (ms: number) => Math.round(ms * 100) / 100
const of = <T>(values: readonly T[], n: number): T => values[n % values.length] as T // there is at least one

/** Ten years of transactions by hand, of every type, two thirds of them paid. */
function document(n: number): TransactionDoc {
  const day = addDays('2026-10-20', -Math.floor((n * 3_650) / TRANSACTIONS))
  const isPaid = n % 3 !== 0
  const netMinor = 1_000 + ((n * 7_919) % 500_000)
  const vatMinor = Math.round(netMinor / 5)
  const operation = n % 4 === 0 ? 'in' : 'out'
  const label = `${of(WORDS, n)} ${n % 97}`
  return {
    _id: newUlid(),
    owner: USER,
    version: 1,
    creationDate: NOW,
    lastModificationDate: NOW,
    createdBy: USER,
    modifiedBy: USER,
    profileId: PROFILE,
    operation,
    kind: of(TRANSACTION_TYPES, n),
    label,
    reference: `F-${String(n).padStart(6, '0')}`,
    client: '',
    organismId: of(ORGANISMS, n),
    currency: 'EUR',
    netMinor,
    vatMinor,
    grossMinor: netMinor + vatMinor,
    euroNetMinor: netMinor,
    euroVatMinor: vatMinor,
    euroGrossMinor: netMinor + vatMinor,
    waitsForEuros: false,
    exchangeDifferenceMinor: 0,
    rates: [{ rate: 2_000, baseMinor: netMinor, amountMinor: vatMinor }],
    status: isPaid ? 'paid' : 'unpaid',
    reversed: false,
    fellDue: '',
    cashed: isPaid && n % 2 === 0,
    paymentDay: isPaid ? day : '',
    expectedDay: day,
    documentDay: n % 5 === 0 ? '' : day,
    bankAccountType: n % 20 === 0 ? 'personal' : 'professional',
    attachmentIds: n % 6 === 0 ? [] : [newUlid()],
    nature: 'service',
    region: n % 10 === 0 ? 'EU' : 'FR',
    supplierOnDebits: false,
    deductibleShare: 10_000,
    projectId: '',
    externalId: '',
    paymentId: '',
    method: of(PAYMENT_METHODS, n),
    bankReference: `VIR ${n % 1_000}`,
    groupRank: isPaid ? 1 : 2,
    listDay: day,
    listMonth: day.slice(0, 7),
    openDay: isPaid ? '' : day,
    openClient: '',
    clientKey: collationKeys(label),
    listedGrossMinor: (operation === 'in' ? 1 : -1) * (netMinor + vatMinor),
    collected: operation === 'in',
    deductible: operation === 'out',
    attached: n % 6 !== 0,
  }
}

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** Two values of each kind of field, for every operator. */
const VALUES: Readonly<Record<string, readonly [string | number, string | number]>> = {
  text: ['repas 12', 'loyer'],
  reference: [of(ORGANISMS, 3), of(ORGANISMS, 9)],
  code: ['EUR', 'USD'],
  money: [100, 400],
  number: [50, 100],
  day: [at('2025-01-01'), at('2025-03-31')],
}

/** Every field with every operator. */
const conditions: readonly (readonly [string, Conditions])[] = Object.entries(
  TRANSACTION_FILTERS,
).flatMap(([name, field]) =>
  OPERATORS_OF[field.kind].map((operator) => {
    const [low = true, high = low] =
      field.kind === 'choice'
        ? field.options
        : field.kind === 'flag'
          ? [true]
          : (VALUES[field.kind] ?? [])
    const value = operator === 'in' || operator === 'between' ? [low, high] : low
    return [`${name} ${operator}`, { [name]: { operator, value } }] as const
  }),
)

/** The list of one user's 50,000 transactions and its summary, through the server's routes. */
export async function run(): Promise<BenchResult[]> {
  const readStore = sqliteReadStore()
  const collection = readStore.collection<TransactionDoc>('transactions')
  const docs = Array.from({ length: TRANSACTIONS }, (_, n) => document(n))
  await collection.apply(
    docs.map((doc, n) => ({ id: doc._id, ifPos: null, doc: { ...doc, _pos: positionOf(n + 1) } })),
  )
  await collection.ensureIndexes(transactions.indexes)
  const app = await readingServer({
    readStore,
    userId: USER,
    now: NOW,
    contexts: (api) => transactionsApi(api, {} as TransactionCommands), // which only writing needs
  })
  const once = async (route: 'filters' | 'summary', query: object): Promise<number> => {
    let status = 0
    await nextTurn()
    const ms = await timed(
      async () =>
        ({ statusCode: status } = await app.inject({
          method: 'POST',
          url: `/api/transaction/${USER}/${route}`,
          payload: { profileId: PROFILE, ...query },
        })),
    )
    if (status !== 200) throw new Error(`${route} ${JSON.stringify(query)} answered ${status}`)
    return ms
  }
  /** The 95th percentile of all of them, and the three that are worst. They take turns. */
  const together = async (
    name: string,
    route: 'filters' | 'summary',
    queries: readonly (readonly [string, object])[],
  ): Promise<BenchResult> => {
    const measured = queries.map(([what, query]) => ({ what, query, spent: [] as number[] }))
    for (let sample = 0; sample < WARM_UP; sample++)
      for (const { query } of measured) await once(route, query)
    globalThis.gc?.()
    for (let sample = 0; sample < SAMPLES; sample++)
      for (const { query, spent } of measured) spent.push(await once(route, query))
    const worst = measured
      .map(({ what, spent }) => ({ what, ms: rounded(quantile(spent, 0.5)) }))
      .sort((x, y) => y.ms - x.ms)
      .slice(0, 3)
      .map(({ what, ms }) => `${what} ${ms} ms`)
      .join('; ')
    const all = measured.flatMap(({ spent }) => spent)
    const against = `${queries.length} queries, ${SAMPLES} of each, together ${rounded(quantile(all, 0.5))} ms by the median; the worst by their median are ${worst}`
    return { name, value: rounded(quantile(all, 0.95)), unit: 'ms', atMost: 20, against }
  }
  const page = { quantity: 50 }
  const sorts = Object.keys(TRANSACTION_SORTS).flatMap((sort) => [sort, `-${sort}`])
  const results = [
    await together(
      `list 50 of a user's 50,000 transactions, in the server, sorted: p95`,
      'filters',
      [['the books', page], ...sorts.map((sort) => [sort, { ...page, sort }] as const)],
    ),
    await together(
      `list 50 of a user's 50,000 transactions, in the server, filtered by each field and operator: p95`,
      'filters',
      [
        ...conditions.map(([what, filters]) => [what, { ...page, filters }] as const),
        ['search', { ...page, q: 'assurance 7' }],
      ],
    ),
    await together(
      `sums of a user's 50,000 transactions, in the server, filtered: p95`,
      'summary',
      [['all', {}], ...conditions.map(([what, filters]) => [what, { filters }] as const)],
    ),
  ]
  await app.close()
  return results
}
