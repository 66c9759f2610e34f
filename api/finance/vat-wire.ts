import type {
  Exemption,
  VatChange as AnsweredChange,
  VatFact as AnsweredFact,
  VatLeftOut as AnsweredLeftOut,
  VatPeriod as AnsweredPeriod,
} from '#contract/finance/vat.contract.ts'
import { vatRateOn } from '#domain/billing/vat/vat.values.ts'
import { exigibilityOn, returnDayOf } from '#domain/finance/vat-periods.ts'
import { leastRefundOf } from '#domain/finance/vat-return.ts'
import type { VatAmount } from '#domain/finance/vat-facts.ts'
import { fromRate, toMajor } from '#domain/kernel/money.ts'
import { type Day, type DayOrNone, epochOfDay, epochOrZero } from '#domain/kernel/time.ts'
import type { DatedVatTerms } from '#domain/profile/vat-regime.values.ts'
import type { ExemptionGauge } from '#projections/finance/vat-exemption.queries.ts'
import { amountsOf, type VatChange, type VatFact } from '#projections/finance/vat-facts.queries.ts'
import type { VatLeftOut } from '#projections/finance/vat-left-out.queries.ts'
import type { VatMovementDoc } from '#projections/finance/vat-movements.ts'
import { driftOf, type PeriodVat } from '#projections/finance/vat-periods.queries.ts'

const CHANGES_TOLD = 100
/** Lines of the form CA3 that are told also where they are nothing. */
const ALWAYS_TOLD = { '08': 0, '16': 0, '20': 0, '23': 0, '28': 0 }

const euros = (minor: number): number => toMajor(minor, 'EUR')

const sourceOf = ({ ofId, source, billId, title, reference }: VatMovementDoc) => ({
  id: ofId,
  source,
  billId: billId || (0 as const),
  title,
  reference,
})

const sum = (
  amounts: readonly VatAmount[],
  side: VatAmount['side'],
  of: 'amountMinor' | 'baseMinor',
): number => amounts.reduce((total, amount) => total + (amount.side === side ? amount[of] : 0), 0)

function changeToWire(change: VatChange): AnsweredChange {
  const { doc, before, after } = change
  const version = after?.version ?? doc.versions.at(-1)
  const amounts = amountsOf(change)
  return {
    ...sourceOf(doc),
    fact: version?.fact ?? '',
    at: version?.at ?? 0,
    date: epochOrZero(after?.day ?? before?.day ?? ''),
    collected: euros(sum(amounts, 'collected', 'amountMinor')),
    deductible: euros(sum(amounts, 'deductible', 'amountMinor')),
  }
}

function stateOf({ period, declared }: PeriodVat, today: Day, here: Day): AnsweredPeriod['state'] {
  if (declared !== null) return 'declared'
  if (period.to < here && period.to < today) return 'elsewhere'
  return period.to < today ? 'open' : period.from <= today ? 'running' : 'ahead'
}

/**
 * @param last the last declared day; empty when nothing was declared
 * @param here the first day whose periods are declared here
 */
export function periodToWire(
  vat: PeriodVat,
  {
    terms,
    today,
    last,
    here,
  }: { terms: readonly DatedVatTerms[]; today: Day; last: DayOrNone; here: Day },
): Omit<AnsweredPeriod, 'version'> {
  const { period, figures, declared, changes, late, now, instalments } = vat
  const state = stateOf(vat, today, here)
  const form = period.periodicity === 'annual' ? 'CA12' : 'CA3'
  return {
    from: epochOfDay(period.from),
    to: epochOfDay(period.to),
    currency: 'EUR',
    periodicity: period.periodicity,
    exigibility: exigibilityOn(terms, period.from),
    form,
    state,
    dueDate: state === 'elsewhere' ? 0 : epochOfDay(returnDayOf(period)),
    collected: figures.collected.map(({ rate, baseMinor, amountMinor }) => {
      const text = vatRateOn(rate, period.to) ?? vatRateOn(rate, period.from)
      return {
        rate: fromRate(rate),
        base: euros(baseMinor),
        amount: euros(amountMinor),
        validFrom: epochOrZero(text?.validFrom ?? ''),
        source: text?.source ?? '',
      }
    }),
    deductible: figures.deductible.map(({ nature, amountMinor }) => ({
      nature,
      amount: euros(amountMinor),
    })),
    totalCollected: euros(figures.collectedMinor),
    totalDeductible: euros(figures.deductibleMinor),
    lateCollected: euros(figures.late.collectedMinor),
    lateDeductible: euros(figures.late.deductibleMinor),
    late: late.slice(0, CHANGES_TOLD).map(changeToWire),
    creditBefore: figures.creditBefore,
    refund: figures.refund,
    instalmentsPaid: figures.instalments ?? 0,
    instalments: instalments.map(({ day, share, amount }) => ({
      dueDate: epochOfDay(day),
      sharePct: fromRate(share),
      amount,
    })),
    due: figures.due,
    creditAfter: figures.creditAfter,
    boxes:
      form === (figures.form ?? 'CA3')
        ? { ...(form === 'CA3' && ALWAYS_TOLD), ...figures.boxes }
        : {},
    declaredAt: declared?.creationDate ?? 0,
    declaredBy: declared?.createdBy ?? '',
    undoable: declared !== null && period.to === last,
    openable: last === '' && declared === null,
    leastRefund: leastRefundOf(period),
    drift: euros(driftOf(changes)),
    changes: changes.slice(0, CHANGES_TOLD).map(changeToWire),
    changeCount: changes.length,
    now: { totalCollected: euros(now.collectedMinor), totalDeductible: euros(now.deductibleMinor) },
  }
}

/** Filter on the parts of a figure; absent conditions leave nothing out. */
export type Figure = {
  readonly side?: VatAmount['side'] | undefined
  /** @unit percent */
  readonly rate?: number | undefined
  readonly nature?: 'fixedAsset' | 'other' | undefined
}

/** The rows of a movement that belong to the figure: one for each side and rate. */
export function factToWire(
  { doc, version, day, amounts }: VatFact,
  { side, rate, nature }: Figure,
): AnsweredFact[] {
  return amounts.flatMap((amount) => {
    if (side !== undefined && amount.side !== side) return []
    if (rate !== undefined && fromRate(amount.rate) !== rate) return []
    if (nature !== undefined && (amount.nature === 'fixedAsset') !== (nature === 'fixedAsset'))
      return []
    return [
      {
        ...sourceOf(doc),
        date: epochOfDay(day),
        documentDate: epochOrZero(version.movement?.documentDay ?? ''),
        side: amount.side,
        rate: fromRate(amount.rate),
        base: euros(amount.baseMinor),
        amount: euros(amount.amountMinor),
        nature: amount.nature,
        region: amount.region,
        selfAssessed: amount.selfAssessed,
        deductibleShare: fromRate(version.movement?.deductibleShare ?? 0),
      },
    ]
  })
}

export const leftOutToWire = ({ doc, reason, day, amountMinor }: VatLeftOut): AnsweredLeftOut => ({
  ...sourceOf(doc),
  reason,
  date: epochOrZero(day),
  documentDate: epochOrZero(doc.documentDay),
  side: doc.side === 'purchase' ? 'deductible' : 'collected',
  currency: doc.currency,
  amount: toMajor(amountMinor, doc.currency),
})

export const gaugeToWire = ({
  limits,
  limitMinor,
  reachedMinor,
  beforeMinor,
  exemption,
  microMinor,
}: ExemptionGauge): Exemption['gauges'][number] => ({
  trade: limits.trade,
  limit: euros(limitMinor),
  tolerance: euros(limits.tolerance),
  micro: euros(microMinor),
  reached: euros(reachedMinor),
  before: euros(beforeMinor),
  state: exemption.state,
  vatFrom: epochOrZero(exemption.from),
  validFrom: epochOfDay(limits.from),
  source: limits.source,
})
