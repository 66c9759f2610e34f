import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { InstantField } from '#web/kernel/form/instant-field.tsx'
import { DAY_MS } from '#contract/kernel/time.values.ts'

/** Asks for the instant at which users and their permissions are shown. */
export function UsersThenDialog({
  onShow,
  onClose,
}: {
  onShow: (at: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation('identity')
  const schema = useMemo(
    () =>
      z.object({
        at: z
          .number()
          .int()
          .min(1)
          .refine((at) => at <= Date.now(), t('users.then.future')),
      }),
    [t],
  )
  const form = useCarnetForm({
    schema,
    values: useMemo(() => ({ at: Date.now() - DAY_MS }), []),
    save: async ({ at }) => onShow(at),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('users.then.title')}
      body={t('users.then.body')}
      verb={t('users.then.verb')}
    >
      <InstantField name="at" label={t('users.then.at')} required />
    </FormDialog>
  )
}
