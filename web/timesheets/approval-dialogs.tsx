import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { timesheetRoutes, type MonthApproval } from '#contract/timesheets/timesheets.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextArea } from '#web/kernel/form/text-field.tsx'
import { Confirm } from '#web/kernel/ui/dialog.tsx'
import { firstDay } from '#web/kernel/words/year-month.ts'
import { APPROVED } from './approvals.queries.ts'
import { useRowWords } from './row-words.ts'

/** Longest reason. @unit characters */
const REASON = 500

type OfMonth = { profileId: string; year: number; month: number; projectId: string }

/** Asks before the link of a month ends. */
export function Withdraw({ params, onClose }: { params: OfMonth; onClose: () => void }) {
  const { t } = useTranslation('timesheets')
  const withdraw = useWrite(timesheetRoutes.withdrawApproval, {
    invalidates: APPROVED,
    done: t('approval.withdrawn'),
    onDone: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('approval.withdrawAsk')}
      consequence={t('approval.withdrawBody')}
      verb={t('approval.withdraw')}
      pending={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ params })}
    />
  )
}

/** Why approved days are opened again: their history and the client's page tell it. */
export function Reopen({
  params,
  approval,
  onClose,
}: {
  params: OfMonth
  approval: MonthApproval
  onClose: () => void
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const reopen = useWrite(timesheetRoutes.reopenApproval, {
    invalidates: APPROVED,
    done: t('approval.reopened'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: z.object({ reason: z.string().trim().min(1).max(REASON) }),
    values: useMemo(() => ({ reason: '' }), []),
    save: (body) => reopen.mutateAsync({ params, body }),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('approval.reopenAsk', { month: words.monthYear(firstDay(params)) })}
      body={t('approval.reopenBody', { name: `\u2068${approval.name}\u2069` })}
      verb={t('approval.reopen')}
    >
      <TextArea name="reason" label={t('timesheet.field.reason')} required rows={3} />
    </FormDialog>
  )
}
