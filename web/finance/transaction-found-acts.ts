import i18next from 'i18next'
import { Banknote, CircleCheck, type LucideIcon, Pencil, ReceiptText } from 'lucide-react'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { actTo, type FoundAct, type FoundActs } from '#web/kernel/shell/found-acts.ts'
import { paths } from '#web/screens.ts'
import { READ_AGAIN, transactionActs } from './transaction-acts.ts'

/** Acts on a found transaction; that of a bill leads to its bill. */
export const foundActs: FoundActs = async ({ id }, { can, profileId, language }) => {
  const [transaction] = await Promise.all([
    call(financeRoutes.get, { params: { profileId, id } }),
    i18next.loadNamespaces('finance'),
  ])
  const t = i18next.getFixedT(language, 'finance')
  if (transaction.externalId !== '')
    return can('perm_billing_menu')
      ? [actTo('bill', t('openBill'), ReceiptText, paths.bill.to({ id: transaction.externalId }))]
      : []
  const acts = transactionActs(transaction, can)
  const changing = (label: string, icon: LucideIcon, route: Marking): Omit<FoundAct, 'id'> => ({
    label,
    icon,
    changes: { done: { kind: 'changed' }, ...READ_AGAIN },
    go: async () => {
      await call(route, { params: { id } })
      return paths.transactions.to({}, { open: id })
    },
  })
  const offered = [
    { id: 'pay', ...changing(t('act.paid'), CircleCheck, financeRoutes.paid) },
    { id: 'collect', ...changing(t('act.collected'), Banknote, financeRoutes.collected) },
    {
      id: 'edit',
      label: i18next.getFixedT(language, 'kernel')('action.edit'),
      icon: Pencil,
      go: () => paths.transactions.to({}, { open: id, do: 'edit' }),
    },
  ] as const
  return offered.filter((act) => acts[act.id] === 'available')
}

type Marking = typeof financeRoutes.paid | typeof financeRoutes.collected
