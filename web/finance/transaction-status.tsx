import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import { today } from '#web/kernel/words/formats.ts'
import { Status } from '#web/kernel/ui/status.tsx'

/**
 * "Payée" once it is paid, "encaissée" once its money is in the bank, as on the bill. Overdue
 * entries are late.
 */
export function TransactionStatus({ row, as }: { row: Transaction; as?: 'text' | 'tag' }) {
  const { t } = useTranslation('finance')
  const look = as ? { as } : {}
  if (row.reversed)
    return (
      <Status kind="stop" {...look}>
        {t('status.reversed')}
      </Status>
    )
  if (row.status === 'paid')
    return row.cashed ? (
      <Status kind="collected" {...look}>
        {t('status.collected')}
      </Status>
    ) : (
      <Status kind="paid" {...look}>
        {t('status.paid')}
      </Status>
    )
  return row.expectedPaymentDate !== 0 && row.expectedPaymentDate < today() ? (
    <Status kind="late" {...look}>
      {t('status.late')}
    </Status>
  ) : (
    <Status kind="sent" {...look}>
      {t('status.expected')}
    </Status>
  )
}
