import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { paths } from '#web/screens.ts'
import type { YearMonth } from '#web/kernel/words/year-month.ts'
import { TOUCHED } from './bills.queries.ts'

/** A contract's month, whose days a bill takes. */
export type ContractMonth = YearMonth & { readonly projectId: string }

/** Drafts the bill of a contract's month and opens it: one stroke. */
export function useBillMonth(profileId: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const draft = useMutation({
    mutationFn: ({ projectId, year, month }: ContractMonth) =>
      call(billRoutes.add, { body: { profileId, fromTimesheet: { projectId, year, month } } }),
    onSuccess: async ({ id }) => {
      void navigate(paths.bill.to({ id }))
      await Promise.all(
        TOUCHED.map((context) => queries.invalidateQueries({ queryKey: [context] })),
      )
    },
  })
  return { pending: draft.isPending, run: draft.mutate }
}
