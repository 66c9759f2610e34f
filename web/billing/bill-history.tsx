import type { Bill } from '#contract/billing/billing.schemas.ts'
import { late } from '#web/kernel/ui/late.tsx'
import { Skeleton } from '#web/kernel/ui/states.tsx'

const HistoryPanel = late(
  async () => (await import('#web/kernel/history/history-panel.tsx')).HistoryPanel,
)

/** The history of a bill, from the first draft to the last payment. */
export const BillHistory = ({
  bill,
  at,
  onAt,
}: {
  bill: Pick<Bill, 'id'>
  at: number | undefined
  onAt: (at: number | undefined) => void
}) => (
  <HistoryPanel entity="bill" id={bill.id} at={at} onAt={onAt} waiting={<Skeleton lines={6} />} />
)
