import { setImmediate as nextTurn } from 'node:timers/promises'
import { vatApi } from '#api/finance/vat.ts'
import type { VatCommands } from '#commands/finance/vat.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { vatOf } from '#domain/billing/amounts.values.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { addDays, type Day, epochOfDay, makeDay } from '#domain/kernel/time.ts'
import type { DatedVatTerms } from '#domain/profile/vat-regime.values.ts'
import { vatDeclarations, vatOpenings } from '#projections/finance/vat-declarations.ts'
import { vatMovements } from '#projections/finance/vat-movements.ts'
import { vatReturnToDeclare } from '#projections/finance/vat-periods.queries.ts'
import { openReads } from '#projections/kernel/read-models.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { readModelsIn } from '#tests/doubles/read-models.ts'
import { recorded } from '#tests/kernel/events.ts'
import { readingServer } from './reading-server.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'

const COUNT = sized(50_000, 500)
const SAMPLES = sized(100, 1)
/** The first calls make the sums and the indexes. */
const WARM_UP = sized(5, 1)
const NOW = Date.UTC(2026, 9, 20, 9)
const OWNER = 'user-1'
const PROFILE = '01ARZ3NDEKTSV4RRFFQ69G5FA0'

const transaction = (n: number, documentDay: Day): OwnTransaction => ({
  ...PLAIN_DOCUMENT,
  profileId: PROFILE,
  operation: n % 3 === 0 ? 'in' : 'out',
  kind: n % 3 === 0 ? 'sale' : 'purchase',
  nature: n % 7 === 0 ? 'fixedAsset' : 'service',
  region: n % 11 === 0 ? 'EU' : 'FR',
  reference: `F-${n}`,
  label: `Pièce ${n}`,
  currency: 'EUR',
  vat: [
    {
      rate: n % 5 === 0 ? 1000 : 2000,
      baseMinor: 1_000 + n,
      amountMinor: vatOf(1_000 + n, n % 5 === 0 ? 1000 : 2000),
    },
  ],
  documentDay,
  paymentDay: addDays(documentDay, n % 20),
  expectedDay: documentDay,
  bankAccountType: 'professional',
})

const TERMS: DatedVatTerms = {
  from: '2020-01-01',
  terms: { regime: 'normal', number: '', periodicity: 'quarterly', exigibility: 'receipts' },
}
const business = {
  identity: { startDate: '2020-01-01' },
  bank: {},
  vat: TERMS,
}

/** A profile's books, whose transactions begin on a day and are spread over as many days. */
async function books(from: Day, days: number, declared: readonly Day[] = []) {
  const readStore = sqliteReadStore()
  const readModels = readModelsIn(readStore)
  let position = 0
  const appended = (stream: string, type: string, data: unknown): RecordedEvent =>
    recorded(stream, type, data, { position: ++position, occurredAt: NOW })
  const keep = async <D extends Doc>(
    projection: Projection<D>,
    events: readonly RecordedEvent[],
  ) => {
    const collection = readStore.collection<D>(projection.name)
    await collection.ensureIndexes(projection.indexes)
    const writes = events.flatMap((event) =>
      [projection.keyOf(event)].flat().flatMap((key) => {
        const doc = projection.evolve(null, event, key)
        return doc ? [{ id: doc._id, ifPos: null, doc: { ...doc, _pos: event.position } }] : []
      }),
    )
    await collection.apply(writes)
  }
  await keep(professionalInfos, [
    appended(`professionalInfo-${PROFILE}`, 'ProfessionalInfoAdded', business),
  ])
  const added = Array.from({ length: COUNT }, (_, n) =>
    appended(`transaction-${newUlid()}`, 'TransactionAdded', {
      facts: transaction(n, addDays(from, Math.floor((n * days) / COUNT))),
    }),
  )
  const of = { owner: OWNER, profileId: PROFILE, terms: [business.vat] }
  await keep(vatMovements, added)
  for (const day of declared) {
    const read = await openReads(readModels, { vatMovements, vatDeclarations, vatOpenings })
    const found = await vatReturnToDeclare(read, of, day, { refund: 0, instalments: null })
    if (found === null) throw new Error(`No period begins on ${day}`)
    await keep(vatDeclarations, [
      appended(`vatDeclarations-${PROFILE}`, 'VatPeriodDeclared', found.declared),
    ])
  }
  return readingServer({
    readStore,
    userId: OWNER,
    now: NOW,
    // The books are not in a log; all else of the commands is for writing.
    contexts: (api) => vatApi(api, { versionOf: async () => 0 } as unknown as VatCommands),
  })
}

/** Every quarter of five years but the last. */
const QUARTERS = Array.from({ length: 19 }, (_, i) =>
  makeDay(2021 + Math.floor((i + 3) / 4), ((i + 3) % 4) * 3 + 1, 1),
)

/** VAT of a quarter and of a year, with 50,000 transactions. */
export async function run(): Promise<BenchResult[]> {
  const fiveYears = ['2021-10-01', 1_826] as const
  const all = [
    ['five years of facts, none declared', await books(...fiveYears)],
    ['five years of facts, each quarter declared', await books(...fiveYears, QUARTERS)],
    ['all of them in the quarter', await books('2026-07-01', 72)],
  ] as const
  const spans = [
    ['a quarter', '2026-07-01', '2026-09-30'],
    ['a year', '2026-01-01', '2026-12-31'],
  ] as const
  const results: BenchResult[] = []
  for (const [what, app] of all)
    for (const [span, from, to] of spans) {
      const url = `/api/vat/${OWNER}/${PROFILE}?from=${epochOfDay(from)}&to=${epochOfDay(to)}`
      const spent: number[] = []
      for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
        await nextTurn()
        let status = 0
        const ms = await timed(
          async () => ({ statusCode: status } = await app.inject({ method: 'GET', url })),
        )
        if (status !== 200) throw new Error(`VAT of ${span} answered ${status}`)
        if (sample >= 0) spent.push(ms)
      }
      const rounded = (share: number) => Math.round(quantile(spent, share) * 100) / 100
      results.push({
        name: `VAT of ${span}, 50,000 transactions, ${what}: median`,
        value: rounded(0.5),
        unit: 'ms',
        atMost: 50,
        against: `p95 ${rounded(0.95)} ms`,
      })
    }
  await Promise.all(all.map(([, app]) => app.close()))
  return results
}
