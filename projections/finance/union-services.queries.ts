import { inEuros } from '#domain/billing/amounts.values.ts'
import { STATES_OF } from '#domain/billing/bill-state.values.ts'
import { euroGrossOf } from '#domain/billing/euro-value.ts'
import type { UnionService } from '#domain/finance/services-statement.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { BillDoc, bills } from '#projections/billing/bills.ts'
import type { Read } from '#projections/kernel/read-models.ts'

/** A service to a business of the Union, with the bill that it is of. */
export type BilledUnionService = UnionService & {
  readonly billId: string
  readonly ref: string
  readonly client: string
}

type UnionServices = {
  readonly services: readonly BilledUnionService[]
  /** Bills in another currency whose amount in euros is not known. */
  readonly withoutEuros: readonly { readonly ref: string; readonly day: Day }[]
}

type Asked = {
  readonly owner: string
  readonly profileId: string
  readonly from: Day
  readonly to: Day
}

/**
 * Services to businesses of other Member States, by the day on which their VAT is due there: that
 * of the service, that of the money for a deposit, that of a credit note itself.
 *
 * @source CGI art. 269-2 c: VAT that the client owes falls due with the service, whatever the
 * option for debits; a deposit on receipt
 */
export async function unionServices(
  { bills: model }: Read<{ bills: typeof bills }>,
  { owner, profileId, from, to }: Asked,
): Promise<UnionServices> {
  const { items } = await model.find({
    filter: {
      where: {
        owner,
        profileId,
        unionCountry: { $gt: '' },
        state: { $in: [...STATES_OF.issued] },
      },
    },
    sort: [['listDate', 1]],
  })
  const found = items.flatMap(servicesOf).filter(({ day }) => from <= day && day <= to)
  return {
    services: found.flatMap(({ netMinor, ...one }) =>
      netMinor === null ? [] : [{ ...one, netMinor }],
    ),
    withoutEuros: found.flatMap(({ netMinor, ref, day }) =>
      netMinor === null ? [{ ref, day }] : [],
    ),
  }
}

/** `netMinor`: null where it is not known in euros. */
type Found = Omit<BilledUnionService, 'netMinor'> & { readonly netMinor: number | null }

function servicesOf(bill: BillDoc): readonly Found[] {
  const { _id: billId, ref, clientName: client, unionVatNumber: vatNumber, currency } = bill
  const of = { billId, ref, client, vatNumber }
  const rate = currency === 'EUR' ? null : (bill.exchange?.rate ?? 0)
  const euros = (minor: number): number | null =>
    rate === null ? minor : rate === 0 ? null : inEuros(minor, rate, currency)
  if (bill.type === 'deposit')
    return bill.payments.map((payment) => ({
      ...of,
      day: payment.day,
      netMinor: payment.euros ? euroGrossOf(payment.euros) : euros(payment.amountMinor),
    }))
  const minor = bill.vat.reduce(
    (sum, { baseMinor, disbursed }) => (disbursed ? sum : sum + baseMinor),
    0,
  )
  if (bill.type === 'creditNote')
    return [{ ...of, day: bill.issueDate, netMinor: negated(euros(minor)) }]
  return [{ ...of, day: bill.serviceEnd || bill.issueDate, netMinor: euros(minor) }]
}

const negated = (minor: number | null): number | null => (minor === null ? null : -minor)
