import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { PageHead } from '#web/kernel/ui/page.tsx'
import { EmptyState } from '#web/kernel/ui/states.tsx'
import { paths } from '#web/screens.ts'

/** An address behind the sign-in without a page for this user. The menu stays. */
export function MissingScreen() {
  const { t } = useTranslation('home')
  return (
    <>
      <PageHead title={t('error.title')} ruled />
      <EmptyState
        margin={t('error.code')}
        title={t('error.body')}
        body={t('error.help')}
        action={
          <LinkButton variant="primary" to={paths.admin.to()}>
            {t('error.back')}
          </LinkButton>
        }
      />
    </>
  )
}
