import {
  Banknote,
  BanknoteX,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  Pencil,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { READ_AGAIN, transactionActs } from './transaction-acts.ts'

type TransactionAct = Exclude<MenuEntry, 'line' | { readonly heading: string }> & {
  readonly label: string
}

/** The menu of a transaction; empty for one that a bill made. */
export function useTransactionActs({
  onEdit,
  onRemoved,
}: {
  onEdit: (row: Transaction) => void
  onRemoved?: () => void
}) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { can } = useSession()
  const changed = { ...READ_AGAIN, done: { kind: 'changed' } } as const
  const paid = useWrite(financeRoutes.paid, changed)
  const unpaid = useWrite(financeRoutes.unpaid, changed)
  const collected = useWrite(financeRoutes.collected, changed)
  const uncollected = useWrite(financeRoutes.uncollected, changed)
  const restore = useWrite(financeRoutes.restore, { ...READ_AGAIN, done: t('act.restored') })
  const remove = useWrite(financeRoutes.remove, {
    ...READ_AGAIN,
    onDone: (_, { params }) => {
      onRemoved?.()
      notifySuccess(t('kernel:toast.deleted'), {
        action: {
          label: t('kernel:action.undo'),
          run: () => restore.mutate({ params: { id: params.id } }),
        },
      })
    },
  })
  return (row: Transaction): readonly TransactionAct[] => {
    const acts = transactionActs(row, can)
    const entry = (
      act: keyof typeof acts,
      label: string,
      icon: LucideIcon,
      onSelect: () => void,
      tone?: 'danger',
    ) => (acts[act] === 'available' ? [{ label, icon, onSelect, ...(tone && { tone }) }] : [])
    const params = { id: row.id }
    return [
      ...entry('edit', t('kernel:action.edit'), Pencil, () => onEdit(row)),
      ...entry('unpay', t('act.unpaid'), CircleDashed, () => unpaid.mutate({ params })),
      ...entry('pay', t('act.paid'), CircleCheck, () => paid.mutate({ params })),
      ...entry('uncollect', t('act.uncollected'), BanknoteX, () => uncollected.mutate({ params })),
      ...entry('collect', t('act.collected'), Banknote, () => collected.mutate({ params })),
      ...entry(
        'remove',
        t('kernel:action.delete'),
        Trash2,
        () => remove.mutate({ params }),
        'danger',
      ),
    ]
  }
}
