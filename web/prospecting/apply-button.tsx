import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import { isToApply } from './offer-acts.ts'

const ApplyDialog = late(async () => (await import('./apply-dialog.tsx')).ApplyDialog)

/** Opens the application for an offer. */
export function ApplyButton({ id, title, state }: { id: string; title: string; state: string }) {
  const { t } = useTranslation('prospecting')
  const { can } = useSession()
  const [{ do: doing }, setDoing] = useUrlState({ do: '' })
  if (!can('perm_offer_update')) return null
  return (
    <>
      <Button
        {...(isToApply(state) && { variant: 'primary' as const })}
        icon={Send}
        onClick={() => setDoing({ do: 'apply' })}
      >
        {t('hunt.apply')}
      </Button>
      {doing === 'apply' && (
        <ApplyDialog about="offer" id={id} title={title} onClose={() => setDoing({ do: '' })} />
      )}
    </>
  )
}
