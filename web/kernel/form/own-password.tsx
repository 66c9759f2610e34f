import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/kernel/data/session.tsx'
import { TextField } from './text-field.tsx'

/** Asks for the own password once the form's `mail` has changed: the mail signs the user in. */
export function OwnPasswordField({ mail }: { /** As it is kept. */ readonly mail: string }) {
  const { t } = useTranslation('kernel')
  const { me } = useSession()
  const typed = useWatch<{ mail: string }, 'mail'>({ name: 'mail' })
  if (!me.hasPassword || typed.trim() === mail) return null
  return (
    <TextField
      name="password"
      label={t('form.ownPassword')}
      hint={t('form.ownPasswordHint')}
      type="password"
      autoComplete="current-password"
      ltr
      required
    />
  )
}
