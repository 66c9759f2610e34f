import { Banknote, Copy, FileDown, SquareArrowOutUpRight, Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { paths } from '#web/screens.ts'
import { billActs } from './bill-acts.ts'
import { pdfOf } from './bill-files.ts'
import { useDuplicate } from './duplicate.ts'

/** The menu of a bill of the list. */
export function useBillActs({ onRemove }: { onRemove: (bill: Bill) => void }) {
  const { t } = useTranslation('billing')
  const { can } = useSession()
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  const open = (bill: Bill, query: Record<string, string> = {}) =>
    void navigate(paths.bill.to({ id: bill.id }, query))
  const actions = (bill: Bill): readonly MenuEntry[] => {
    const isDraft = bill.status === 'draft'
    const acts = billActs(bill, can)
    const entry = (act: keyof typeof acts, ...entries: readonly MenuEntry[]) =>
      acts[act] === 'available' ? entries : []
    return [
      { label: t('act.open'), icon: SquareArrowOutUpRight, onSelect: () => open(bill) },
      {
        label: t(isDraft ? 'act.preview' : 'act.download'),
        icon: FileDown,
        onSelect: () => void pdfOf(bill, isDraft ? 'open' : 'save'),
      },
      ...entry('pay', {
        label: t('act.pay'),
        icon: Banknote,
        onSelect: () => open(bill, { do: 'payment' }),
      }),
      ...entry('credit', {
        label: t('act.credit'),
        icon: Undo2,
        onSelect: () => open(bill, { do: 'credit' }),
      }),
      ...entry('duplicate', {
        label: t('act.duplicate'),
        icon: Copy,
        onSelect: () => duplicate.run(bill),
      }),
      ...entry('remove', 'line', {
        label: t('act.remove'),
        icon: Trash2,
        tone: 'danger',
        onSelect: () => onRemove(bill),
      }),
    ]
  }
  return { open, actions }
}
