import type { Bill } from '#contract/billing.schemas.ts'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'

/** Ids whose names are shown beside them, and figures that follow from others: the total with VAT is told. */
const UNTOLD: ReadonlySet<string> = new Set([
  'profileId',
  'clientId',
  'projectId',
  'status',
  'includePenalty',
  'lines.amountHT',
  'totalHT',
  'totalTva',
])
/** Steps between pressing a button and its document. */
const INTERNAL = ['BillIssuanceStarted', 'BillCreditReserved', 'BillCreditReleased']

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
  <HistoryPanel
    entity="bill"
    id={bill.id}
    at={at}
    onAt={onAt}
    untold={(field) => UNTOLD.has(field)}
    internal={INTERNAL}
  />
)
