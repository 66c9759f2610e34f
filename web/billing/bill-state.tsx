import type { Bill } from '#contract/billing/billing.schemas.ts'
import { useTranslation } from 'react-i18next'
import { today } from '#web/kernel/words/formats.ts'
import { kindOfState, type StateWord, wordOfState } from '#web/kernel/ui/bill-status.ts'
import { Status } from '#web/kernel/ui/status.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { DAY_MS } from '#contract/kernel/time.values.ts'

export const daysLate = (dueDate: number, now = today()) =>
  Math.max(0, Math.round((now - dueDate) / DAY_MS))

/** The one muted fact beside the state. */
function Fact({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const word = wordOfState(bill)
  if (word === 'late') return <>{t('fact.late', { count: daysLate(bill.dueDate) })}</>
  if (word === 'partlyPaid')
    return (
      <>
        <Amount major={bill.paidAmount} currency={bill.currency} /> {t('fact.received')}
      </>
    )
  if (word === 'paid' || word === 'collected')
    return (
      <>
        {t('fact.on')} <DayText at={word === 'paid' ? bill.paimentDate : bill.collectDate} />
      </>
    )
  if (word === 'creditNote') return <>{t('fact.of', { ref: bill.creditNoteOfRef })}</>
  if (word === 'credited') return <>{bill.creditNotes.at(-1)?.ref}</>
  return null
}

const HAS_FACT: readonly StateWord[] = [
  'late',
  'partlyPaid',
  'paid',
  'collected',
  'creditNote',
  'credited',
]

export function BillStatus({ bill, fact = true }: { bill: Bill; fact?: boolean }) {
  const { t } = useTranslation('billing')
  const word = wordOfState(bill)
  return (
    <Status
      kind={kindOfState(bill)}
      fact={fact && HAS_FACT.includes(word) ? <Fact bill={bill} /> : undefined}
    >
      {t(`state.${word}`)}
    </Status>
  )
}

/** Credit notes count negative. */
export const signOf = (bill: Pick<Bill, 'type'>) => (bill.type === 'creditNote' ? -1 : 1)
