import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { PageHead } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { EmptyState } from '#web/kernel/ui/states.tsx'

/**
 * A business screen for a user without a profile. `title` and `body` say what the screen is for.
 */
export function NoProfile({ page, title, body }: { page: string; title: string; body: string }) {
  const { t } = useTranslation('kernel')
  return (
    <>
      <PageHead title={page} ruled />
      <EmptyState
        title={title}
        body={body}
        action={
          <LinkButton variant="primary" to={paths.profiles.to()}>
            {t('shell.addOwn')}
          </LinkButton>
        }
      />
    </>
  )
}
