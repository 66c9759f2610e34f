import type { Bill } from '#contract/billing/billing.schemas.ts'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'

/** The history of a bill, from the first draft to the last payment. */
export const BillHistory = ({
  bill,
  at,
  onAt,
}: {
  bill: Pick<Bill, 'id'>
  at: number | undefined
  onAt: (at: number | undefined) => void
}) => <HistoryPanel entity="bill" id={bill.id} at={at} onAt={onAt} />
