import {
  amountOf,
  isSameKind,
  kindOf,
  PRICE_DIGITS,
  type Price,
  priceOf,
  type VatRow,
} from '#domain/billing/amounts.values.ts'
import { creditableOf, lineRest } from '#domain/billing/bill-balance.ts'
import type { IssuedBill } from '#domain/billing/bill-facts.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import type { BillLine } from '#domain/billing/content.ts'
import { divideRounded, minorDigits, QUANTITY_SCALE } from '#domain/kernel/money.ts'

/**
 * A line of the original to give back, by its place from 0. With a quantity or a price of its own,
 * a part of it.
 */
export type LineToCredit = {
  readonly line: number
  readonly quantity?: number
  readonly unitPriceMinor?: number
  readonly unitPriceFine?: number
}
/** The lines of a credit note: the named ones, or all that is left. @throws BILL_LINE_UNKNOWN */
export const creditedLines = (
  bill: IssuedBill,
  wanted?: readonly LineToCredit[],
): readonly BillLine[] =>
  wanted ? wanted.map((line, index) => namedLine(bill, line, index)) : restOf(bill)

/**
 * Decimals of a price, and of a quantity, in the price of a line that follows from its net amount.
 */
const NET_PRICE_SCALE = 10n ** BigInt(PRICE_DIGITS) * BigInt(QUANTITY_SCALE)

/**
 * The price of a line's net amount without a reduction. The bill's own reduction comes off too,
 * rounded down, so that lines never give back more than there is.
 */
function pricePaid(bill: IssuedBill, index: number): Price {
  const { lines, allowances = [], vat, currency } = bill.frozen
  const line = lines[index]
  if (!line || line.quantity === 0) return { unitPriceMinor: 0 }
  const { unitPriceMinor, unitPriceFine, quantity, netMinor } = line
  const kind = kindOfLine(bill, index)
  const allowance = allowances.find((one) => isSameKind(one, kind))
  if (allowance === undefined && amountOf(line, currency) === netMinor)
    return { unitPriceMinor, ...(unitPriceFine !== undefined && { unitPriceFine }) }
  const left = vat.find((row) => isSameKind(row, kind))?.baseMinor ?? 0
  const [over, under] =
    allowance && allowance.baseMinor !== 0 ? [left, allowance.baseMinor] : [1, 1]
  const minorScale = 10n ** BigInt(minorDigits(currency))
  const exact = BigInt(netMinor) * NET_PRICE_SCALE * BigInt(over)
  const divisor = BigInt(quantity) * minorScale * BigInt(under)
  return priceOf(allowance ? exact / divisor : divideRounded(exact, divisor), currency)
}

/** A line's rate, and whether its bill tells it as advanced costs. */
function kindOfLine(
  { frozen, content }: IssuedBill,
  index: number,
): Pick<VatRow, 'rate' | 'disbursed'> {
  const rate = frozen.lines[index]?.rate ?? 0
  const isDisbursed =
    content.lines[index]?.disbursed && frozen.vat.some(({ disbursed }) => disbursed)
  return kindOf({ rate, ...(isDisbursed && { disbursed: true }) })
}

const priceAsked = ({ unitPriceFine }: LineToCredit, unitPriceMinor: number): Price =>
  unitPriceFine === undefined ? { unitPriceMinor } : { unitPriceMinor, unitPriceFine }

function namedLine(bill: IssuedBill, wanted: LineToCredit, index: number): BillLine {
  const line = bill.frozen.lines[wanted.line]
  if (!line)
    throw billRefusal('BILL_LINE_UNKNOWN', {}, [
      { path: `lines.${index}.line`, code: 'BILL_LINE_UNKNOWN' },
    ])
  const { description, unit } = line
  return {
    description,
    unit,
    ...kindOfLine(bill, wanted.line),
    quantity: wanted.quantity ?? line.quantity,
    ...(wanted.unitPriceMinor === undefined
      ? pricePaid(bill, wanted.line)
      : priceAsked(wanted, wanted.unitPriceMinor)),
    creditedLine: wanted.line,
  }
}

/**
 * All that is left to credit: each line or what remains of it. Once an amount was taken off the
 * whole bill, one line per rate.
 */
function restOf(bill: IssuedBill): readonly BillLine[] {
  const one = (
    description: string,
    kind: Pick<VatRow, 'rate' | 'disbursed'>,
    netMinor: number,
    creditedLine: number | null,
  ): BillLine => ({
    description,
    unit: '',
    ...kindOf(kind),
    quantity: QUANTITY_SCALE,
    unitPriceMinor: netMinor,
    creditedLine,
  })
  // The lines exceed the rest where deposits were billed before, or where a reduction applies to
  // all of them.
  if (
    bill.frozen.deposits ||
    bill.frozen.allowances ||
    bill.credits.some((c) => c.lines.some((l) => l.line === null))
  )
    return creditableOf(bill).vat.flatMap((row) =>
      row.baseMinor > 0
        ? [one(`Solde de la facture ${bill.frozen.ref}`, row, row.baseMinor, null)]
        : [],
    )
  return bill.frozen.lines.flatMap((line, index): readonly BillLine[] => {
    const rest = lineRest(bill, index)
    if (rest === line.netMinor) return [namedLine(bill, { line: index }, index)]
    return rest > 0 ? [one(line.description, kindOfLine(bill, index), rest, index)] : []
  })
}
