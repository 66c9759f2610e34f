import { useTranslation } from 'react-i18next'
import type { User } from '#contract/identity.schemas.ts'
import { dayText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { None } from '#web/kernel/ui/values.tsx'
import { freeEnd } from './free-access.ts'

/** The end of free access, in words. */
export function FreeText({ user }: { user: User }) {
  const { t } = useTranslation('identity')
  const { language } = usePreferences()
  if (!user.isFree) return <None label={t('users.paying')} />
  const end = freeEnd(user)
  if (end === null) return <>{t('users.freeAlways')}</>
  return <>{t(end < Date.now() ? 'users.freeEnded' : 'users.freeUntil', { date: dayText(language, end) })}</>
}
