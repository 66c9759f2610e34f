import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Sums } from './month.ts'
import { useRowWords } from './row-words.ts'

/** "13 jours saisis sur 20 ouvrés. Il manque aujourd’hui." */
export function StateLine({ sums }: { sums: Sums }) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const [only] = sums.missing
  const missing =
    sums.missing.length === 1 && only?.isToday
      ? t('state.missingToday')
      : sums.unfilled > 0
        ? t('state.missing', { count: sums.unfilled, figure: words.figure(sums.unfilled) })
        : ''
  if (sums.exceeded > 0)
    return (
      <output className="inline-flex flex-wrap items-center gap-x-1.5 text-warning">
        <TriangleAlert size={15} strokeWidth={1.7} aria-hidden="true" />
        <strong className="font-semibold">{t('state.exceededTitle')}</strong>
        {t('state.exceeded', {
          figure: words.figure(sums.recorded),
          of: sums.workingDays,
          over: words.days(sums.exceeded),
        })}
      </output>
    )
  return (
    <>
      {t('state.recorded', { count: sums.recorded, figure: words.figure(sums.recorded), of: sums.workingDays })}{' '}
      {missing}
    </>
  )
}
