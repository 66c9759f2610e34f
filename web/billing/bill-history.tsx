import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/billing.ts'
import { HistoryPanel } from '#web/kernel/history/history.tsx'
import { minorDigitsOf } from '#web/kernel/words/formats.ts'
import { Amount, Percent } from '#web/kernel/ui/values.tsx'

const AMOUNTS = /^(totalHT|totalTva|totalTTC|paidAmount|outstanding|toRefund|refundedAmount)$|(unitPrice|amountHT)$/
/** Ids stand beside the names they point to; these say nothing to a reader. */
const UNTOLD = /^(profileId|clientId|projectId|status|includePenalty)$|(^|\.)(creditedLine|unit)$/

/** Facts of a bill, told; from the first draft to the last payment. */
export function BillHistory({
  bill,
  at,
  onAt,
}: {
  bill: Pick<Bill, 'id' | 'currency'>
  at: number | undefined
  onAt: (at: number | undefined) => void
}) {
  const { t } = useTranslation('billing')
  return (
    <HistoryPanel
      entity="bill"
      id={bill.id}
      words="billing"
      at={at}
      onAt={onAt}
      untold={(field) => UNTOLD.test(field)}
      format={(field, value) => {
        if (typeof value === 'number' && AMOUNTS.test(field))
          return <Amount minor={Math.round(value * 10 ** minorDigitsOf(bill.currency))} currency={bill.currency} />
        if (typeof value === 'number' && /(^|\.)(tva|penaltyRate)$/.test(field)) return <Percent value={value} />
        if (field === 'type' && typeof value === 'string') return t(`type.${value as Bill['type']}`) // the history's values are the wire's
        return undefined
      }}
    />
  )
}
