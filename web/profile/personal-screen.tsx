import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PageHead } from '#web/kernel/ui/page.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { personalQuery } from './profile.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

/** The editor needs the form library, so it loads after the page. */
const PersonalPage = late(async () => (await import('./personal-page.tsx')).PersonalPage)

/** Route `/admin/profile/personal`: personal data, preferences, and password. */
export function PersonalScreen() {
  const { t } = useTranslation(['profile', 'kernel'])
  const { me } = useSession()
  const personal = useQuery(personalQuery())
  const waiting = (
    <>
      <PageHead title={t('profile.title')} sub="" ruled />
      {personal.isError ? (
        <ErrorState error={personal.error} onRetry={personal.refetch} />
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  )
  if (personal.data === undefined) return waiting
  return <PersonalPage me={me} personal={personal.data} waiting={waiting} />
}
