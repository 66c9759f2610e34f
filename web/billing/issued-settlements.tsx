import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { Confirm } from '#web/kernel/ui/dialog.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { billActs } from './bill-acts.ts'
import { TOUCHED } from './bills.queries.ts'

type Undo =
  | {
      readonly what: 'payment' | 'refund' | 'settlement'
      readonly id: string
      readonly amount: number
    }
  | { readonly what: 'collected' }

/**
 * ", virement, VIR 0412": how a payment came and the bank's words for it, as far as there are any.
 */
function Means({ payment: { method, bankReference } }: { payment: Bill['payments'][number] }) {
  return (
    <>
      {method && `, ${optionLabel('bill', 'payments.method', method)}`}
      {bankReference && (
        <>
          , <bdi>{bankReference}</bdi>
        </>
      )}
    </>
  )
}

/** One line of what has settled a bill, with the act that takes it back. */
const Settlement = ({
  label,
  undo,
  children,
}: {
  label: ReactNode
  undo?: ReactNode
  children: ReactNode
}) => (
  <div className="flex items-center gap-2">
    <div className="grow">
      <Leader label={label}>{children}</Leader>
    </div>
    <span className="flex w-7 justify-end">{undo}</span>
  </div>
)

const BillLink = ({ id, billRef }: { id: string; billRef: string }) => (
  <Link className="link" to={paths.bill.to({ id })}>
    <Code value={billRef} />
  </Link>
)

/** Deposits, payments, collection, refunds and credit notes of a bill. */
export function Settlements({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const [undoing, setUndoing] = useState<Undo | null>(null)
  const done = { invalidates: TOUCHED, onDone: () => setUndoing(null) }
  const unpay = useWrite(billRoutes.unpaid, { ...done, done: t('undo.paymentDone') })
  const unsettle = useWrite(billRoutes.unsettled, { ...done, done: t('undo.settlementDone') })
  const unrefund = useWrite(billRoutes.unrefunded, { ...done, done: t('undo.refundDone') })
  const uncollect = useWrite(billRoutes.uncollected, { ...done, done: t('undo.collectedDone') })
  const acts = billActs(bill, useSession().can)
  const params = { profileId: bill.profileId, id: bill.id }
  const all = [bill.payments, bill.settlements, bill.creditNotes, bill.deposits]
  if (all.every(({ length }) => length === 0)) return null
  const undo = (act: 'unpay' | 'unsettle' | 'unrefund' | 'uncollect', what: Undo) =>
    acts[act] === 'available' && (
      <IconButton
        icon={RotateCcw}
        size={15}
        label={t(`undo.${what.what}`)}
        className="!size-7"
        onClick={() => setUndoing(what)}
      />
    )
  const money = (major: number) => <Amount major={major} currency={bill.currency} />
  const what = undoing?.what ?? 'payment'
  return (
    <Row
      margin={t('issued.settlements')}
      className="border-b border-line py-3 [&>.sheet-margin]:pt-1.5"
    >
      <div className="max-w-[560px]">
        {bill.deposits.map(({ id, ref, date, amountTTC }) => (
          <Settlement
            key={id}
            label={
              <>
                {t('settlement.deposit')} <BillLink id={id} billRef={ref} /> <DayText at={date} />
              </>
            }
          >
            {money(-amountTTC)}
          </Settlement>
        ))}
        {bill.payments.map((payment) => (
          <Settlement
            key={payment.id}
            label={
              <>
                {t('settlement.payment')} <DayText at={payment.date} />
                <Means payment={payment} />
                {payment.fee !== undefined && (
                  <>
                    , {t('settlement.fee')} {money(payment.fee)}
                  </>
                )}
                {payment.surplus !== undefined && (
                  <>
                    , {t('settlement.surplus')} {money(payment.surplus)}
                  </>
                )}
              </>
            }
            undo={undo('unpay', { ...payment, what: 'payment' })}
          >
            {money(payment.amount)}
          </Settlement>
        ))}
        {bill.settlements.map((one) => (
          <Settlement
            key={one.id}
            label={
              <>
                {t(`settlement.${one.as}`)} <DayText at={one.date} />
              </>
            }
            undo={undo('unsettle', { ...one, what: 'settlement' })}
          >
            {money(-one.amount)}
          </Settlement>
        ))}
        {bill.collectDate !== 0 && (
          <Settlement
            label={t('settlement.collected')}
            undo={undo('uncollect', { what: 'collected' })}
          >
            <DayText at={bill.collectDate} />
          </Settlement>
        )}
        {bill.refunds.map((refund) => (
          <Settlement
            key={refund.id}
            label={
              <>
                {t('settlement.refund')} <DayText at={refund.date} />
              </>
            }
            undo={undo('unrefund', { ...refund, what: 'refund' })}
          >
            {money(-refund.amount)}
          </Settlement>
        ))}
        {bill.creditNotes.map(({ id, ref, amount }) => (
          <Settlement
            key={id}
            label={
              <>
                {t('settlement.credit')} <BillLink id={id} billRef={ref} />
              </>
            }
          >
            {money(-amount)}
          </Settlement>
        ))}
      </div>
      <Confirm
        open={undoing !== null}
        onClose={() => setUndoing(null)}
        title={t(`undo.${what}Title`)}
        consequence={
          <>
            {undoing && 'amount' in undoing && <>{money(undoing.amount)} </>}
            {t(`undo.${what}Body`)}
          </>
        }
        verb={t(`undo.${what}`)}
        pending={[unpay, unsettle, unrefund, uncollect].some(({ isPending }) => isPending)}
        onConfirm={() => {
          if (undoing?.what === 'collected') uncollect.mutate({ params, body: {} })
          else if (undoing?.what === 'settlement')
            unsettle.mutate({ params, body: { settlementId: undoing.id } })
          else if (undoing?.what === 'refund')
            unrefund.mutate({ params, body: { refundId: undoing.id } })
          else if (undoing) unpay.mutate({ params, body: { paymentId: undoing.id } })
        }}
      />
    </Row>
  )
}
