import { useNavigate } from 'react-router-dom'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { entityName } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { MADE } from './quotes.queries.ts'

/** Drafts the bill of an accepted quote's deposit, and opens it. */
export function useDepositBill() {
  const navigate = useNavigate()
  return useWrite(quoteRoutes.deposit, {
    invalidates: MADE,
    // The dashboard has no words of quotes.
    done: () => ({ kind: 'added', name: entityName('bill') }),
    onDone: ({ billId }) => void navigate(paths.bill.to({ id: billId })),
  })
}
