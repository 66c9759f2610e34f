import type { DecisionContext } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { multiplyRounded, toMajor } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import { exchangeRateOf, outstandingOf, owedOf, refundableOf, surplusOf } from './bill-balance.ts'
import {
  type BesidePayment,
  type Bill,
  type BillCommand,
  type BillEvent,
  type IssuedBill,
  issuedBill,
  type Settlement,
} from './bill-facts.ts'
import { billRefusal } from './bill-refusals.ts'
import { inEuros } from './amounts.values.ts'
import { euroValueOf } from './euro-value.ts'
import { suppliedBy, vatDueOf } from './frozen-bill.ts'
import { splitPayment, type VatRow } from './totals.ts'

/** Payments of the client, refunds, and the day when the money is in the bank. */
const PAYMENT_COMMANDS = [
  'Pay',
  'Unpay',
  'Refund',
  'Unrefund',
  'Settle',
  'Unsettle',
  'Collect',
  'Uncollect',
] as const satisfies readonly BillCommand['type'][]
type PaymentCommand = Extract<BillCommand, { type: (typeof PAYMENT_COMMANDS)[number] }>
export const isPayment = (command: BillCommand): command is PaymentCommand =>
  (PAYMENT_COMMANDS as readonly string[]).includes(command.type)

function payable(bill: Bill): IssuedBill {
  const it = issuedBill(bill)
  if (it.frozen.type === 'creditNote') throw billRefusal('BILL_NOT_PAYABLE')
  return it
}

type PaymentOf<T extends PaymentCommand['type']> = Extract<PaymentCommand, { type: T }>
type Events = readonly BillEvent[]

const refuseField = (
  code: 'BILL_PAYMENT_EMPTY' | 'BILL_REFUND_ABOVE_REST' | 'BILL_EUROS_OF_EUROS',
  details?: Readonly<Record<string, string | number>>,
  path = 'amount',
) => billRefusal(code, details, [{ path, code, ...(details && { details }) }])

/** @throws BILL_EUROS_OF_EUROS · BILL_PAYMENT_EMPTY */
function checkEuros({ frozen: { currency } }: IssuedBill, euroMinor: number | undefined): void {
  if (euroMinor !== undefined && currency === 'EUR')
    throw refuseField('BILL_EUROS_OF_EUROS', {}, 'amountEUR')
  if (euroMinor !== undefined && euroMinor <= 0)
    throw refuseField('BILL_PAYMENT_EMPTY', {}, 'amountEUR')
}

/** Amounts in euros of a payment or a refund. */
function eurosOf(it: IssuedBill, vat: readonly VatRow[], euroMinor: number | undefined) {
  const { currency } = it.frozen
  const euros = euroValueOf({ vat, currency }, euroMinor ?? null, exchangeRateOf(it))
  return euros === null ? {} : { euros }
}

/** @throws BILL_DATE_IN_FUTURE */
function checkDay(day: Day, { today }: DecisionContext): void {
  if (day > today)
    throw billRefusal('BILL_DATE_IN_FUTURE', {}, [{ path: 'date', code: 'BILL_DATE_IN_FUTURE' }])
}

/**
 * The bank's amount in euros, shared between the bill and the fee or surplus beside it.
 *
 * @param cameMinor what the bank received
 */
function shared(it: IssuedBill, euroMinor: number | undefined, cameMinor: number) {
  const { currency } = it.frozen
  const rate = exchangeRateOf(it)
  const shareOf = (minor: number): number | undefined =>
    euroMinor === undefined || cameMinor <= 0
      ? undefined
      : multiplyRounded(minor, euroMinor, cameMinor)
  return {
    shareOf,
    beside: (amountMinor: number): BesidePayment => {
      const euros = shareOf(amountMinor) ?? (rate > 0 ? inEuros(amountMinor, rate, currency) : 0)
      return { amountMinor, ...(currency !== 'EUR' && euros > 0 && { euroMinor: euros }) }
    },
  }
}

/** Rates of the next part of what is owed. Rests that ended count as parts before it. */
const nextPart = (it: IssuedBill, amountMinor: number, paid: readonly VatRow[] = []) => {
  const before = [...it.payments, ...it.settlements]
  return splitPayment(
    owedOf(it),
    before.reduce((sum, one) => sum + one.amountMinor, 0) + grossOf(paid),
    [...before.flatMap(({ vat }) => vat), ...paid],
    amountMinor,
  )
}
const grossOf = (vat: readonly VatRow[]): number =>
  vat.reduce((sum, { baseMinor, amountMinor }) => sum + baseMinor + amountMinor, 0)

function pay(command: PaymentOf<'Pay'>, it: IssuedBill, context: DecisionContext): Events {
  const { paymentId, day, means, euroMinor, rest } = command
  if (it.payments.some((p) => p.paymentId === paymentId)) return []
  const { ref } = it.frozen
  const outstanding = outstandingOf(it)
  if (outstanding === 0) throw billRefusal('BILL_ALREADY_PAID', { ref })
  const cameMinor = command.amountMinor ?? outstanding
  if (cameMinor <= 0) throw refuseField('BILL_PAYMENT_EMPTY')
  checkDay(day, context)
  const leftMinor = Math.max(0, outstanding - cameMinor)
  const feeMinor = rest === 'bankFee' ? leftMinor : 0
  const amountMinor = Math.min(cameMinor, outstanding) + feeMinor
  const surplusMinor = cameMinor + feeMinor - amountMinor
  checkEuros(it, euroMinor)
  const vat = nextPart(it, amountMinor)
  const { shareOf, beside } = shared(it, euroMinor, cameMinor)
  const paid: BillEvent = {
    type: 'BillPaid',
    data: {
      paymentId,
      amountMinor,
      day,
      vat,
      ...means,
      ...eurosOf(it, vat, shareOf(amountMinor)),
      ...(feeMinor > 0 && { fee: beside(feeMinor) }),
      ...(surplusMinor > 0 && { surplus: beside(surplusMinor) }),
    },
  }
  if (leftMinor === 0 || rest === undefined || rest === 'bankFee') return [paid]
  const settlement = { settlementId: paymentId, paymentId, as: rest, day, amountMinor: leftMinor }
  return [paid, settledBy(it, settlement, nextPart(it, leftMinor, vat))]
}

/** The end of a rest, with the facts that its VAT is taken back by. */
function settledBy(
  it: IssuedBill,
  settlement: Omit<Settlement, 'vat' | 'euros'>,
  vat: readonly VatRow[],
): BillEvent {
  const { ref, buyer, currency, issueDate } = it.frozen
  const euros = euroValueOf({ vat, currency }, null, exchangeRateOf(it))
  return {
    type: 'BillSettled',
    data: {
      ...settlement,
      vat,
      ...(euros && { euros }),
      profileId: it.content.profileId,
      ref,
      client: buyer.name,
      currency,
      vatDue: vatDueOf(it.frozen, issueDate),
      ...suppliedBy(it.frozen),
    },
  }
}

function settle(command: PaymentOf<'Settle'>, it: IssuedBill, context: DecisionContext): Events {
  const { settlementId, as, day } = command
  if (
    it.settlements.some((one) => one.settlementId === settlementId) ||
    it.payments.some((one) => one.paymentId === settlementId)
  )
    return []
  const amountMinor = outstandingOf(it)
  if (amountMinor === 0) throw billRefusal('BILL_ALREADY_PAID', { ref: it.frozen.ref })
  checkDay(day, context)
  const vat = nextPart(it, amountMinor)
  if (as !== 'bankFee')
    return [settledBy(it, { settlementId, paymentId: '', as, day, amountMinor }, vat)]
  // The client paid it, and the bank kept it: turnover and an expense of the same amount.
  const { beside } = shared(it, undefined, 0)
  const fee = beside(amountMinor)
  const data = {
    paymentId: settlementId,
    amountMinor,
    day,
    vat,
    fee,
    ...eurosOf(it, vat, undefined),
  }
  return [{ type: 'BillPaid', data }]
}

function unsettle({ settlementId }: PaymentOf<'Unsettle'>, it: IssuedBill): Events {
  if (it.collected !== '') throw billRefusal('BILL_ALREADY_COLLECTED', { ref: it.frozen.ref })
  const ended = it.settlements.filter((one) => one.settlementId === settlementId)
  if (ended.length === 0) throw billRefusal('BILL_SETTLEMENT_UNKNOWN')
  return ended.map(reversedSettlement)
}
const reversedSettlement = ({ settlementId, amountMinor, vat }: Settlement): BillEvent => ({
  type: 'BillSettlementReversed',
  data: { settlementId, amountMinor, vat },
})

function unpay({ paymentId: only }: PaymentOf<'Unpay'>, it: IssuedBill): Events {
  const { ref } = it.frozen
  if (it.payments.length === 0) throw billRefusal('BILL_NOT_PAID', { ref })
  if (it.collected !== '') throw billRefusal('BILL_ALREADY_COLLECTED', { ref })
  if (it.refunds.length > 0) throw billRefusal('BILL_REFUNDED', { ref })
  const reversed = it.payments.filter((p) => only === null || p.paymentId === only)
  if (reversed.length === 0) throw billRefusal('BILL_PAYMENT_UNKNOWN')
  return [
    ...reversed.map(
      ({ paymentId, amountMinor }): BillEvent => ({
        type: 'BillPaymentReversed',
        data: { paymentId, amountMinor },
      }),
    ),
    // A rest that was noted with the payment is owed again with it.
    ...it.settlements
      .filter(({ paymentId }) => paymentId !== '' && (only ?? paymentId) === paymentId)
      .map(reversedSettlement),
  ]
}

function refund(command: PaymentOf<'Refund'>, it: IssuedBill, context: DecisionContext): Events {
  const { refundId, day, euroMinor } = command
  if (it.refunds.some((r) => r.refundId === refundId)) return []
  const { ref, currency } = it.frozen
  const credited = refundableOf(it)
  const surplusRest = surplusOf(it)
  const restMinor = Math.max(0, credited.grossMinor) + surplusRest
  if (restMinor <= 0) throw billRefusal('BILL_NOTHING_TO_REFUND', { ref })
  const backMinor = command.amountMinor ?? restMinor
  if (backMinor <= 0) throw refuseField('BILL_PAYMENT_EMPTY')
  if (backMinor > restMinor)
    throw refuseField('BILL_REFUND_ABOVE_REST', { rest: toMajor(restMinor, currency), currency })
  checkDay(day, context)
  checkEuros(it, euroMinor)
  // The surplus was never the bill's: it goes back first.
  const surplusMinor = Math.min(backMinor, surplusRest)
  const amountMinor = backMinor - surplusMinor
  const vat = amountMinor === 0 ? [] : splitPayment(credited, 0, [], amountMinor)
  const { shareOf, beside } = shared(it, euroMinor, backMinor)
  const data = {
    refundId,
    amountMinor,
    day,
    vat,
    ...(amountMinor > 0 && eurosOf(it, vat, shareOf(amountMinor))),
    ...(surplusMinor > 0 && { surplus: beside(surplusMinor) }),
  }
  return [{ type: 'BillRefunded', data }]
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
    case 'Settle':
      return settle(command, it, context)
    case 'Unsettle':
      return unsettle(command, it)
    case 'Collect':
      return collect(command, it, context)
    case 'Uncollect':
      return uncollect(it)
    default:
      return unreachable(command)
  }
}
