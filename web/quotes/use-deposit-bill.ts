import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { paths } from '#web/screens.ts'
import { MADE } from './quotes.queries.ts'

/** Drafts the bill of an accepted quote's deposit, and opens it. */
export function useDepositBill() {
  const { t } = useTranslation('quotes')
  const navigate = useNavigate()
  return useWrite(quoteRoutes.deposit, {
    invalidates: MADE,
    done: t('deposit.done'),
    onDone: ({ billId }) => void navigate(paths.bill.to({ id: billId })),
  })
}
