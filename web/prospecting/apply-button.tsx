import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'

const ApplyDialog = lazy(async () => ({
  default: (await import('./apply-dialog.tsx')).ApplyDialog,
}))

/** Opens the application for an offer. */
export function ApplyButton({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation('prospecting')
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  if (!can('perm_offer_update')) return null
  return (
    <>
      <Button icon={Send} onClick={() => setOpen(true)}>
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
