import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Project } from '#contract/projects/projects.schemas.ts'
import type { Fact } from '#contract/history/history.contract.ts'
import type { TimesheetMonth } from '#contract/timesheets/timesheets.contract.ts'
import type { Part } from '#web/kernel/history/history-lines.ts'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useFoundContracts } from '#web/projects/projects.queries.ts'
import { cellsOf, changesBetween, isKind } from './month.ts'
import { isNone } from './quantity.ts'
import { useRowWords } from './row-words.ts'

type Activities = TimesheetMonth['activities']
type Change = Fact['changes'][number]

/** Changes of days with their authors, and the month at each of these moments. */
export function MonthHistory({
  id,
  profileId,
  contracts,
  at,
  onAt,
  onClose,
}: {
  id: string
  profileId: string
  /** Changes of the month. */
  contracts: readonly Project[]
  at: number | undefined
  onAt: (at: number | undefined) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['timesheets', 'kernel'])
  const words = useRowWords()
  // A line that was cleared may name another one.
  const { found } = useFoundContracts(profileId)
  const { language } = usePreferences()
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const nameOf = (line: string) => {
    if (isKind(line)) return t(`timesheet.option.kind.${line}`)
    const contract = [...contracts, ...found].find((one) => one.id === line)
    return contract
      ? words.row({ key: line, kind: 'work', projectId: line, contract, swatch: 1 }).name
      : t('row.gone')
  }
  const parts = (change: Change): readonly Part[] => {
    if (change.field !== 'activities') return [change]
    const cells = (of: unknown) => cellsOf((of ?? []) as Activities)
    return changesBetween(cells(change.from), cells(change.to)).map(({ line, from, to, days }) => ({
      field: line,
      label: nameOf(line),
      from: isNone(from) ? null : words.quantity(from),
      to: t('history.days', {
        quantity: words.quantity(to),
        days: list.format(days.map((day) => String(new Date(day).getUTCDate()))),
      }),
      kind: 'text',
    }))
  }
  return (
    // Under the days, so that the month of then is seen whole.
    <Section
      name={t('history.margin')}
      title={t('history.title')}
      end={<IconButton icon={X} label={t('kernel:action.close')} onClick={onClose} />}
      className="border-b border-line"
    >
      <div className="max-w-[860px]">
        <HistoryPanel
          entity="timesheet"
          id={id}
          at={at}
          onAt={onAt}
          parts={parts}
          titled={false}
          flush
        />
      </div>
    </Section>
  )
}
