import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayText } from '#web/kernel/words/formats.ts'
import type { Day, Sums } from './month.ts'
import { useRowWords } from './row-words.ts'

/** "13 jours saisis sur 20 ouvrés. Il manque aujourd’hui." */
export function StateLine({ sums }: { sums: Sums }) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const { language } = usePreferences()
  /** The sentence ends with its own stop. */
  const dates = (days: readonly Day[]) =>
    new Intl.ListFormat(language, { type: 'conjunction' })
      .format(days.map(({ at }) => dayText(language, at)))
      .replace(/\.$/, '')
  const odd = [
    ...(sums.over.length > 0 ? [t('state.over', { days: dates(sums.over) })] : []),
    ...sums.beside.map(({ row, days }) =>
      t('state.beside', { client: words.row(row).name, days: dates(days) }),
    ),
  ].join(' ')
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
        <TriangleAlert size={15} />
        <strong className="font-semibold">{t('state.exceededTitle')}</strong>
        {t('state.exceeded', {
          figure: words.figure(sums.recorded),
          of: sums.workingDays,
          over: words.days(sums.exceeded),
        })}{' '}
        {odd}
      </output>
    )
  return (
    <>
      {t('state.recorded', {
        count: sums.recorded,
        figure: words.figure(sums.recorded),
        of: sums.workingDays,
      })}{' '}
      {missing} <output className="text-warning">{odd}</output>
    </>
  )
}
