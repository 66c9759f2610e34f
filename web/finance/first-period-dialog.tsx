import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Declarations } from '#contract/finance/declarations.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { useFirstPeriod } from './use-first-period.ts'

const Chosen = z.object({ firstPeriodFrom: z.int().min(1) })

export function FirstPeriodDialog({
  first,
  onClose,
}: {
  first: Declarations['firstPeriod']
  onClose: () => void
}) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { profileId } = useSession()
  const write = useFirstPeriod(onClose)
  const form = useCarnetForm({
    schema: Chosen,
    values: useMemo(() => ({ firstPeriodFrom: first.from }), [first.from]),
    save: async (body) => {
      await write.mutateAsync({ body: { id: profileId, version: first.version, ...body } })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('firstPeriod.choose')}
      verb={t('kernel:action.save')}
    >
      <DayField
        name="firstPeriodFrom"
        label={t('firstPeriod.field')}
        hint={t('firstPeriod.hint')}
        required
      />
    </FormDialog>
  )
}
