import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { VatChange, VatFact, VatPeriod } from '#contract/finance/vat.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { WhyBand, type WhyFact } from '#web/kernel/ui/why.tsx'
import { dayText, percentText } from '#web/kernel/words/formats.ts'
import { eventText, useEntityWords } from '#web/kernel/words/record-words.ts'
import { usePeriodName } from './vat-period-name.ts'
import { SourceName, useSourcePlace } from './vat-source.tsx'
import { vatFactsQuery, type VatFigure } from './vat.queries.ts'

/**
 * `collected`, `collected-20`, `deductible-fixedAsset`: the figure that a word of the address
 * names.
 */
function figureOf(why: string): VatFigure {
  const [side, part = ''] = why.split('-')
  if (side === 'deductible')
    return part === 'fixedAsset' || part === 'other' ? { side, nature: part } : { side }
  return /^\d+(?:\.\d+)?$/.test(part)
    ? { side: 'collected', rate: Number(part) }
    : { side: 'collected' }
}

/** Origin of a period's figure: its facts, its rule, and the rule's first day. */
export function VatWhy({
  period,
  why,
  knownAt,
  onClose,
}: {
  period: VatPeriod
  why: string
  knownAt: number
  onClose: () => void
}) {
  return why === 'late' ? (
    <WhyLate period={period} onClose={onClose} />
  ) : (
    <WhyFacts period={period} figure={figureOf(why)} knownAt={knownAt} onClose={onClose} />
  )
}

function WhyFacts({
  period,
  figure,
  knownAt,
  onClose,
}: {
  period: VatPeriod
  figure: VatFigure
  knownAt: number
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const { profileId } = useSession()
  const nameOf = usePeriodName()
  const placeOf = useSourcePlace()
  const page = useQuery(vatFactsQuery(profileId, period, figure, knownAt)).data
  const { side, rate, nature } = figure
  const totalOf = () => {
    if (rate !== undefined) return period.collected.find((one) => one.rate === rate)?.amount ?? 0
    if (nature !== undefined)
      return period.deductible.find((one) => one.nature === nature)?.amount ?? 0
    return side === 'collected' ? period.totalCollected : period.totalDeductible
  }
  const noteOf = (fact: VatFact) =>
    [
      percentText(language, fact.rate),
      ...(fact.selfAssessed ? [t('vatScreen.why.selfAssessed')] : []),
      ...(fact.side === 'deductible' && fact.deductibleShare !== 100
        ? [t('vatScreen.why.share', { percent: percentText(language, fact.deductibleShare) })]
        : []),
      ...(fact.documentDate !== 0 && fact.documentDate !== fact.date
        ? [t('vatScreen.why.ofDocument', { day: dayText(language, fact.documentDate) })]
        : []),
    ].join(' · ')
  const facts = page?.rows.map(
    (fact, i): WhyFact => ({
      id: `${fact.id} ${i}`,
      day: fact.date,
      label: <SourceName of={fact} />,
      note: noteOf(fact),
      to: placeOf(fact),
      value: <Amount major={fact.amount} />,
    }),
  )
  const rates = period.collected.filter(
    (one) => one.source !== '' && (rate === undefined || one.rate === rate),
  )
  return (
    <WhyBand
      title={t(`vatScreen.why.${side}`, { period: nameOf(period) })}
      rule={
        <>
          {side === 'collected'
            ? t(`vatScreen.rule.${period.exigibility}`)
            : t('vatScreen.rule.deductible')}
          {side === 'collected' &&
            rates.map(({ rate: percent, validFrom, source }) => (
              <span key={percent} className="block">
                {t('vatScreen.rule.rate', {
                  percent: percentText(language, percent),
                  day: dayText(language, validFrom, 'long'),
                  source,
                })}
              </span>
            ))}
        </>
      }
      facts={facts}
      total={<Amount major={totalOf()} />}
      more={
        page && page.total > page.rows.length
          ? t('vatScreen.why.more', { count: page.total - page.rows.length })
          : ''
      }
      onClose={onClose}
    />
  )
}

/** Changes in declared periods that this return makes up for. */
function WhyLate({ period, onClose }: { period: VatPeriod; onClose: () => void }) {
  const { t } = useTranslation('finance')
  const factOf = useChangeFact()
  return (
    <WhyBand
      title={t('vatScreen.why.late')}
      rule={t('vatScreen.rule.late')}
      facts={period.late.map(factOf)}
      total={
        <Amount
          major={Math.round((period.lateCollected - period.lateDeductible) * 100) / 100}
          sign="always"
        />
      }
      onClose={onClose}
    />
  )
}

/** A change of the VAT as a fact: what told it, when, and what more is owed by it. */
export function useChangeFact() {
  useEntityWords('bill')
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const placeOf = useSourcePlace()
  return (change: VatChange, i: number): WhyFact => ({
    id: `${change.id} ${i}`,
    day: change.date,
    label: <SourceName of={change} />,
    note: t('vatScreen.change', {
      fact: eventText(change.source === 'bill' ? 'bill' : 'transaction', change.fact),
      day: dayText(language, change.at),
    }),
    to: placeOf(change),
    value: (
      <Amount minor={Math.round((change.collected - change.deductible) * 100)} sign="always" />
    ),
  })
}
