import type { FieldRefusal } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import type { BesidePayment, CreditLine, IssuedBill } from './bill-facts.ts'
import { billRefusal } from './bill-refusals.ts'
import { type BillContent, pricedLines, sheetOfContent } from './content.ts'
import { claimOf } from './deposit.ts'
import { isSameKind, kindOf } from './amounts.values.ts'
import { creditTotals, remainder, type Totals, type VatRow } from './totals.ts'

// Owed, paid, credited and refundable amounts of an issued bill

/** Creditable rest of a bill. Credit notes under issue take their part off, too. */
export const creditableOf = (bill: IssuedBill, except = ''): Totals =>
  remainder(
    claimOf(bill.frozen).vat,
    bill.credits.filter((c) => c.creditNoteId !== except).map((c) => c.vat),
  )

/** Whole debt of the client: the bill, less its deposits and its issued credit notes. */
export const owedOf = (bill: IssuedBill): Totals =>
  remainder(
    claimOf(bill.frozen).vat,
    bill.credits.filter((c) => c.ref !== '').map((c) => c.vat),
  )

/** Exchange rate of a bill in another currency. @unit millionths of a euro; 0 without one */
export const exchangeRateOf = ({ frozen, content }: Pick<IssuedBill, 'frozen' | 'content'>) =>
  frozen.exchange?.rate ?? content.exchange?.rate ?? 0

/** Whether credit notes have given all of it back. */
export const isCreditedInFull = (bill: IssuedBill): boolean =>
  bill.credits.some((c) => c.ref !== '') && owedOf(bill).grossMinor <= 0

export const paidMinorOf = (bill: IssuedBill): number =>
  bill.payments.reduce((sum, p) => sum + p.amountMinor, 0)
/** Surplus of payments that was not given back yet. */
export const surplusOf = (bill: IssuedBill): number =>
  besides(bill.payments) - besides(bill.refunds)
const besides = (some: readonly { readonly surplus?: BesidePayment }[]): number =>
  some.reduce((sum, { surplus }) => sum + (surplus?.amountMinor ?? 0), 0)
/** Rest that was granted to the client or is lost. */
const settledMinorOf = (bill: IssuedBill): number =>
  bill.settlements.reduce((sum, one) => sum + one.amountMinor, 0)
export const refundedMinorOf = (bill: IssuedBill): number =>
  bill.refunds.reduce((sum, r) => sum + r.amountMinor, 0)

/** Open amount of the client; 0 on a credit note, never negative. */
export const outstandingOf = (bill: IssuedBill): number =>
  bill.frozen.type === 'creditNote'
    ? 0
    : Math.max(
        0,
        owedOf(bill).grossMinor - paidMinorOf(bill) - settledMinorOf(bill) + refundedMinorOf(bill),
      )

/** The same by rate. Only of a bill that is owed still do its rates mean anything. */
export const outstandingTotalsOf = (bill: IssuedBill): Totals =>
  remainder(owedOf(bill).vat, [
    ...bill.payments.map(({ vat }) => vat),
    ...bill.settlements.map(({ vat }) => vat),
    ...bill.refunds.map(({ vat }) =>
      vat.map((row) => ({
        ...kindOf(row),
        baseMinor: -row.baseMinor,
        amountMinor: -row.amountMinor,
      })),
    ),
  ])

/** Payments above the debt that were not given back yet, by rate. */
export const refundableOf = (bill: IssuedBill): Totals => {
  const kinds = [...bill.frozen.vat, ...bill.payments.flatMap((p) => p.vat)]
    .map(kindOf)
    .filter((kind, index, all) => all.findIndex((one) => isSameKind(one, kind)) === index)
  const paid = kinds.map((kind): VatRow => {
    const rows = bill.payments.flatMap((p) => p.vat.filter((row) => isSameKind(row, kind)))
    return {
      ...kind,
      baseMinor: sumOf(rows, 'baseMinor'),
      amountMinor: sumOf(rows, 'amountMinor'),
    }
  })
  return remainder(paid, [owedOf(bill).vat, ...bill.refunds.map((r) => r.vat)])
}
const sumOf = (rows: readonly VatRow[], key: 'baseMinor' | 'amountMinor'): number =>
  rows.reduce((sum, row) => sum + row[key], 0)

/** Amount to give back to the client; 0 while the debt is above the payments. */
export const toRefundOf = (bill: IssuedBill): number =>
  bill.frozen.type === 'creditNote'
    ? 0
    : Math.max(0, refundableOf(bill).grossMinor) + surplusOf(bill)

/** Creditable rest of one line, without VAT. */
export const lineRest = (bill: IssuedBill, line: number, except = ''): number =>
  (bill.frozen.lines[line]?.netMinor ?? 0) -
  bill.credits
    .flatMap((c) => (c.creditNoteId === except ? [] : c.lines))
    .reduce((sum, l) => sum + (l.line === line ? l.netMinor : 0), 0)

/**
 * Totals of a credit note of these lines.
 *
 * @throws BILL_NOT_CREDITABLE · BILL_CREDIT_ABOVE_REST, naming each line above what remains
 */
export function creditOf(
  bill: IssuedBill,
  creditNoteId: string,
  lines: readonly CreditLine[],
  gone: readonly string[] = [],
): Totals {
  if (bill.frozen.type === 'creditNote') throw billRefusal('BILL_NOT_CREDITABLE')
  const standing =
    gone.length === 0
      ? bill
      : {
          ...bill,
          credits: bill.credits.filter((c) => c.ref !== '' || !gone.includes(c.creditNoteId)),
        }
  const perLine = new Map<number, number>()
  const above: FieldRefusal[] = []
  for (const [index, { line, rate, netMinor }] of lines.entries()) {
    if (line === null) continue
    const taken = (perLine.get(line) ?? 0) + netMinor
    perLine.set(line, taken)
    const rest = lineRest(standing, line, creditNoteId)
    if (taken > rest || bill.frozen.lines[line]?.rate !== rate)
      above.push({
        path: `lines.${index}.amountHT`,
        code: 'BILL_CREDIT_ABOVE_REST',
        details: { rest: toMajor(rest, bill.frozen.currency), currency: bill.frozen.currency },
      })
  }
  const left = creditableOf(standing, creditNoteId)
  const totals = creditTotals(lines, left)
  if (above.length > 0 || !totals)
    throw billRefusal(
      'BILL_CREDIT_ABOVE_REST',
      { rest: toMajor(left.netMinor, bill.frozen.currency), currency: bill.frozen.currency },
      above,
    )
  return totals
}

/** The lines of a credit note as its original sees them, and what it takes off them as a whole. */
export const creditLinesOf = (content: BillContent): readonly CreditLine[] => [
  ...pricedLines(content).map(({ creditedLine, netMinor, unit, quantity, ...line }) => ({
    line: creditedLine,
    ...kindOf(line),
    netMinor,
    ...(unit === 'day' ? { quantity } : {}),
  })),
  ...sheetOfContent(content).allowances.map(({ rate, amountMinor }) => ({
    line: null,
    rate,
    netMinor: -amountMinor,
  })),
]
