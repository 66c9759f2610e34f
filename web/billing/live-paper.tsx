import { Maximize2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { useWide } from '#web/kernel/ui/narrow.ts'
import { useSettled } from '#web/kernel/data/settled.tsx'
import { useEditedPart } from './edited-part.ts'
import { PaperOf, PaperPlace } from './paper.tsx'

/** The saved draft's paper beside its fields, as the client will read it. */
export function LivePaper({ bill, onOpen }: { bill: Bill; onOpen: () => void }) {
  const { t } = useTranslation('billing')
  const edited = useEditedPart()
  const isSettled = useSettled()
  // Hidden, it would still read the PDF and the library that draws it.
  if (!useWide()) return null
  return (
    <section className="border-t border-line px-4 pt-5 pb-8" aria-label={t('paper.beside')}>
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-sm font-semibold">{t('paper.beside')}</h2>
        <IconButton icon={Maximize2} size={15} label={t('paper.preview')} onClick={onOpen} />
      </div>
      {isSettled ? <PaperOf bill={bill} asIssued edited={edited} /> : <PaperPlace />}
    </section>
  )
}
