import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { mailRoutes, type Mail } from '#contract/mail/mail.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { InstantField } from '#web/kernel/form/instant-field.tsx'
import { MAILED } from './mail.queries.ts'

/** Asks when the user sent a mail of the outbox. The way back is offered. */
export function MarkSentDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { t } = useTranslation(['mail', 'kernel'])
  const params = { id: mail.id }
  const unmark = useWrite(mailRoutes.unmarkSent, { invalidates: MAILED, done: t('mark.undone') })
  const mark = useWrite(mailRoutes.markSent, {
    invalidates: MAILED,
    onDone: () =>
      notifySuccess(t('mark.done'), {
        detail: <bdi>{mail.subject}</bdi>,
        action: { label: t('kernel:action.undo'), run: () => unmark.mutate({ params }) },
      }),
  })
  const form = useCarnetForm({
    schema: z.object({ at: z.int().min(1) }),
    values: useMemo(() => ({ at: Date.now() }), []),
    save: async (body) => {
      await mark.mutateAsync({ params, body })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('mark.title')}
      body={t('mark.body')}
      verb={t('act.markSent')}
    >
      <InstantField name="at" label={t('mark.at')} required />
    </FormDialog>
  )
}
