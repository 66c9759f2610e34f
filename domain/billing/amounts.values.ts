import {
  divideRounded,
  minorDigits,
  multiplyRounded,
  QUANTITY_SCALE,
} from '#domain/kernel/money.ts'

/** One row of a VAT breakdown. @unit rate: hundredths of a percent; amounts: minor units */
export type VatRow = {
  readonly rate: number
  readonly baseMinor: number
  readonly amountMinor: number
  /** Costs advanced in the client's name. @source CGI art. 267 II-2° */
  readonly disbursed?: true
}

export type Totals = {
  /** Highest rate first. */
  readonly vat: readonly VatRow[]
  readonly netMinor: number
  readonly vatMinor: number
  readonly grossMinor: number
}

/** A rate of 100 %, in hundredths of a percent. */
const WHOLE = 10_000

/** Decimals of a price that cents do not tell. */
export const PRICE_DIGITS = 6

/**
 * A unit price. Where the currency's own decimals do not tell it, `unitPriceFine` does, and
 * `unitPriceMinor` is it rounded.
 *
 * @unit unitPriceMinor: minor units; unitPriceFine: millionths of the currency
 */
export type Price = { readonly unitPriceMinor: number; readonly unitPriceFine?: number }

/**
 * A reduction of a line or of a whole bill. @unit value: hundredths of a percent, or minor units
 */
export type Discount = {
  readonly kind: 'percent' | 'amount'
  readonly value: number
  readonly reason: string
}

/** A line as it is typed. @unit quantity: ten-thousandths; rate: hundredths of a percent */
export type TypedLine = Price & {
  readonly quantity: number
  readonly rate: number
  readonly discount?: Discount | undefined
  readonly disbursed?: true
}

/** A price in millionths of the currency. */
const finePrice = ({ unitPriceMinor, unitPriceFine }: Price, currency: string): bigint =>
  unitPriceFine === undefined
    ? BigInt(unitPriceMinor) * 10n ** BigInt(PRICE_DIGITS - minorDigits(currency))
    : BigInt(unitPriceFine)

/** A price of so many millionths; in minor units alone where these tell it. */
export function priceOf(fine: bigint, currency: string): Price {
  const scale = 10n ** BigInt(PRICE_DIGITS - minorDigits(currency))
  const unitPriceMinor = Number(divideRounded(fine, scale))
  return BigInt(unitPriceMinor) * scale === fine
    ? { unitPriceMinor }
    : { unitPriceMinor, unitPriceFine: Number(fine) }
}

/** Quantity × unit price, to the cent. @unit quantity: ten-thousandths */
export const lineNet = (quantity: number, unitPriceMinor: number): number =>
  multiplyRounded(quantity, unitPriceMinor, QUANTITY_SCALE)

/** The units of quantity × fine price in one minor unit. */
const fineScale = (currency: string): bigint =>
  BigInt(QUANTITY_SCALE) * 10n ** BigInt(PRICE_DIGITS - minorDigits(currency))

/** Quantity × price, rounded once, however many decimals the price has. */
export const amountOf = (line: Price & { readonly quantity: number }, currency: string): number =>
  Number(divideRounded(BigInt(line.quantity) * finePrice(line, currency), fineScale(currency)))

/** A line's amount as typed, before and after its reduction; each is rounded once. */
function lineAmount(
  line: TypedLine,
  currency: string,
): { readonly fullMinor: number; readonly minor: number } {
  const { quantity, discount } = line
  const fullMinor = amountOf(line, currency)
  if (!discount) return { fullMinor, minor: fullMinor }
  if (discount.kind === 'amount') return { fullMinor, minor: fullMinor - discount.value }
  const exact = BigInt(quantity) * finePrice(line, currency) * BigInt(WHOLE - discount.value)
  return { fullMinor, minor: Number(divideRounded(exact, fineScale(currency) * BigInt(WHOLE))) }
}

/** VAT of a base, half away from zero. */
export const vatOf = (baseMinor: number, rate: number): number =>
  multiplyRounded(baseMinor, rate, WHOLE)

/** Amount without its VAT. */
const withoutVat = (minor: number, rate: number): number =>
  multiplyRounded(minor, WHOLE, WHOLE + rate)

export const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

/**
 * Bases summed by rate, highest rate first. Costs advanced in the client's name are a row of their
 * own beside sales without VAT: they are no turnover.
 */
export function basesByRate(
  lines: readonly RatedLine[],
): readonly (RowKind & { readonly baseMinor: number })[] {
  const keyOf = ({ rate, disbursed }: RatedLine) => `${rate} ${disbursed ?? false}`
  return [...Map.groupBy(lines, keyOf).values()]
    .map((some) => ({
      ...kindOf(some[0] ?? { rate: 0 }),
      baseMinor: sum(some.map(({ netMinor }) => netMinor)),
    }))
    .sort((a, b) => b.rate - a.rate || Number(a.disbursed ?? false) - Number(b.disbursed ?? false))
}
export type RatedLine = {
  readonly rate: number
  readonly netMinor: number
  readonly disbursed?: true | undefined
}

export const totalsOf = (vat: readonly VatRow[]): Totals => {
  const netMinor = sum(vat.map((row) => row.baseMinor))
  const vatMinor = sum(vat.map((row) => row.amountMinor))
  return { vat, netMinor, vatMinor, grossMinor: netMinor + vatMinor }
}

/** A row's rate, and whether it stands outside VAT. */
type RowKind = Pick<VatRow, 'rate' | 'disbursed'>
export const kindOf = ({
  rate,
  disbursed,
}: {
  readonly rate: number
  readonly disbursed?: true | undefined
}): RowKind => ({
  rate,
  ...(disbursed && { disbursed }),
})
export const isSameKind = (one: RowKind, other: RowKind): boolean =>
  one.rate === other.rate && one.disbursed === other.disbursed

/** Rest of a breakdown after others are taken off it, by rate. */
export function remainder(vat: readonly VatRow[], taken: readonly (readonly VatRow[])[]): Totals {
  return totalsOf(
    vat.map((row) => {
      const same = taken.flatMap((rows) => rows.filter((r) => isSameKind(r, row)))
      return {
        ...kindOf(row),
        baseMinor: row.baseMinor - sum(same.map((r) => r.baseMinor)),
        amountMinor: row.amountMinor - sum(same.map((r) => r.amountMinor)),
      }
    }),
  )
}

/**
 * VAT is computed once a rate, on the summed base.
 *
 * @source EN 16931 BR-CO-10…17, BR-S-08: its validators tolerate a drift of 1 €, this does not
 */
export const totalsFor = (lines: readonly RatedLine[]): Totals =>
  totalsOf(
    basesByRate(lines).map((row) => ({ ...row, amountMinor: vatOf(row.baseMinor, row.rate) })),
  )

/** Shares of a reduction in some amounts. An amount is spread over them; the parts add up to it. */
function spread(discount: Discount, amounts: readonly number[]): readonly number[] {
  if (discount.kind === 'percent')
    return amounts.map((minor) => multiplyRounded(minor, discount.value, WHOLE))
  const total = sum(amounts)
  let seen = 0
  let taken = 0
  return amounts.map((minor) => {
    seen += minor
    const part = (total === 0 ? 0 : multiplyRounded(discount.value, seen, total)) - taken
    taken += part
    return part
  })
}

/** Costs advanced in the client's name are paid back as they were. @source CGI art. 267 II-2° */
const isReducible = ({ disbursed }: Pick<VatRow, 'disbursed'>): boolean => !disbursed

/** Without VAT, in minor units. `discountMinor` is taken off the line already. */
type SheetLine = Price & { readonly netMinor: number; readonly discountMinor: number }
/** Share of the bill's own reduction in the lines of a rate. */
type Allowance = { readonly rate: number; readonly baseMinor: number; readonly amountMinor: number }

export type Sheet = {
  readonly lines: readonly SheetLine[]
  /** Highest rate first; empty without a reduction of the whole bill. */
  readonly allowances: readonly Allowance[]
  readonly totals: Totals
}

/**
 * The arithmetic of a bill: each line rounded once, VAT once a rate. Where prices include VAT, the
 * total with VAT is the typed one, to the cent. The net follows from it, and the VAT is the rest.
 */
export function sheetOf(input: {
  readonly lines: readonly TypedLine[]
  readonly discount?: Discount | null | undefined
  readonly pricesWithVat?: boolean | undefined
  readonly currency: string
}): Sheet {
  return input.pricesWithVat ? sheetWithVat(input) : sheetWithoutVat(input)
}

function sheetWithoutVat({ lines, discount, currency }: Parameters<typeof sheetOf>[0]): Sheet {
  const priced = lines.map((line) => {
    const { fullMinor, minor } = lineAmount(line, currency)
    const { unitPriceMinor, unitPriceFine } = line
    return {
      unitPriceMinor,
      ...(unitPriceFine !== undefined && { unitPriceFine }),
      rate: line.rate,
      netMinor: minor,
      discountMinor: fullMinor - minor,
      ...(line.disbursed && { disbursed: line.disbursed }),
    }
  })
  const bases = basesByRate(priced).filter(isReducible)
  const parts = discount
    ? spread(
        discount,
        bases.map(({ baseMinor }) => baseMinor),
      )
    : []
  const allowances = parts.map((amountMinor, index) => ({
    rate: bases[index]?.rate ?? 0,
    baseMinor: bases[index]?.baseMinor ?? 0,
    amountMinor,
  }))
  const taken = allowances.map(({ rate, amountMinor }) => ({ rate, netMinor: -amountMinor }))
  return { lines: priced, allowances, totals: totalsFor([...priced, ...taken]) }
}

/** A price without VAT that follows from one with VAT has four decimals. @unit millionths */
const DERIVED_SCALE = 100n

function sheetWithVat({ lines, discount, currency }: Parameters<typeof sheetOf>[0]): Sheet {
  const amounts = lines.map((line) => ({ ...lineAmount(line, currency), rate: line.rate, line }))
  const gross = basesByRate(
    amounts.map(({ rate, minor, line }) => ({
      rate,
      netMinor: minor,
      disbursed: line.disbursed,
    })),
  )
  const parts = discount
    ? spread(
        discount,
        gross.map((row) => (isReducible(row) ? row.baseMinor : 0)),
      )
    : []
  const rows = gross.map(({ rate, baseMinor: typedMinor, disbursed }, index) => {
    const grossMinor = typedMinor - (parts[index] ?? 0)
    const baseMinor = withoutVat(grossMinor, rate)
    return {
      rate,
      ...(disbursed && { disbursed }),
      linesMinor: withoutVat(typedMinor, rate),
      baseMinor,
      amountMinor: grossMinor - baseMinor,
    }
  })
  // The lines of a rate are rounded as they add up, so that they add up to its base.
  const seen = new Map<number, number>()
  const priced = amounts.map(({ rate, fullMinor, minor, line }): SheetLine => {
    const before = seen.get(rate) ?? 0
    seen.set(rate, before + minor)
    const typed = finePrice(line, currency)
    const derived =
      divideRounded(typed * BigInt(WHOLE), BigInt(WHOLE + rate) * DERIVED_SCALE) * DERIVED_SCALE
    return {
      ...priceOf(rate === 0 ? typed : derived, currency),
      netMinor: withoutVat(before + minor, rate) - withoutVat(before, rate),
      discountMinor: withoutVat(fullMinor - minor, rate),
    }
  })
  return {
    lines: priced,
    allowances: discount
      ? rows.filter(isReducible).map(({ rate, linesMinor, baseMinor }) => ({
          rate,
          baseMinor: linesMinor,
          amountMinor: linesMinor - baseMinor,
        }))
      : [],
    totals: totalsOf(
      rows.map((row) => ({
        ...kindOf(row),
        baseMinor: row.baseMinor,
        amountMinor: row.amountMinor,
      })),
    ),
  }
}

/** Units of an exchange rate of 1, and their decimals. */
export const EXCHANGE_DIGITS = 6
export const EXCHANGE_SCALE = 10 ** EXCHANGE_DIGITS

/**
 * An amount of another currency in cents. @param rate millionths of a euro for one unit of the
 * currency
 */
export const inEuros = (minor: number, rate: number, currency: string): number =>
  multiplyRounded(
    minor * 10 ** minorDigits('EUR'),
    rate,
    EXCHANGE_SCALE * 10 ** minorDigits(currency),
  )
