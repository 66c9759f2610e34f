import { divideRounded } from '#domain/kernel/money.ts'
import type { VatAmount } from './vat-facts.ts'
import type { VatPeriod } from './vat-periods.ts'

/**
 * Lines of the return CA3 (form 10963) that this product fills in. @unit whole euros
 *
 * @source form 10963*28, and CGI art. 270: each line to the nearest euro, 0.50 up
 */
type ReturnBoxes = Readonly<Record<string, number>>

/** The VAT of a period. @unit cents; the boxes, `due` and credits: whole euros */
export type VatReturn = {
  readonly collected: readonly { readonly rate: number; readonly baseMinor: number; readonly amountMinor: number }[]
  readonly deductible: readonly { readonly nature: 'fixedAsset' | 'other'; readonly amountMinor: number }[]
  readonly collectedMinor: number
  readonly deductibleMinor: number
  /** What changed in periods after they were declared; the boxes hold it too. */
  readonly late: { readonly collectedMinor: number; readonly deductibleMinor: number }
  readonly boxes: ReturnBoxes
  readonly creditBefore: number
  readonly refund: number
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
  // The overseas reduced rates.
  [175, '11'],
  [105, '11'],
])
/** Rates that the form has no line of its own for: Corsica, and those of the past. */
const OTHER_RATES = '14'

/**
 * The least part of a credit that can be asked back. @unit whole euros
 *
 * @source CGI ann. II art. 242-0 C: 760 €; 150 € at the end of a calendar year
 */
export const leastRefundOf = ({ to }: VatPeriod): number => (to.endsWith('-12-31') ? 150 : 760)

const toEuros = (minor: number): number => Number(divideRounded(BigInt(minor), 100n))
const sum = (amounts: readonly VatAmount[], of: (amount: VatAmount) => number): number =>
  amounts.reduce((total, amount) => total + of(amount), 0)
const vat = (amounts: readonly VatAmount[]): number => sum(amounts, ({ amountMinor }) => amountMinor)
const base = (amounts: readonly VatAmount[]): number => toEuros(sum(amounts, ({ baseMinor }) => baseMinor))
const isCollected = ({ side }: VatAmount): boolean => side === 'collected'
const isAsset = ({ nature }: VatAmount): boolean => nature === 'fixedAsset'

/**
 * A period's return.
 *
 * @param amounts the VAT that counts in the period
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
  }: { readonly creditBefore?: number; readonly refund?: number; readonly late?: readonly VatAmount[] } = {},
): VatReturn {
  const collected = amounts.filter(isCollected)
  const deductible = amounts.filter((amount) => !isCollected(amount))
  const lateDeductible = late.filter((amount) => !isCollected(amount))
  const told = [...collected, ...late.filter(isCollected)]
  const boxes = new Map<string, number>()
  const put = (line: string, euros: number) => {
    if (euros !== 0) boxes.set(line, (boxes.get(line) ?? 0) + euros)
  }

  putBases(told, put)
  // A rate on which more was given back than charged cannot be negative on the form: it is deducted.
  let gross = 0
  for (const { rate, baseMinor, amountMinor } of ratesOf(told)) {
    if (rate === 0) continue
    const amount = toEuros(amountMinor)
    if (amount < 0) put('21', -amount)
    else {
      const line = LINE_OF_RATE.get(rate) ?? OTHER_RATES
      put(`${line}base`, toEuros(baseMinor))
      put(line, amount)
      gross += amount
    }
  }
  const assetsMinor = vat(deductible.filter(isAsset))
  const othersMinor = vat(deductible) - assetsMinor
  // What suppliers gave back of VAT that was deducted before is paid back. What was left out before is deducted late.
  for (const [line, minor] of [
    ['19', assetsMinor],
    ['20', othersMinor],
    ['21', vat(lateDeductible)],
  ] as const) {
    const euros = toEuros(minor)
    put(euros < 0 ? '15' : line, Math.abs(euros))
    if (euros < 0) gross -= euros
  }
  put('16', gross)
  put('22', creditBefore)
  const deducted = ['19', '20', '21', '22'].reduce((total, line) => total + (boxes.get(line) ?? 0), 0)
  put('23', deducted)
  const credit = Math.max(0, deducted - gross)
  const refunded = Math.min(refund, credit)
  put('25', credit)
  put('26', refunded)
  put('27', credit - refunded)
  const due = Math.max(0, gross - deducted)
  put('TD', due)
  put('28', due)
  put('32', due)
  return {
    collected: ratesOf(collected),
    deductible: [
      { nature: 'fixedAsset', amountMinor: assetsMinor },
      { nature: 'other', amountMinor: othersMinor },
    ],
    collectedMinor: vat(collected),
    deductibleMinor: assetsMinor + othersMinor,
    late: { collectedMinor: vat(late.filter(isCollected)), deductibleMinor: vat(lateDeductible) },
    boxes: Object.fromEntries([...boxes].filter(([, euros]) => euros !== 0)),
    creditBefore,
    refund: refunded,
    due,
    creditAfter: credit - refunded,
  }
}

/** What was sold and bought without VAT, by the lines of the form's first part. */
function putBases(told: readonly VatAmount[], put: (line: string, euros: number) => void): void {
  const sales = told.filter(({ selfAssessed }) => !selfAssessed)
  const abroad = told.filter(({ selfAssessed }) => selfAssessed)
  const isService = ({ nature }: VatAmount) => nature === 'service'
  const goodsOf = (amounts: readonly VatAmount[], where: VatAmount['region']) =>
    base(amounts.filter((amount) => !isService(amount) && amount.region === where))
  put('A1', base(sales.filter(({ rate }) => rate > 0)))
  put('A3', base(abroad.filter(isService)))
  put('A2', goodsOf(abroad, 'other'))
  put('B2', goodsOf(abroad, 'EU'))
  const untaxed = sales.filter(({ rate }) => rate === 0)
  put('E1', goodsOf(untaxed, 'other'))
  put('F2', goodsOf(untaxed, 'EU'))
  put('E2', base(untaxed.filter((amount) => isService(amount) || amount.region === 'FR')))
}

/** Sums by rate, the highest first. */
function ratesOf(amounts: readonly VatAmount[]): VatReturn['collected'] {
  const rates = [...new Set(amounts.map(({ rate }) => rate))].sort((a, b) => b - a)
  return rates.map((rate) => {
    const same = amounts.filter((amount) => amount.rate === rate)
    return { rate, baseMinor: sum(same, ({ baseMinor }) => baseMinor), amountMinor: vat(same) }
  })
}
