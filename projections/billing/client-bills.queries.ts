import type { LineUnit } from '#domain/billing/terms.values.ts'
import { STATES_OF } from '#domain/billing/bill-state.values.ts'
import { type Price, remainder, totalsOf, type VatRow } from '#domain/billing/amounts.values.ts'
import type { DeductedDeposit } from '#domain/billing/deposit.ts'
import { creditTotals } from '#domain/billing/totals.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { daysBetween } from '#domain/kernel/time.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { BillDoc } from './bills.ts'

/** Time that a client takes to pay. @unit days from the issue to the settling payment, rounded */
export type PaymentHabit = { readonly averageDays: number | null; readonly paidBills: number }

/** Bills that were paid in full; a cancelled bill says nothing of the client. */
export function paymentHabitOf(
  docs: readonly Pick<BillDoc, 'type' | 'issueDate' | 'paymentDay'>[],
): PaymentHabit {
  const waits = docs.flatMap(({ type, issueDate, paymentDay }) =>
    type !== 'creditNote' && issueDate !== '' && paymentDay !== ''
      ? [daysBetween(issueDate, paymentDay)]
      : [],
  )
  const sum = waits.reduce((total, days) => total + days, 0)
  return {
    averageDays: waits.length === 0 ? null : Math.round(sum / waits.length),
    paidBills: waits.length,
  }
}

/** All of a client's bills in a profile, the newest first. */
export const billsOfClient = async (
  bills: ReadModel<BillDoc>,
  owner: string,
  profileId: string,
  clientId: string,
): Promise<readonly BillDoc[]> =>
  (
    await bills.find({
      filter: { where: { owner, profileId, clientId } },
      sort: [['listDate', -1]],
    })
  ).items

/** An issued deposit as a final bill may deduct it: what its credit notes left of it. */
type OpenDeposit = Pick<BillDoc, 'projectId' | 'currency'> & {
  readonly paid: boolean
  readonly deposit: DeductedDeposit
}

/** Rest of a deposit after its credit notes, by rate. */
const leftByRate = ({ vat, credits }: Pick<BillDoc, 'vat' | 'credits'>): readonly VatRow[] =>
  credits
    .reduce(
      (left, { lines }) => remainder(left.vat, [creditTotals(lines, left)?.vat ?? []]),
      totalsOf(vat),
    )
    .vat.filter(({ baseMinor }) => baseMinor > 0)

/** A client's issued deposits that no final bill deducts, the oldest first. */
export async function openDeposits(
  bills: ReadModel<BillDoc>,
  owner: string,
  profileId: string,
  clientId: string,
): Promise<readonly OpenDeposit[]> {
  const where = {
    owner,
    profileId,
    clientId,
    type: 'deposit',
    deductedBy: '',
    state: { $in: STATES_OF.issued },
  }
  const { items } = await bills.find({ filter: { where }, sort: [['listDate', 1]] })
  return items.flatMap((doc) => {
    const { _id: billId, ref, listDate: issueDate, projectId, currency } = doc
    const deposit = {
      billId,
      ref,
      issueDate,
      vat: leftByRate(doc),
      grossMinor: doc.grossMinor - doc.creditedMinor,
    }
    const paid = doc.outstandingMinor === 0
    return deposit.grossMinor > 0 ? [{ projectId, currency, paid, deposit }] : []
  })
}

/** A line as it was billed last, with its price without VAT. @unit rate: hundredths of a percent */
export type PastLine = Price & {
  readonly description: string
  readonly unit: LineUnit
  readonly rate: number
  readonly currency: Currency
}

/** Bills whose lines are remembered, and lines that are offered. */
const REMEMBERED_BILLS = 200
const REMEMBERED_LINES = 100

/**
 * Recent lines of a profile's bills, each description once and with its last price. Credit notes
 * sell nothing.
 */
export async function pastLines(
  bills: ReadModel<BillDoc>,
  owner: string,
  profileId: string,
): Promise<readonly PastLine[]> {
  const found = await bills.find({
    filter: { where: { owner, profileId } },
    sort: [['listDate', -1]],
    limit: REMEMBERED_BILLS,
  })
  const lines = new Map<string, PastLine>()
  for (const { type, currency, pricesWithVat = false, lines: billed } of found.items)
    if (type !== 'creditNote' && !pricesWithVat)
      for (const { description, unit, unitPriceMinor, unitPriceFine, rate } of billed)
        if (description !== '' && !lines.has(description)) {
          const price =
            unitPriceFine === undefined ? { unitPriceMinor } : { unitPriceMinor, unitPriceFine }
          lines.set(description, { description, unit, ...price, rate, currency })
        }
  return [...lines.values()].slice(0, REMEMBERED_LINES)
}
