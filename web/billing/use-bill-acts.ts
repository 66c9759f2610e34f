import { Banknote, Copy, FileDown, SquareArrowOutUpRight, Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { paths } from '#web/screens.ts'
import { pdfOf } from './bill-files.ts'
import { useDuplicate } from './duplicate.ts'

/** What a user may do with a bill of the list. */
export function useBillActs({ onRemove }: { onRemove: (bill: Bill) => void }) {
  const { t } = useTranslation('billing')
  const { can } = useSession()
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  const mayAdd = can('perm_billing_add')
  const open = (bill: Bill, query: Record<string, string> = {}) =>
    void navigate(paths.bill.to({ id: bill.id }, query))
  const actions = (bill: Bill): readonly MenuEntry[] => {
    const draft = bill.status === 'draft'
    const payable = !draft && bill.type !== 'creditNote'
    const may = can('perm_billing_update')
    return [
      { label: t('act.open'), icon: SquareArrowOutUpRight, onSelect: () => open(bill) },
      {
        label: t(draft ? 'act.preview' : 'act.download'),
        icon: FileDown,
        onSelect: () => void pdfOf(bill, draft ? 'open' : 'save'),
      },
      ...(payable && may && bill.outstanding > 0
        ? [{ label: t('act.pay'), icon: Banknote, onSelect: () => open(bill, { do: 'payment' }) }]
        : []),
      ...(payable && mayAdd && bill.creditedAmount < bill.totalTTC
        ? [{ label: t('act.credit'), icon: Undo2, onSelect: () => open(bill, { do: 'credit' }) }]
        : []),
      ...(mayAdd && bill.type !== 'creditNote'
        ? [{ label: t('act.duplicate'), icon: Copy, onSelect: () => duplicate.run(bill) }]
        : []),
      ...(draft && can('perm_billing_delete')
        ? ([
            'line',
            {
              label: t('act.remove'),
              icon: Trash2,
              tone: 'danger',
              onSelect: () => onRemove(bill),
            },
          ] as const)
        : []),
    ]
  }
  return { open, actions }
}
