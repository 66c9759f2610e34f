import type { PaymentMeans } from '#domain/billing/payment.values.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { type Entity, firstText } from '#domain/kernel/entity.ts'
import { catalogue, unreachable } from '#domain/kernel/errors.ts'
import { fromRate, toMajor, type Currency } from '#domain/kernel/money.ts'
import { ofLaw, personal } from '#domain/kernel/personal.ts'
import { epochOfDay, type Day } from '#domain/kernel/time.ts'
import type { TransactionType } from './transaction.values.ts'

/**
 * A payment as the books hold it. Base and VAT of the rows add up to the gross amount.
 *
 * @unit minor units of `currency`; rates: hundredths of a percent
 */
export type BookedPayment = {
  readonly profileId: string
  /** Empty when the bill has no contract. */
  readonly projectId: string
  readonly operation: 'in' | 'out'
  readonly kind: TransactionType
  /** The bill's id. */
  readonly externalId: string
  readonly paymentId: string
  /** The bill's number. */
  readonly reference: string
  readonly client: string
  readonly currency: Currency
  readonly grossMinor: number
  readonly vat: readonly VatRow[]
  readonly day: Day
  readonly bankAccountType: 'professional' | 'personal'
} & PaymentMeans

/**
 * A bill's payment, or a refund, as the books receive it. Booking the same `paymentId` twice books it once.
 * `direction`: `out` is given back to the client; `in` when absent.
 */
export type PaymentToBook = Pick<
  BookedPayment,
  'paymentId' | 'profileId' | 'projectId' | 'currency' | 'grossMinor' | 'vat' | 'day' | 'method' | 'bankReference'
> & {
  readonly billId: string
  readonly clientName: string
  readonly ref: string
  readonly direction?: BookedPayment['operation']
}

export type TransactionCommand = { type: 'BookPayment'; payment: BookedPayment } | { type: 'ReversePayment' }

/** Stored for good. A reversal repeats the amounts that it takes back, so that it can be read alone. */
export type TransactionEvent =
  | { type: 'TransactionBooked'; data: BookedPayment }
  | { type: 'TransactionReversed'; data: BookedPayment }

/** The books are kept ten years, as the bills are. @source Commercial code, article L123-22 */
export const transactionPersonal = personal<TransactionEvent>(ofLaw, {
  TransactionBooked: { client: '', bankReference: '' },
  TransactionReversed: { client: '', bankReference: '' },
})

export type Transaction =
  | { readonly status: 'none' }
  | { readonly status: 'booked' | 'reversed'; readonly payment: BookedPayment }

const transactionRefusal = catalogue({ TRANSACTION_UNBALANCED: 'invalid' })

export const transactionDecider: Decider<TransactionCommand, TransactionEvent, Transaction> = {
  category: 'transaction',
  initial: { status: 'none' },
  decide(command, transaction) {
    switch (command.type) {
      case 'BookPayment': {
        // A payment is booked once. A reversed one stays reversed: paying again is another payment.
        if (transaction.status !== 'none') return []
        const { payment } = command
        if (payment.grossMinor !== payment.vat.reduce((sum, row) => sum + row.baseMinor + row.amountMinor, 0))
          throw transactionRefusal('TRANSACTION_UNBALANCED', { reference: payment.reference })
        return [{ type: 'TransactionBooked', data: payment }]
      }
      case 'ReversePayment':
        return transaction.status === 'booked' ? [{ type: 'TransactionReversed', data: transaction.payment }] : []
      default:
        return unreachable(command)
    }
  },
  evolve(_, event) {
    switch (event.type) {
      case 'TransactionBooked':
        return { status: 'booked', payment: event.data }
      case 'TransactionReversed':
        return { status: 'reversed', payment: event.data }
      default:
        return unreachable(event)
    }
  },
}

export const netMinorOf = (payment: Pick<BookedPayment, 'vat'>): number =>
  payment.vat.reduce((sum, row) => sum + row.baseMinor, 0)
export const vatMinorOf = (payment: Pick<BookedPayment, 'vat'>): number =>
  payment.vat.reduce((sum, row) => sum + row.amountMinor, 0)

export const transactionEntity: Entity<TransactionCommand, TransactionEvent, Transaction> = {
  name: 'transaction',
  decider: transactionDecider,
  permission: 'transaction',
  currency: 'currency',
  shows: {
    status: 'choice',
    reversed: 'boolean',
    operation: 'choice',
    type: 'choice',
    currency: 'currency',
    amount: 'money',
    vat: 'money',
    amountTTC: 'money',
    details: 'rows',
    'details.rate': 'percent',
    'details.base': 'money',
    'details.amount': 'money',
    paymentDate: 'day',
    bankAccountType: 'choice',
    paymentMethod: 'choice',
  },
  title: (view) => firstText(view, 'reference', 'client'),
  view(transaction) {
    if (transaction.status === 'none') return null
    const { payment, status } = transaction
    const { currency } = payment
    return {
      status: status === 'booked' ? 'paid' : 'unpaid',
      reversed: status === 'reversed',
      operation: payment.operation,
      type: payment.kind,
      reference: payment.reference,
      client: payment.client,
      currency,
      amount: toMajor(netMinorOf(payment), currency),
      vat: toMajor(vatMinorOf(payment), currency),
      amountTTC: toMajor(payment.grossMinor, currency),
      details: payment.vat.map((row) => ({
        rate: fromRate(row.rate),
        base: toMajor(row.baseMinor, currency),
        amount: toMajor(row.amountMinor, currency),
      })),
      paymentDate: status === 'booked' ? epochOfDay(payment.day) : 0,
      bankAccountType: payment.bankAccountType,
      paymentMethod: payment.method ?? '',
      bankReference: payment.bankReference ?? '',
    }
  },
}
