import { exigibilityOn, type VatPeriod } from '#domain/finance/vat-periods.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import type { VatOf } from './vat-facts.queries.ts'
import { NEVER, type VatMovementDoc, type vatMovements } from './vat-movements.ts'

/**
 * VAT that a reader could expect in a period and that does not count there. @unit minor units of
 * its currency
 */
export type VatLeftOut = {
  readonly doc: VatMovementDoc
  readonly reason: 'unpaid' | 'later' | 'currency'
  /** When it counts; empty when it is not known yet. */
  readonly day: DayOrNone
  readonly amountMinor: number
}

/** Bills of up to the end of a period that were not paid in it, the latest document first. */
export async function vatLeftOut(
  { vatMovements: movements }: Read<{ vatMovements: typeof vatMovements }>,
  { owner, profileId, terms }: VatOf,
  { from, to }: Pick<VatPeriod, 'from' | 'to'>,
): Promise<readonly VatLeftOut[]> {
  const { items } = await movements.find({
    filter: { where: { owner, profileId, waitsUntil: { $gt: to } } },
  })
  return items
    .flatMap((doc): readonly VatLeftOut[] => {
      if (doc.documentDay > to) return []
      if (doc.currency !== 'EUR')
        return doc.documentDay < from
          ? []
          : [{ doc, reason: 'currency', day: '', amountMinor: doc.waitingMinor }]
      // With the option for debits a sale by hand does not wait for its payment.
      const isOnDebits = doc.side === 'sale' && exigibilityOn(terms, doc.documentDay) === 'debits'
      if (doc.source === 'own' && isOnDebits && doc.debitsDay !== '' && doc.debitsDay <= to)
        return []
      const amountMinor = doc.bill === null ? doc.waitingMinor : restOf(doc.bill, to)
      if (amountMinor === 0) return []
      const isPaid = doc.waitsUntil !== NEVER
      return [
        {
          doc,
          reason: isPaid ? 'later' : 'unpaid',
          day: isPaid ? doc.waitsUntil : '',
          amountMinor,
        },
      ]
    })
    .sort((a, b) => (a.doc.documentDay < b.doc.documentDay ? 1 : -1))
}

/** VAT of a bill that was not paid by a day. */
const restOf = (bill: NonNullable<VatMovementDoc['bill']>, to: Day): number =>
  bill.vat.reduce((sum, { amountMinor }) => sum + amountMinor, 0) -
  bill.creditedVatMinor -
  bill.payments
    .filter(({ day }) => day <= to)
    .reduce((sum, { vat }) => sum + vat.reduce((part, { amountMinor }) => part + amountMinor, 0), 0)
