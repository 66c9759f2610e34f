import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import { toMinor } from '#contract/billing/billing-amounts.ts'
import { call } from '#web/kernel/data/client.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { notifyDone } from '#web/kernel/data/toasts.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { chosenTransactionsActs } from './transaction-acts.ts'

const WRITTEN = ['finance', 'documents', 'dashboard']

/**
 * Incomes less expenses among the chosen transactions, by currency; reversed ones count nothing.
 */
export function ChosenSum({ chosen }: { chosen: readonly Transaction[] }) {
  const sums = Map.groupBy(
    chosen.filter(({ reversed }) => !reversed),
    ({ currency }) => currency,
  )
  return [...sums].map(([currency, rows], i) => (
    <span key={currency}>
      {i > 0 && ' · '}
      <Amount
        minor={rows.reduce(
          (sum, row) =>
            sum + (row.operation === 'in' ? 1 : -1) * (toMinor(row.amountTTC, currency) ?? 0),
          0,
        )}
        currency={currency}
        sign="always"
      />
    </span>
  ))
}

/** Unpaid entries by hand are marked as paid today, one after another. */
export function ChosenActs({
  chosen,
  onDone,
}: {
  chosen: readonly Transaction[]
  onDone: () => void
}) {
  const { t } = useTranslation('finance')
  const queries = useQueryClient()
  const { payable, pay: standing } = chosenTransactionsActs(chosen, useSession().can)
  const pay = useMutation({
    mutationFn: async () => {
      for (const { id } of payable) await call(financeRoutes.paid, { params: { id } })
    },
    onSuccess: () => {
      notifyDone({ kind: 'changed' })
      onDone()
    },
    onSettled: () =>
      Promise.all(WRITTEN.map((context) => queries.invalidateQueries({ queryKey: [context] }))),
  })
  if (standing === 'permission') return null
  return (
    <Button
      icon={CircleCheck}
      pending={pay.isPending}
      disabledReason={standing === 'noneOwed' ? t('chosen.noneOwed') : undefined}
      onClick={() => pay.mutate()}
    >
      {t('chosen.paid')}
    </Button>
  )
}
