import { useTranslation } from 'react-i18next'
import type { User } from '#contract/identity/identity.schemas.ts'
import { dayText, localDay } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { None } from '#web/kernel/ui/values.tsx'

/** The end of free access, in words. */
export function FreeText({ user: { isFree, freeUntil } }: { user: User }) {
  const { t } = useTranslation('identity')
  const { language } = usePreferences()
  if (!isFree) return <None label={t('users.paying')} />
  if (freeUntil === 0) return <>{t('users.freeAlways')}</>
  const date = dayText(language, localDay(freeUntil))
  return <>{t(freeUntil < Date.now() ? 'users.freeEnded' : 'users.freeUntil', { date })}</>
}
