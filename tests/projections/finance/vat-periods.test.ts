import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vatOf } from '#domain/billing/amounts.values.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import { vatAmountsOf, vatDayOf, movementOf } from '#domain/finance/vat-facts.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { addDays } from '#domain/kernel/time.ts'
import type { DatedVatTerms, VatExigibility } from '#domain/profile/vat-regime.values.ts'
import {
  type VatDeclarationDoc,
  vatDeclarations,
  type VatOpeningDoc,
  vatOpenings,
} from '#projections/finance/vat-declarations.ts'
import { type VatMovementDoc, vatMovements } from '#projections/finance/vat-movements.ts'
import {
  driftOf,
  vatPeriodsOf,
  vatReturnToDeclare,
} from '#projections/finance/vat-periods.queries.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import type { Collection } from '#domain/kernel/ports/read-store.ts'
import { recorded } from '#tests/kernel/events.ts'

const OWNER = 'user-1'
const termsOf = (exigibility: VatExigibility): readonly DatedVatTerms[] => [
  {
    from: '2026-01-01',
    terms: { regime: 'normal', number: '', periodicity: 'monthly', exigibility },
  },
]
const YEAR = { from: '2026-01-01', to: '2026-12-31' }

/** The read models of a log in memory, and the events that it holds. */
function books(exigibility: VatExigibility) {
  const movements = sqliteReadStore().collection<VatMovementDoc>('rows')
  const declarations = sqliteReadStore().collection<VatDeclarationDoc>('rows')
  const openings = sqliteReadStore().collection<VatOpeningDoc>('rows')
  const of = { owner: OWNER, profileId: 'p', terms: termsOf(exigibility) }
  const read = { vatMovements: movements, vatDeclarations: declarations, vatOpenings: openings }
  let position = 0
  const revisions = new Map<string, number>()
  async function fold<D extends { readonly _id: string; readonly owner: string }>(
    projection: Projection<D>,
    collection: Collection<D>,
    event: RecordedEvent,
  ) {
    for (const key of [projection.keyOf(event)].flat()) {
      const before = (await collection.load([key])).get(key) ?? null
      const isGone = before?._deleted === true
      const doc = projection.evolve(isGone ? null : before, event, key)
      const stored = doc ?? { ...(before as D), _deleted: true as const }
      await collection.apply([
        { id: key, ifPos: before?._pos ?? null, doc: { ...stored, _pos: event.position } },
      ])
    }
  }
  return {
    of,
    read,
    prepare: () => movements.ensureIndexes(vatMovements.indexes),
    async append(stream: string, type: string, data: unknown) {
      const revision = (revisions.get(stream) ?? -1) + 1
      revisions.set(stream, revision)
      const occurredAt = Date.UTC(2027, 0, 1) + ++position
      const event = recorded(stream, type, data, { revision, position, occurredAt })
      if (vatMovements.handles.includes(event.type)) await fold(vatMovements, movements, event)
      if (vatDeclarations.handles.includes(event.type))
        await fold(vatDeclarations, declarations, event)
      if (vatOpenings.handles.includes(event.type)) await fold(vatOpenings, openings, event)
    },
  }
}
type Books = ReturnType<typeof books>

const arbitraryFacts = fc
  .record({
    operation: fc.constantFrom('in' as const, 'out' as const),
    kind: fc.constantFrom(
      'sale' as const,
      'purchase' as const,
      'refund' as const,
      'reimbursement' as const,
    ),
    nature: fc.constantFrom('goods' as const, 'service' as const, 'fixedAsset' as const),
    region: fc.constantFrom('FR' as const, 'EU' as const, 'other' as const),
    supplierOnDebits: fc.boolean(),
    deductibleShare: fc.constantFrom(10_000, 8_000, 3_333, 0),
    day: fc.integer({ min: 0, max: 330 }),
    paidAfter: fc.option(fc.integer({ min: -20, max: 34 }), { nil: null }),
    base: fc.integer({ min: 1, max: 1_000_000 }),
    rate: fc.constantFrom(2000, 1000, 550, 210, 0),
  })
  .map(({ day, paidAfter, base, rate, ...more }): OwnTransaction => {
    const documentDay = addDays('2026-01-01', day)
    return {
      ...PLAIN_DOCUMENT,
      ...more,
      profileId: 'p',
      reference: '',
      currency: 'EUR',
      vat: [{ rate, baseMinor: base, amountMinor: vatOf(base, rate) }],
      documentDay,
      paymentDay: paidAfter === null || day + paidAfter < 0 ? '' : addDays(documentDay, paidAfter),
      expectedDay: documentDay,
      bankAccountType: 'professional',
    }
  })

/** Adds, changes and removals, between which the next month is declared now and then. */
const arbitraryStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('add' as const), facts: arbitraryFacts }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      which: fc.nat(),
      facts: arbitraryFacts,
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('remove' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('declare' as const) }) },
)

async function declareNext(one: Books) {
  const periods = await vatPeriodsOf(one.read, one.of, YEAR)
  const next = periods.find(({ declared }) => declared === null)
  if (next === undefined) return
  const found = await vatReturnToDeclare(one.read, one.of, next.period.from, {
    refund: 0,
    instalments: null,
  })
  if (found !== null) await one.append('vatDeclarations-p', 'VatPeriodDeclared', found.declared)
}

const total = (
  rows: readonly { readonly collectedMinor: number; readonly deductibleMinor: number }[],
) =>
  rows.reduce(
    (sum, { collectedMinor, deductibleMinor }) => sum + collectedMinor - deductibleMinor,
    0,
  )

test('what the returns of a year tell, late changes included, adds up to its transactions in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryStep, { maxLength: 40 }),
      fc.constantFrom('receipts' as const, 'debits' as const),
      async (steps, exigibility) => {
        const one = books(exigibility)
        await one.prepare()
        const live = new Map<string, OwnTransaction>()
        let ids = 0
        for (const step of steps) {
          const stream = [...live.keys()].at(
            'which' in step ? step.which % Math.max(1, live.size) : 0,
          )
          if (step.what === 'add') {
            const id = `t${++ids}`
            live.set(id, step.facts)
            await one.append(`transaction-${id}`, 'TransactionAdded', { facts: step.facts })
          } else if (step.what === 'declare') await declareNext(one)
          else if (stream === undefined) continue
          else if (step.what === 'change') {
            live.set(stream, step.facts)
            await one.append(`transaction-${stream}`, 'TransactionChanged', { changes: step.facts })
          } else {
            live.delete(stream)
            await one.append(`transaction-${stream}`, 'TransactionRemoved', {})
          }
        }
        const wanted = [...live.values()].reduce((sum, facts) => {
          const movement = movementOf(facts)
          if (movement === null || vatDayOf(movement, exigibility) === '') return sum
          const amounts = vatAmountsOf(movement)
          return amounts.reduce(
            (due, { side, amountMinor }) =>
              due + (side === 'collected' ? amountMinor : -amountMinor),
            sum,
          )
        }, 0)
        const periods = await vatPeriodsOf(one.read, one.of, {
          from: '2025-12-01',
          to: '2027-02-28',
        })
        const figures = periods.map((period) => period.figures)
        expect(total(figures) + total(figures.map(({ late }) => late))).toBe(wanted)
        // Facts known today are the same with any declarations.
        expect(total(periods.map(({ now }) => now))).toBe(wanted)
        // A drift is what is known today, less what was sealed for the same days.
        for (const { declared, now, figures: sealed, changes } of periods)
          if (declared !== null) expect(driftOf(changes)).toBe(total([now]) - total([sealed]))
      },
    ),
    { numRuns: 150 },
  )
})
