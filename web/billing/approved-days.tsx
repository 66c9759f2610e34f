import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { timesheetRoutes } from '#contract/timesheets/timesheets.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { instantText, monthText } from '#web/kernel/words/formats.ts'

/**
 * Says of a bill’s days that their client has approved them, and who did; nothing while no client
 * has.
 */
export function ApprovedDays({
  bill,
}: {
  bill: Pick<Bill, 'id' | 'profileId' | 'projectId' | 'version'>
}) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const { id, profileId, projectId, version } = bill
  const approved = useQuery({
    queryKey: ['billing', 'timesheet', 'approved', id, version],
    queryFn: () => call(timesheetRoutes.ofBill, { params: { profileId, id } }),
    enabled: projectId !== 0,
    meta: { refusal: 'silent' },
  })
  return (approved.data ?? []).map(({ year, month, name, at }) => (
    <span
      key={`${year} ${month}`}
      className="mt-1 flex items-baseline gap-1.5 text-sm text-positive"
    >
      <CircleCheck size={14} strokeWidth={1.8} className="shrink-0 translate-y-0.5" />
      {t('fact.approved', {
        month: monthText(language, year, month),
        name: `\u2068${name}\u2069`,
        at: instantText(language, at),
      })}
    </span>
  ))
}
