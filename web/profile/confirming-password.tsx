import { useTranslation } from 'react-i18next'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { useSession } from '#web/kernel/data/session.tsx'

/** Password of the signed-in user before an act of weight, in the field `password` of its form. */
export function ConfirmingPassword() {
  const { t } = useTranslation('profile')
  const { me } = useSession()
  return (
    <>
      <input type="text" autoComplete="username" value={me.userName} readOnly hidden />
      <TextField
        name="password"
        label={t('password.current')}
        type="password"
        autoComplete="current-password"
        ltr
        required
        autoFocus
      />
    </>
  )
}
