import type { DecisionContext } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { outstandingOf, owedOf, paidMinorOf, refundableOf } from './bill-balance.ts'
import {
  type Bill,
  type BillCommand,
  type BillEvent,
  type IssuedBill,
  issuedBill,
} from './bill-facts.ts'
import { billRefusal } from './bill-refusals.ts'
import { splitPayment } from './totals.ts'

/** What a client pays, what is given back, and when the money is in the bank. */
export type PaymentCommand = Extract<
  BillCommand,
  { type: 'Pay' | 'Unpay' | 'Refund' | 'Unrefund' | 'Collect' | 'Uncollect' }
>

function payable(bill: Bill): IssuedBill {
  const it = issuedBill(bill)
  if (it.frozen.type === 'creditNote') throw billRefusal('BILL_NOT_PAYABLE')
  return it
}

export function decidePayment(
  command: PaymentCommand,
  bill: Bill,
  context: DecisionContext,
): readonly BillEvent[] {
  switch (command.type) {
    case 'Pay': {
      const it = payable(bill)
      if (it.payments.some((p) => p.paymentId === command.paymentId)) return []
      const outstanding = outstandingOf(it)
      if (outstanding === 0) throw billRefusal('BILL_ALREADY_PAID', { ref: it.frozen.ref })
      const amountMinor = command.amountMinor ?? outstanding
      if (amountMinor <= 0)
        throw billRefusal('BILL_PAYMENT_EMPTY', {}, [
          { path: 'amount', code: 'BILL_PAYMENT_EMPTY' },
        ])
      if (amountMinor > outstanding) {
        const details = {
          outstanding: toMajor(outstanding, it.frozen.currency),
          currency: it.frozen.currency,
        }
        throw billRefusal('BILL_OVERPAID', details, [
          { path: 'amount', code: 'BILL_OVERPAID', details },
        ])
      }
      if (command.day > context.today)
        throw billRefusal('BILL_DATE_IN_FUTURE', {}, [
          { path: 'date', code: 'BILL_DATE_IN_FUTURE' },
        ])
      const vat = splitPayment(
        owedOf(it),
        paidMinorOf(it),
        it.payments.flatMap((p) => p.vat),
        amountMinor,
      )
      const { paymentId, day, means } = command
      return [{ type: 'BillPaid', data: { paymentId, amountMinor, day, vat, ...means } }]
    }
    case 'Unpay': {
      const it = payable(bill)
      if (it.payments.length === 0) throw billRefusal('BILL_NOT_PAID', { ref: it.frozen.ref })
      if (it.collected !== '') throw billRefusal('BILL_ALREADY_COLLECTED', { ref: it.frozen.ref })
      if (it.refunds.length > 0) throw billRefusal('BILL_REFUNDED', { ref: it.frozen.ref })
      const reversed =
        command.paymentId === null
          ? it.payments
          : it.payments.filter((p) => p.paymentId === command.paymentId)
      if (reversed.length === 0) throw billRefusal('BILL_PAYMENT_UNKNOWN')
      return reversed.map(({ paymentId, amountMinor }) => ({
        type: 'BillPaymentReversed',
        data: { paymentId, amountMinor },
      }))
    }
    case 'Refund': {
      const it = payable(bill)
      if (it.refunds.some((r) => r.refundId === command.refundId)) return []
      const rest = refundableOf(it)
      if (rest.grossMinor <= 0) throw billRefusal('BILL_NOTHING_TO_REFUND', { ref: it.frozen.ref })
      const amountMinor = command.amountMinor ?? rest.grossMinor
      if (amountMinor <= 0)
        throw billRefusal('BILL_PAYMENT_EMPTY', {}, [
          { path: 'amount', code: 'BILL_PAYMENT_EMPTY' },
        ])
      if (amountMinor > rest.grossMinor) {
        const details = {
          rest: toMajor(rest.grossMinor, it.frozen.currency),
          currency: it.frozen.currency,
        }
        throw billRefusal('BILL_REFUND_ABOVE_REST', details, [
          { path: 'amount', code: 'BILL_REFUND_ABOVE_REST', details },
        ])
      }
      if (command.day > context.today)
        throw billRefusal('BILL_DATE_IN_FUTURE', {}, [
          { path: 'date', code: 'BILL_DATE_IN_FUTURE' },
        ])
      const vat = splitPayment(rest, 0, [], amountMinor)
      return [
        {
          type: 'BillRefunded',
          data: { refundId: command.refundId, amountMinor, day: command.day, vat },
        },
      ]
    }
    case 'Unrefund': {
      const it = payable(bill)
      const reversed =
        command.refundId === null
          ? it.refunds
          : it.refunds.filter((r) => r.refundId === command.refundId)
      if (reversed.length === 0) throw billRefusal('BILL_REFUND_UNKNOWN')
      return reversed.map(({ refundId, amountMinor }) => ({
        type: 'BillRefundReversed',
        data: { refundId, amountMinor },
      }))
    }
    case 'Collect': {
      const it = payable(bill)
      if (it.collected !== '') {
        if (it.collected === command.day) return []
        throw billRefusal('BILL_ALREADY_COLLECTED', { ref: it.frozen.ref })
      }
      if (it.payments.length === 0 || outstandingOf(it) > 0)
        throw billRefusal('BILL_NOT_PAID', { ref: it.frozen.ref })
      if (command.day > context.today)
        throw billRefusal('BILL_DATE_IN_FUTURE', {}, [
          { path: 'date', code: 'BILL_DATE_IN_FUTURE' },
        ])
      if (it.payments.some((p) => command.day < p.day))
        throw billRefusal('BILL_COLLECTED_BEFORE_PAID', {}, [
          { path: 'date', code: 'BILL_COLLECTED_BEFORE_PAID' },
        ])
      return [{ type: 'BillCollected', data: { day: command.day } }]
    }
    case 'Uncollect': {
      const it = payable(bill)
      if (it.collected === '') throw billRefusal('BILL_NOT_COLLECTED', { ref: it.frozen.ref })
      return [{ type: 'BillCollectionReversed', data: { day: it.collected } }]
    }
    default:
      return unreachable(command)
  }
}
