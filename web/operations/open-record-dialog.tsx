import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { auditRoutes, type AuditEntry } from '#contract/history/history.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { entityName } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'

const Entry = z.object({ reason: z.string().trim().min(10).max(300) })

/** Opens the history of another user's record for an hour; the user is told the reason. */
export function OpenRecordDialog({
  line: { entity, id },
  onClose,
}: {
  line: Pick<AuditEntry, 'entity' | 'id'>
  onClose: () => void
}) {
  const { t } = useTranslation('operations')
  const navigate = useNavigate()
  const open = useWrite(auditRoutes.open, {
    invalidates: ['operations', 'history'],
  })
  const form = useCarnetForm({
    schema: Entry,
    values: useMemo(() => ({ reason: '' }), []),
    save: async ({ reason }) => {
      await open.mutateAsync({ body: { entity, id, reason } })
      void navigate(paths.recordHistory.to({ entity, id }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('logs.open.title', { name: entityName(entity) })}
      body={t('logs.open.body')}
      verb={t('logs.open.verb')}
    >
      <TextField
        name="reason"
        label={t('logs.open.reason')}
        hint={t('logs.open.hint')}
        required
        autoFocus
      />
    </FormDialog>
  )
}
