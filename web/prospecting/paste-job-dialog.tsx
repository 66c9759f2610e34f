import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'

/** Takes the address of a job's page, which is then read. */
export function PasteJobDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (id: string) => void
}) {
  const { t } = useTranslation('prospecting')
  const write = useWrite(prospectingRoutes.pasteJob, {
    invalidates: ['prospecting'],
    onDone: ({ id }) => onAdded(id),
  })
  const form = useCarnetForm({
    schema: z.object({ url: z.url({ protocol: /^https?$/ }).max(1000) }),
    values: useMemo(() => ({ url: '' }), []),
    save: (values) => write.mutateAsync({ body: values }),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('hunt.paste')}
      body={t('hunt.pasteBody')}
      verb={t('hunt.add')}
    >
      <TextField name="url" type="url" label={t('hunt.url')} required autoFocus />
    </FormDialog>
  )
}
