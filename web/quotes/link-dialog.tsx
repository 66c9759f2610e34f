import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'

/** The link is told this once: only its hash is kept. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const [copied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true), notifyFailure)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('link.title')}
      foot={
        <>
          <Button onClick={onClose}>{t('kernel:action.close')}</Button>
          <Button variant="primary" icon={copied ? Check : Copy} onClick={() => void copy()}>
            {t(copied ? 'link.copied' : 'link.copy')}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">{t('link.body')}</p>
      <p
        className="mt-4 rounded-[5px] border border-line bg-surface-sunken px-3 py-2.5 text-sm break-all"
        dir="ltr"
      >
        {link}
      </p>
    </Dialog>
  )
}
