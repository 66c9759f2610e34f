import { divideRounded } from '#domain/kernel/money.ts'
import type { VatTerritory } from '#domain/billing/vat/place-of-supply.values.ts'
import type { VatAmount } from './vat-facts.ts'
import type { VatPeriod } from './vat-periods.ts'

/**
 * Lines of the return CA3 (form 10963) that this product fills in. @unit whole euros
 *
 * @source form 10963*28 (T1 to T6, TC: overseas, Corsica); CGI art. 270: each line to the nearest
 * euro, 0.50 up. Lines but TC were compared in November 2026 with `l10n.fr.account.vat.box.csv` of
 * OCA l10n-france, which has the form's codes
 */
type ReturnBoxes = Readonly<Record<string, number>>

/** Taxed amount at a rate. @unit cents; rate: hundredths of a percent */
export type RateSum = {
  readonly rate: number
  readonly baseMinor: number
  readonly amountMinor: number
}

/** The VAT of a period. @unit cents; the boxes, `due` and credits: whole euros */
export type VatReturn = {
  readonly collected: readonly RateSum[]
  readonly deductible: readonly {
    readonly nature: 'fixedAsset' | 'other'
    readonly amountMinor: number
  }[]
  readonly collectedMinor: number
  readonly deductibleMinor: number
  /** Changes in periods after their declaration; the boxes hold them too. */
  readonly late: { readonly collectedMinor: number; readonly deductibleMinor: number }
  /** Absent for the form CA3, and for yearly returns of before the product filled in theirs. */
  readonly form?: 'CA12'
  readonly boxes: ReturnBoxes
  readonly creditBefore: number
  readonly refund: number
  /** Instalments on account of a year's return. */
  readonly instalments?: number
  readonly due: number
  readonly creditAfter: number
}

/** The line of a rate's gross VAT. @unit hundredths of a percent */
const LINE_OF_RATE: ReadonlyMap<number, string> = new Map([
  [2000, '08'],
  [550, '09'],
  [1000, '9B'],
  [210, 'T6'],
  [850, '10'],
  [175, 'T1'],
  [105, 'T2'],
  [1300, 'TC'],
  [90, 'T5'],
])
/** Rates whose line differs where the business is: 2.1 % overseas, 10 and 2.1 % of Corsica. */
const LINE_THERE: Readonly<Partial<Record<VatTerritory, ReadonlyMap<number, string>>>> = {
  antilles: new Map([[210, '11']]),
  reunion: new Map([[210, '11']]),
  corsica: new Map([
    [1000, 'T3'],
    [210, 'T4'],
  ]),
}
/** Line of the rates that have none of their own: those of the past. Earlier returns had 14. */
const OTHER_RATES = '13'

/**
 * The least part of a credit that can be asked back. @unit whole euros
 *
 * @source CGI ann. II art. 242-0 C: 760 €; 150 € at the end of a calendar year
 */
export const leastRefundOf = ({ to }: VatPeriod): number => (to.endsWith('-12-31') ? 150 : 760)

export const toEuros = (minor: number): number => Number(divideRounded(BigInt(minor), 100n))
const sum = (amounts: readonly VatAmount[], of: (amount: VatAmount) => number): number =>
  amounts.reduce((total, amount) => total + of(amount), 0)
const vat = (amounts: readonly VatAmount[]): number =>
  sum(amounts, ({ amountMinor }) => amountMinor)
const base = (amounts: readonly VatAmount[]): number =>
  toEuros(sum(amounts, ({ baseMinor }) => baseMinor))
const isCollected = ({ side }: VatAmount): boolean => side === 'collected'
const isAsset = ({ nature }: VatAmount): boolean => nature === 'fixedAsset'

/**
 * A period's return.
 *
 * @param amounts the VAT that counts in the period
 * @param territory where the business is: some rates have a line by territory
 * @param creditBefore what the return before carried forward, in whole euros
 * @param refund what of a credit is asked back, in whole euros
 * @param late what changed in declared periods since, and no return told yet
 */
export function vatReturnOf(
  amounts: readonly VatAmount[],
  {
    creditBefore = 0,
    refund = 0,
    late = [],
    territory = 'mainland',
  }: {
    readonly creditBefore?: number
    readonly refund?: number
    readonly late?: readonly VatAmount[]
    readonly territory?: VatTerritory
  } = {},
): VatReturn {
  const { told, figures } = partsOf(amounts, late)
  const { boxes, put } = boxesOf()

  // A rate on which more was given back than charged cannot be negative on the form: it is
  // deducted.
  const rates = ratesOf(told)
  const deducted = new Set(
    rates.flatMap(({ rate, amountMinor }) => (amountMinor < 0 ? [rate] : [])),
  )
  putBases(
    told.filter(({ rate }) => !deducted.has(rate)),
    put,
  )
  let gross = 0
  for (const { rate, baseMinor, amountMinor } of rates) {
    if (rate === 0) continue
    const amount = toEuros(amountMinor)
    if (amount < 0) put('21', -amount)
    else {
      const line = LINE_THERE[territory]?.get(rate) ?? LINE_OF_RATE.get(rate) ?? OTHER_RATES
      put(`${line}base`, toEuros(baseMinor))
      put(line, amount)
      gross += amount
    }
  }
  // Refunds of suppliers pay deducted VAT back. Omitted VAT is deducted late.
  for (const [line, minor] of [
    ['19', figures.assetsMinor],
    ['20', figures.othersMinor],
    ['21', figures.lateDeductibleMinor],
  ] as const) {
    const euros = toEuros(minor)
    put(euros < 0 ? '15' : line, Math.abs(euros))
    if (euros < 0) gross -= euros
  }
  put('16', gross)
  put('22', creditBefore)
  const deductible = ['19', '20', '21', '22'].reduce(
    (total, line) => total + (boxes.get(line) ?? 0),
    0,
  )
  put('23', deductible)
  const credit = Math.max(0, deductible - gross)
  const refunded = Math.min(refund, credit)
  put('25', credit)
  put('26', refunded)
  put('27', credit - refunded)
  const due = Math.max(0, gross - deductible)
  put('TD', due)
  put('28', due)
  put('32', due)
  return {
    ...figures.told,
    boxes: Object.fromEntries([...boxes].filter(([, euros]) => euros !== 0)),
    creditBefore,
    refund: refunded,
    due,
    creditAfter: credit - refunded,
  }
}

/** The boxes of a return; what is written twice into one adds up. */
export function boxesOf() {
  const boxes = new Map<string, number>()
  const put = (line: string, euros: number): void => {
    if (euros !== 0) boxes.set(line, (boxes.get(line) ?? 0) + euros)
  }
  return { boxes, put }
}

/** Common base of the forms: the taxed amounts of a return, and its sums. */
export function partsOf(amounts: readonly VatAmount[], late: readonly VatAmount[]) {
  const collected = amounts.filter(isCollected)
  const deductible = amounts.filter((amount) => !isCollected(amount))
  const lateDeductibleMinor = vat(late.filter((amount) => !isCollected(amount)))
  const assetsMinor = vat(deductible.filter(isAsset))
  const othersMinor = vat(deductible) - assetsMinor
  return {
    told: [...collected, ...late.filter(isCollected)],
    figures: {
      assetsMinor,
      othersMinor,
      lateDeductibleMinor,
      told: {
        collected: ratesOf(collected),
        deductible: [
          { nature: 'fixedAsset', amountMinor: assetsMinor },
          { nature: 'other', amountMinor: othersMinor },
        ],
        collectedMinor: vat(collected),
        deductibleMinor: assetsMinor + othersMinor,
        late: {
          collectedMinor: vat(late.filter(isCollected)),
          deductibleMinor: lateDeductibleMinor,
        },
      },
    },
  } as const
}

export const netBase = (amounts: readonly VatAmount[]) => ({
  baseMinor: sum(amounts, ({ baseMinor }) => baseMinor),
  amountMinor: vat(amounts),
})

const isService = ({ nature }: VatAmount): boolean => nature === 'service'
const goodsOf = (amounts: readonly VatAmount[], where: VatAmount['region']): number =>
  base(amounts.filter((amount) => !isService(amount) && amount.region === where))

/** Sales without VAT. @unit whole euros */
export function untaxedBases(amounts: readonly VatAmount[]) {
  const untaxed = amounts.filter(({ selfAssessed, rate }) => !selfAssessed && rate === 0)
  return {
    exports: goodsOf(untaxed, 'other'),
    toUnion: goodsOf(untaxed, 'EU'),
    others: base(untaxed.filter((amount) => isService(amount) || amount.region === 'FR')),
  }
}

/** Sales and purchases without VAT, by the lines of the form's first part. */
function putBases(amounts: readonly VatAmount[], put: (line: string, euros: number) => void): void {
  const sales = amounts.filter(({ selfAssessed }) => !selfAssessed)
  const abroad = amounts.filter(({ selfAssessed }) => selfAssessed)
  put('A1', base(sales.filter(({ rate }) => rate > 0)))
  put('A3', base(abroad.filter(isService)))
  put('A2', goodsOf(abroad, 'other'))
  put('B2', goodsOf(abroad, 'EU'))
  const untaxed = untaxedBases(amounts)
  put('E1', untaxed.exports)
  put('F2', untaxed.toUnion)
  put('E2', untaxed.others)
}

/** Sums by rate, the highest first. */
export function ratesOf(amounts: readonly VatAmount[]): VatReturn['collected'] {
  const rates = [...new Set(amounts.map(({ rate }) => rate))].sort((a, b) => b - a)
  return rates.map((rate) => {
    const same = amounts.filter((amount) => amount.rate === rate)
    return { rate, baseMinor: sum(same, ({ baseMinor }) => baseMinor), amountMinor: vat(same) }
  })
}
