import { Banknote, BanknoteX, CircleCheck, CircleDashed, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'

const READ_AGAIN = { invalidates: ['finance', 'documents', 'dashboard'] } as const

type TransactionAct = Exclude<MenuEntry, 'line' | { readonly heading: string }> & {
  readonly label: string
}

/** What a user may do with a transaction by hand; nothing with one that a bill made. */
export function useTransactionActs({
  onEdit,
  onRemoved,
}: {
  onEdit: (row: Transaction) => void
  onRemoved?: () => void
}) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { can } = useSession()
  const paid = useWrite(financeRoutes.paid, { ...READ_AGAIN, done: { kind: 'changed' } })
  const unpaid = useWrite(financeRoutes.unpaid, { ...READ_AGAIN, done: { kind: 'changed' } })
  const collected = useWrite(financeRoutes.collected, { ...READ_AGAIN, done: { kind: 'changed' } })
  const uncollected = useWrite(financeRoutes.uncollected, {
    ...READ_AGAIN,
    done: { kind: 'changed' },
  })
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
    if (row.externalId !== '' || row.reversed) return []
    const params = { id: row.id }
    const isPaid = row.status === 'paid'
    const changes: readonly TransactionAct[] = [
      { label: t('kernel:action.edit'), icon: Pencil, onSelect: () => onEdit(row) },
      isPaid
        ? { label: t('act.unpaid'), icon: CircleDashed, onSelect: () => unpaid.mutate({ params }) }
        : { label: t('act.paid'), icon: CircleCheck, onSelect: () => paid.mutate({ params }) },
    ]
    const cash: readonly TransactionAct[] = !isPaid
      ? []
      : [
          row.cashed
            ? {
                label: t('act.uncollected'),
                icon: BanknoteX,
                onSelect: () => uncollected.mutate({ params }),
              }
            : {
                label: t('act.collected'),
                icon: Banknote,
                onSelect: () => collected.mutate({ params }),
              },
        ]
    const removal: TransactionAct = {
      label: t('kernel:action.delete'),
      icon: Trash2,
      tone: 'danger',
      onSelect: () => remove.mutate({ params }),
    }
    return [
      ...(can('perm_transaction_update') ? [...changes, ...cash] : []),
      ...(can('perm_transaction_delete') ? [removal] : []),
    ]
  }
}
