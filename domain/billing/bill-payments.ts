import type { DecisionContext } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import { exchangeRateOf, outstandingOf, owedOf, paidMinorOf, refundableOf } from './bill-balance.ts'
import {
  type Bill,
  type BillCommand,
  type BillEvent,
  type IssuedBill,
  issuedBill,
} from './bill-facts.ts'
import { billRefusal } from './bill-refusals.ts'
import { euroValueOf } from './euro-value.ts'
import { splitPayment, type VatRow } from './totals.ts'

/** Payments of the client, refunds, and the day when the money is in the bank. */
export type PaymentCommand = Extract<
  BillCommand,
  { type: 'Pay' | 'Unpay' | 'Refund' | 'Unrefund' | 'Collect' | 'Uncollect' }
>

function payable(bill: Bill): IssuedBill {
  const it = issuedBill(bill)
  if (it.frozen.type === 'creditNote') throw billRefusal('BILL_NOT_PAYABLE')
  return it
}

type PaymentOf<T extends PaymentCommand['type']> = Extract<PaymentCommand, { type: T }>
type Events = readonly BillEvent[]

const refuseField = (
  code: 'BILL_PAYMENT_EMPTY' | 'BILL_OVERPAID' | 'BILL_REFUND_ABOVE_REST' | 'BILL_EUROS_OF_EUROS',
  details?: Readonly<Record<string, string | number>>,
  path = 'amount',
) => billRefusal(code, details, [{ path, code, ...(details && { details }) }])

/** Amounts in euros of a payment or a refund. @throws BILL_EUROS_OF_EUROS · BILL_PAYMENT_EMPTY */
function eurosOf(it: IssuedBill, vat: readonly VatRow[], euroMinor: number | undefined) {
  const { currency } = it.frozen
  if (euroMinor !== undefined && currency === 'EUR')
    throw refuseField('BILL_EUROS_OF_EUROS', {}, 'amountEUR')
  if (euroMinor !== undefined && euroMinor <= 0)
    throw refuseField('BILL_PAYMENT_EMPTY', {}, 'amountEUR')
  const euros = euroValueOf({ vat, currency }, euroMinor ?? null, exchangeRateOf(it))
  return euros === null ? {} : { euros }
}

/** @throws BILL_DATE_IN_FUTURE */
function checkDay(day: Day, { today }: DecisionContext): void {
  if (day > today)
    throw billRefusal('BILL_DATE_IN_FUTURE', {}, [{ path: 'date', code: 'BILL_DATE_IN_FUTURE' }])
}

function pay(command: PaymentOf<'Pay'>, it: IssuedBill, context: DecisionContext): Events {
  const { paymentId, day, means, euroMinor } = command
  if (it.payments.some((p) => p.paymentId === paymentId)) return []
  const { ref, currency } = it.frozen
  const outstanding = outstandingOf(it)
  if (outstanding === 0) throw billRefusal('BILL_ALREADY_PAID', { ref })
  const amountMinor = command.amountMinor ?? outstanding
  if (amountMinor <= 0) throw refuseField('BILL_PAYMENT_EMPTY')
  if (amountMinor > outstanding)
    throw refuseField('BILL_OVERPAID', { outstanding: toMajor(outstanding, currency), currency })
  checkDay(day, context)
  const vat = splitPayment(
    owedOf(it),
    paidMinorOf(it),
    it.payments.flatMap((p) => p.vat),
    amountMinor,
  )
  return [
    {
      type: 'BillPaid',
      data: { paymentId, amountMinor, day, vat, ...means, ...eurosOf(it, vat, euroMinor) },
    },
  ]
}

function unpay({ paymentId: only }: PaymentOf<'Unpay'>, it: IssuedBill): Events {
  const { ref } = it.frozen
  if (it.payments.length === 0) throw billRefusal('BILL_NOT_PAID', { ref })
  if (it.collected !== '') throw billRefusal('BILL_ALREADY_COLLECTED', { ref })
  if (it.refunds.length > 0) throw billRefusal('BILL_REFUNDED', { ref })
  const reversed = it.payments.filter((p) => only === null || p.paymentId === only)
  if (reversed.length === 0) throw billRefusal('BILL_PAYMENT_UNKNOWN')
  return reversed.map(({ paymentId, amountMinor }) => ({
    type: 'BillPaymentReversed',
    data: { paymentId, amountMinor },
  }))
}

function refund(command: PaymentOf<'Refund'>, it: IssuedBill, context: DecisionContext): Events {
  const { refundId, day, euroMinor } = command
  if (it.refunds.some((r) => r.refundId === refundId)) return []
  const { ref, currency } = it.frozen
  const rest = refundableOf(it)
  if (rest.grossMinor <= 0) throw billRefusal('BILL_NOTHING_TO_REFUND', { ref })
  const amountMinor = command.amountMinor ?? rest.grossMinor
  if (amountMinor <= 0) throw refuseField('BILL_PAYMENT_EMPTY')
  if (amountMinor > rest.grossMinor)
    throw refuseField('BILL_REFUND_ABOVE_REST', {
      rest: toMajor(rest.grossMinor, currency),
      currency,
    })
  checkDay(day, context)
  const vat = splitPayment(rest, 0, [], amountMinor)
  const euros = eurosOf(it, vat, euroMinor)
  return [{ type: 'BillRefunded', data: { refundId, amountMinor, day, vat, ...euros } }]
}

function unrefund({ refundId: only }: PaymentOf<'Unrefund'>, it: IssuedBill): Events {
  const reversed = it.refunds.filter((r) => only === null || r.refundId === only)
  if (reversed.length === 0) throw billRefusal('BILL_REFUND_UNKNOWN')
  return reversed.map(({ refundId, amountMinor }) => ({
    type: 'BillRefundReversed',
    data: { refundId, amountMinor },
  }))
}

function collect({ day }: PaymentOf<'Collect'>, it: IssuedBill, context: DecisionContext): Events {
  const { ref } = it.frozen
  if (it.collected === day) return []
  if (it.collected !== '') throw billRefusal('BILL_ALREADY_COLLECTED', { ref })
  if (it.payments.length === 0 || outstandingOf(it) > 0) throw billRefusal('BILL_NOT_PAID', { ref })
  checkDay(day, context)
  if (it.payments.some((p) => day < p.day))
    throw billRefusal('BILL_COLLECTED_BEFORE_PAID', {}, [
      { path: 'date', code: 'BILL_COLLECTED_BEFORE_PAID' },
    ])
  return [{ type: 'BillCollected', data: { day } }]
}

function uncollect({ collected: day, frozen: { ref } }: IssuedBill): Events {
  if (day === '') throw billRefusal('BILL_NOT_COLLECTED', { ref })
  return [{ type: 'BillCollectionReversed', data: { day } }]
}

export function decidePayment(
  command: PaymentCommand,
  bill: Bill,
  context: DecisionContext,
): Events {
  const it = payable(bill)
  switch (command.type) {
    case 'Pay':
      return pay(command, it, context)
    case 'Unpay':
      return unpay(command, it)
    case 'Refund':
      return refund(command, it, context)
    case 'Unrefund':
      return unrefund(command, it)
    case 'Collect':
      return collect(command, it, context)
    case 'Uncollect':
      return uncollect(it)
    default:
      return unreachable(command)
  }
}
