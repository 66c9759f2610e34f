import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { ConfirmingPassword } from './confirming-password.tsx'

/**
 * Ends one session, or all others without `id`. The password is asked where the accounts are kept
 * here. Another person at an open session cannot end those of its user.
 */
export function EndSessionsDialog({
  id,
  title,
  onClose,
}: {
  readonly id: string | undefined
  readonly title: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['profile', 'kernel'])
  const { me } = useSession()
  const end = useWrite(userRoutes.endSessions, {
    invalidates: ['identity'],
    done: ({ ended }) => t('sessions.ended', { count: ended }),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: z.object({ password: z.string() }),
    values: { password: '' },
    save: ({ password }) =>
      end.mutateAsync({
        body: { ...(id !== undefined && { id }), ...(me.hasPassword && { password }) },
      }),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      verb={t('kernel:action.close')}
      body={t('sessions.consequence')}
    >
      {me.hasPassword && <ConfirmingPassword />}
    </FormDialog>
  )
}
