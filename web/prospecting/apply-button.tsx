import { Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const ApplyDialog = late(async () => (await import('./apply-dialog.tsx')).ApplyDialog)

/** States in which applying is the next thing to do. */
const isOpen = (state: string): boolean => state === 'new' || state === 'firstContact'

/** Opens the application for an offer. */
export function ApplyButton({ id, title, state }: { id: string; title: string; state: string }) {
  const { t } = useTranslation('prospecting')
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  if (!can('perm_offer_update')) return null
  return (
    <>
      <Button
        {...(isOpen(state) && { variant: 'primary' as const })}
        icon={Send}
        onClick={() => setOpen(true)}
      >
        {t('hunt.apply')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ApplyDialog about="offer" id={id} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
