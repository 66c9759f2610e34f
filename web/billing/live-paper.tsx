import { Maximize2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { useEditedPart } from './edited-part.ts'
import { PaperOf } from './paper.tsx'

/** The saved draft's paper beside its fields, as the client will read it. */
export function LivePaper({ bill, onOpen }: { bill: Bill; onOpen: () => void }) {
  const { t } = useTranslation('billing')
  const edited = useEditedPart()
  return (
    <section
      className="border-t border-line px-4 pt-5 pb-8 max-xl:hidden"
      aria-label={t('paper.beside')}
    >
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-sm font-semibold">{t('paper.beside')}</h2>
        <IconButton icon={Maximize2} size={15} label={t('paper.preview')} onClick={onOpen} />
      </div>
      <PaperOf bill={bill} asIssued edited={edited} />
    </section>
  )
}
