import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { DayText } from '#web/kernel/ui/values.tsx'
import { HowAmount, SinceProposed } from './how-amount.tsx'
import { nameOf } from './schedule-words.tsx'
import type { Family } from './schedules.queries.ts'
import { type RunOf, useScheduleWrites } from './use-schedule-acts.ts'

/** Whether a run that waits is booked, perhaps with another amount, or skipped with a reason. */
export function RunDialog({
  decided: { family, row, run, act },
  onClose,
}: {
  decided: RunOf & { readonly family: Family; readonly act: 'validate' | 'skip' }
  onClose: () => void
}) {
  const { t } = useTranslation('schedules')
  const { validate } = useScheduleWrites(family)
  const isSkip = act === 'skip'
  const form = useCarnetForm({
    schema: z.object({ amount: z.number().min(0), reason: z.string().trim().max(500) }),
    values: useMemo(() => ({ amount: run.amount, reason: '' }), [run.amount]),
    save: async ({ amount, reason }) => {
      const { executionId } = run
      const body = isSkip ? { executionId, skip: true, reason } : { executionId, amount }
      await validate.mutateAsync({ params: { id: row.id }, body })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t(isSkip ? 'run.skipTitle' : 'run.validateTitle', { name: nameOf(row) })}
      verb={t(`act.${act}`)}
      body={
        <>
          {t('run.payOn')} <DayText at={run.payOn} style="long" />
        </>
      }
    >
      {isSkip ? (
        <TextField name="reason" label={t('run.reason')} hint={t('run.reasonHint')} autoFocus />
      ) : (
        <>
          {row.amountType !== 'fixed' && <HowAmount row={row} run={run} />}
          <SinceProposed row={row} run={run} />
          <MoneyField name="amount" label={t('run.amount')} currency={row.currency} required />
        </>
      )}
    </FormDialog>
  )
}
