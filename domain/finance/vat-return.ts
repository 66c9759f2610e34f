import { divideRounded } from '#domain/kernel/money.ts'
import type { VatFact } from './vat-facts.ts'

/**
 * Lines of the return CA3 (form 10963) that this product fills in. @unit whole euros
 *
 * @source form 10963*28, and CGI art. 270: each line to the nearest euro, 0.50 up
 */
export type ReturnBoxes = Readonly<Record<string, number>>

/** The VAT of a period. @unit cents; the boxes, `due` and credits: whole euros */
export type VatReturn = {
  readonly collected: readonly { readonly rate: number; readonly baseMinor: number; readonly amountMinor: number }[]
  readonly deductible: readonly { readonly nature: 'fixedAsset' | 'other'; readonly amountMinor: number }[]
  readonly collectedMinor: number
  readonly deductibleMinor: number
  readonly boxes: ReturnBoxes
  readonly creditBefore: number
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

const toEuros = (minor: number): number => Number(divideRounded(BigInt(minor), 100n))
const sum = (facts: readonly VatFact[], of: (fact: VatFact) => number): number =>
  facts.reduce((total, fact) => total + of(fact), 0)
const base = (facts: readonly VatFact[]): number => toEuros(sum(facts, ({ baseMinor }) => baseMinor))

/**
 * A period's return.
 *
 * @param facts the VAT that counts in the period
 * @param creditBefore what the return before carried forward, in whole euros
 * @param refund what of a credit is asked back, in whole euros
 */
export function vatReturnOf(facts: readonly VatFact[], { creditBefore = 0, refund = 0 } = {}): VatReturn {
  const collected = facts.filter(({ side }) => side === 'collected')
  const deductible = facts.filter(({ side }) => side === 'deductible')
  const byRate = ratesOf(collected)
  const boxes = new Map<string, number>()
  const put = (line: string, euros: number) => {
    if (euros !== 0) boxes.set(line, (boxes.get(line) ?? 0) + euros)
  }

  const sales = collected.filter(({ selfAssessed }) => !selfAssessed)
  const abroad = collected.filter(({ selfAssessed }) => selfAssessed)
  put('A1', base(sales.filter(({ rate }) => rate > 0)))
  put('A3', base(abroad.filter(({ nature }) => nature === 'service')))
  put('A2', base(abroad.filter(({ nature, region }) => nature !== 'service' && region === 'other')))
  put('B2', base(abroad.filter(({ nature, region }) => nature !== 'service' && region === 'EU')))
  const untaxed = sales.filter(({ rate }) => rate === 0)
  put('E1', base(untaxed.filter(({ nature, region }) => nature !== 'service' && region === 'other')))
  put('F2', base(untaxed.filter(({ nature, region }) => nature !== 'service' && region === 'EU')))
  put('E2', base(untaxed.filter(({ nature, region }) => nature === 'service' || region === 'FR')))

  // A rate on which more was given back than charged cannot be negative on the form: it is deducted.
  let gross = 0
  for (const { rate, baseMinor, amountMinor } of byRate) {
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
  const assets = deductible.filter(({ nature }) => nature === 'fixedAsset')
  const others = deductible.filter(({ nature }) => nature !== 'fixedAsset')
  const assetsMinor = sum(assets, ({ amountMinor }) => amountMinor)
  const othersMinor = sum(others, ({ amountMinor }) => amountMinor)
  // What suppliers gave back of VAT that was deducted before is paid back.
  for (const [line, minor] of [
    ['19', assetsMinor],
    ['20', othersMinor],
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
    collected: byRate,
    deductible: [
      { nature: 'fixedAsset', amountMinor: assetsMinor },
      { nature: 'other', amountMinor: othersMinor },
    ],
    collectedMinor: sum(collected, ({ amountMinor }) => amountMinor),
    deductibleMinor: assetsMinor + othersMinor,
    boxes: Object.fromEntries([...boxes].filter(([, euros]) => euros !== 0)),
    creditBefore,
    due,
    creditAfter: credit - refunded,
  }
}

/** Sums by rate, the highest first. */
function ratesOf(facts: readonly VatFact[]): VatReturn['collected'] {
  const rates = [...new Set(facts.map(({ rate }) => rate))].sort((a, b) => b - a)
  return rates.map((rate) => {
    const same = facts.filter((fact) => fact.rate === rate)
    return { rate, baseMinor: sum(same, (fact) => fact.baseMinor), amountMinor: sum(same, (fact) => fact.amountMinor) }
  })
}
