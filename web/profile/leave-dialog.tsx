import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { ConfirmingPassword } from './confirming-password.tsx'

/**
 * Asks for the deletion of the account. The password is asked where the accounts are kept here.
 * Another person at an open session cannot delete the account of its user.
 */
export function LeaveDialog({
  date,
  onClose,
}: {
  readonly date: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation('profile')
  const { me } = useSession()
  const ask = useWrite(userRoutes.leave, {
    invalidates: ['identity'],
    done: t('ownData.deletion.asked'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: z.object({ password: z.string() }),
    values: { password: '' },
    save: ({ password }) => ask.mutateAsync({ body: me.hasPassword ? { password } : {} }),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('ownData.deletion.confirmTitle', { name: `\u2068${me.userName}\u2069` })}
      verb={t('ownData.deletion.verb')}
      body={t('ownData.deletion.confirmBody', { date })}
    >
      {me.hasPassword && <ConfirmingPassword />}
    </FormDialog>
  )
}
