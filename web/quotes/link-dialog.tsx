import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { copyText } from '#web/kernel/data/copy-text.ts'

/** The link is told this once: only its hash is kept. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation(['quotes', 'kernel'])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('link.title')}
      foot={
        <>
          <Button onClick={onClose}>{t('kernel:action.close')}</Button>
          <Button
            variant="primary"
            icon={Copy}
            onClick={() => void copyText(link, t('kernel:toast.copied'))}
          >
            {t('link.copy')}
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
