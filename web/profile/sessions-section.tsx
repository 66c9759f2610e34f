import { useTranslation } from 'react-i18next'
import { userRoutes } from '#contract/identity.routes.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'

/** Ends every session of the own account, this one too. */
export function SessionsSection() {
  const { t } = useTranslation('profile')
  const { signOut } = useSession()
  const end = useWrite(userRoutes.signOut, { invalidates: [] })
  return (
    <Section name={t('sessions.title')}>
      <p className="mb-4 max-w-[60ch] text-ink-muted">{t('sessions.lead')}</p>
      <Button pending={end.isPending} onClick={() => end.mutate({ body: {} }, { onSuccess: signOut })}>
        {t('sessions.end')}
      </Button>
    </Section>
  )
}
