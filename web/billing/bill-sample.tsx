import { useTranslation } from 'react-i18next'
import { Status } from '#web/kernel/ui/status.tsx'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'
import { thisYear } from '#web/kernel/words/formats.ts'

const CLIENT = 'Atelier Brumaire'

/** Sample of the list: one line, with an invented client. */
export function BillSample() {
  const { t } = useTranslation('billing')
  const day = Date.UTC(thisYear(), 0, 15)
  return (
    <div
      className="grid max-w-[760px] grid-cols-[auto_minmax(0,1fr)_auto_auto_auto] items-center gap-x-6 gap-y-2 rounded-md border border-dashed border-line-field bg-surface px-4 py-3 max-md:grid-cols-[minmax(0,1fr)_auto]"
      aria-hidden="true"
    >
      <span className="font-medium max-md:hidden">
        <Code value={`${thisYear()}-0001`} />
      </span>
      <bdi className="truncate">{CLIENT}</bdi>
      <span className="text-ink-muted max-md:hidden">
        <DayText at={day} />
      </span>
      <Status kind="issued">{t('state.issued')}</Status>
      <span className="text-end font-medium">
        <Amount minor={312000} />
      </span>
    </div>
  )
}
