import { type EuroValue, euroGrossOf, euroShares } from '#domain/billing/euro-value.ts'
import type { SoldSupply, VatDue } from '#domain/billing/frozen-bill.ts'
import type { PaymentMeans } from '#domain/billing/payment.values.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { addOnce, differing } from '#domain/kernel/records/changes.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import { eventGroups } from '#domain/kernel/event-groups.ts'
import { fromRate, toMajor, type Currency } from '#domain/kernel/money.ts'
import { ofLaw, personal } from '#domain/kernel/personal.ts'
import { type Day, type DayOrNone, epochOfDay, epochOrZero } from '#domain/kernel/time.ts'
import { checkOwnTransaction, type OwnTransaction } from './own-transaction.ts'
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
  /** Absent in events from before returns were worked out. */
  readonly vatDue?: VatDue
  /** Absent for services in France. */
  readonly supply?: SoldSupply
  /** Absent in euros, and in another currency while the euro amount is not known. */
  readonly euros?: EuroValue
} & PaymentMeans

/**
 * A bill's payment, or a refund, as the books receive it. Booking the same `paymentId` twice books
 * it once. `direction`: `out` is given back to the client; `in` when absent.
 */
export type PaymentToBook = Pick<
  BookedPayment,
  | 'paymentId'
  | 'profileId'
  | 'projectId'
  | 'currency'
  | 'grossMinor'
  | 'vat'
  | 'day'
  | 'method'
  | 'bankReference'
  | 'matched'
  | 'vatDue'
  | 'supply'
  | 'euros'
> & {
  readonly billId: string
  readonly clientName: string
  readonly ref: string
  readonly direction?: BookedPayment['operation']
  /** Absent for money of the bill itself. */
  readonly kind?: Extract<TransactionType, 'bank_fees' | 'overpayment'>
  readonly bankAccountType?: BookedPayment['bankAccountType']
}

/** Open income of a bill: expected on its due date, less payments and credits. */
export type ExpectedIncome = Omit<BookedPayment, 'paymentId' | 'operation' | 'kind' | 'vatDue'>
/** The revision of the bill's stream that it was worked out from. */
type OfBill = { readonly billVersion: number }

export type TransactionCommand =
  | { type: 'BookPayment'; payment: BookedPayment }
  | { type: 'ReversePayment' }
  /** `income` is null when the bill waits for nothing any more. */
  | ({ type: 'ExpectIncome'; billId: string; income: ExpectedIncome | null } & OfBill)
  | { type: 'FallDue' }
  | { type: 'Add'; facts: OwnTransaction }
  | { type: 'Change'; changes: Partial<OwnTransaction> }
  /** `null`: it is not paid after all. */
  | { type: 'MarkPaid'; day: Day | null }
  /** Whether its money has reached, or left, the bank. */
  | { type: 'MarkCashed'; cashed: boolean }
  /** The amount in euros of a payment in another currency, with VAT. */
  | { type: 'TellEuros'; euroMinor: number }
  | { type: 'Remove' }
  | { type: 'Restore' }

/**
 * Stored for good. A reversal repeats the amounts that it takes back, so that it can be read alone.
 */
export type TransactionEvent =
  | { type: 'TransactionBooked'; data: BookedPayment }
  | { type: 'TransactionReversed'; data: BookedPayment }
  | { type: 'TransactionValued'; data: { euros: EuroValue } }
  | { type: 'IncomeExpected'; data: ExpectedIncome & OfBill }
  | { type: 'IncomeNoLongerExpected'; data: { billId: string } & OfBill }
  /** The expected day went by without a payment. */
  | { type: 'TransactionFellDue'; data: { day: Day } }
  | { type: 'TransactionAdded'; data: { facts: OwnTransaction } }
  | { type: 'TransactionChanged'; data: { changes: Partial<OwnTransaction> } }
  | { type: 'TransactionPaid'; data: { day: Day } }
  | { type: 'TransactionUnpaid'; data: Record<never, never> }
  | { type: 'TransactionCashed'; data: { cashed: boolean } }
  | { type: 'TransactionRemoved'; data: Record<never, never> }
  | { type: 'TransactionRestored'; data: { facts: OwnTransaction; cashed: boolean } }

export const transactionEvents = eventGroups<TransactionEvent>()({
  payments: ['TransactionBooked', 'TransactionReversed', 'TransactionValued'],
  expectations: ['IncomeExpected', 'IncomeNoLongerExpected'],
  byHand: [
    'TransactionAdded',
    'TransactionChanged',
    'TransactionPaid',
    'TransactionUnpaid',
    'TransactionRemoved',
    'TransactionRestored',
  ],
  marks: ['TransactionFellDue', 'TransactionCashed'],
})

/** The books are kept ten years, as the bills are. @source Commercial code, article L123-22 */
export const transactionPersonal = personal<TransactionEvent>(ofLaw, {
  TransactionBooked: { client: '', bankReference: '' },
  TransactionReversed: { client: '', bankReference: '' },
  IncomeExpected: { client: '', bankReference: '' },
  TransactionAdded: { 'facts.label': '', 'facts.reference': '' },
  TransactionChanged: { 'changes.label': '', 'changes.reference': '' },
  TransactionRestored: { 'facts.label': '', 'facts.reference': '' },
})

export type Transaction =
  | { readonly status: 'none' }
  | { readonly status: 'booked' | 'reversed'; readonly payment: BookedPayment }
  | {
      readonly status: 'expected' | 'settled'
      readonly income: ExpectedIncome
      readonly billVersion: number
      readonly fellDue: DayOrNone
    }
  | {
      readonly status: 'live' | 'removed'
      readonly added: OwnTransaction
      readonly facts: OwnTransaction
      readonly cashed: boolean
      /** The expected day that passed without a payment; empty when none did. */
      readonly fellDue: DayOrNone
    }

const transactionRefusal = catalogue({
  TRANSACTION_UNBALANCED: 'invalid',
  TRANSACTION_OF_BILL: 'conflict',
  TRANSACTION_NOT_PAID: 'conflict',
  TRANSACTION_IN_EUROS: 'invalid',
  TRANSACTION_AMOUNT_NEEDED: 'invalid',
})

export const transactionDecider: Decider<TransactionCommand, TransactionEvent, Transaction> = {
  category: 'transaction',
  initial: { status: 'none' },
  decide(command, transaction, { today }) {
    switch (command.type) {
      case 'BookPayment':
        return book(command.payment, transaction)
      case 'ReversePayment':
        return transaction.status === 'booked'
          ? [{ type: 'TransactionReversed', data: transaction.payment }]
          : []
      case 'ExpectIncome':
        return expect(command, transaction)
      case 'FallDue': {
        const day = waitedOn(transaction)
        return day === null || day >= today ? [] : [{ type: 'TransactionFellDue', data: { day } }]
      }
      case 'Add':
        checkOwnTransaction(command.facts, today)
        return addOnce(transaction, command.facts, {
          type: 'TransactionAdded',
          data: { facts: command.facts },
        })
      case 'Change': {
        const { facts } = own(transaction)
        const changes = differing(facts, command.changes)
        if (Object.keys(changes).length === 0) return []
        checkOwnTransaction({ ...facts, ...changes }, today)
        return [{ type: 'TransactionChanged', data: { changes } }]
      }
      case 'MarkPaid': {
        const { facts } = own(transaction)
        if (facts.paymentDay === (command.day ?? '')) return []
        if (command.day === null) return [{ type: 'TransactionUnpaid', data: {} }]
        return [{ type: 'TransactionPaid', data: { day: command.day } }]
      }
      case 'MarkCashed': {
        const { facts, cashed } = own(transaction)
        if (cashed === command.cashed) return []
        if (command.cashed && facts.paymentDay === '')
          throw transactionRefusal('TRANSACTION_NOT_PAID')
        return [{ type: 'TransactionCashed', data: { cashed: command.cashed } }]
      }
      case 'TellEuros':
        return tellEuros(command.euroMinor, transaction)
      case 'Remove':
        if (transaction.status === 'removed') return []
        own(transaction)
        return [{ type: 'TransactionRemoved', data: {} }]
      case 'Restore':
        if (transaction.status === 'removed') {
          const { facts, cashed } = transaction
          return [{ type: 'TransactionRestored', data: { facts, cashed } }]
        }
        own(transaction)
        return []
      default:
        return unreachable(command)
    }
  },
  evolve(transaction, event) {
    switch (event.type) {
      case 'TransactionBooked':
        return { status: 'booked', payment: event.data }
      case 'TransactionReversed':
        return { status: 'reversed', payment: event.data }
      case 'TransactionValued':
        return transaction.status === 'booked'
          ? { ...transaction, payment: { ...transaction.payment, euros: event.data.euros } }
          : transaction
      case 'IncomeExpected': {
        const { billVersion, ...income } = event.data
        const before = 'income' in transaction ? transaction.fellDue : ''
        return {
          status: 'expected',
          income,
          billVersion,
          fellDue: before === income.day ? before : '',
        }
      }
      case 'IncomeNoLongerExpected':
        return 'income' in transaction
          ? { ...transaction, status: 'settled', billVersion: event.data.billVersion }
          : transaction
      case 'TransactionFellDue':
        return 'fellDue' in transaction ? { ...transaction, fellDue: event.data.day } : transaction
      case 'TransactionAdded': {
        const { facts } = event.data
        return { status: 'live', added: facts, facts, cashed: false, fellDue: '' }
      }
      case 'TransactionChanged':
      case 'TransactionPaid':
      case 'TransactionUnpaid':
      case 'TransactionCashed':
      case 'TransactionRemoved':
      case 'TransactionRestored':
        return 'facts' in transaction
          ? { ...transaction, ...evolved(transaction, event) }
          : transaction
      default:
        return unreachable(event)
    }
  },
}

type Own = Extract<Transaction, { status: 'live' | 'removed' }>
type OwnEvent = Extract<
  TransactionEvent,
  {
    type:
      | 'TransactionChanged'
      | 'TransactionPaid'
      | 'TransactionUnpaid'
      | 'TransactionCashed'
      | 'TransactionRemoved'
      | 'TransactionRestored'
  }
>

function evolved({ facts }: Own, event: OwnEvent): Partial<Own> {
  switch (event.type) {
    case 'TransactionChanged': {
      const changed = { ...facts, ...event.data.changes }
      return { facts: changed, ...(changed.paymentDay === '' ? { cashed: false } : {}) }
    }
    case 'TransactionPaid':
      return { facts: { ...facts, paymentDay: event.data.day } }
    case 'TransactionUnpaid':
      // The income is expected again on its former payment day, without another day.
      return {
        facts: { ...facts, paymentDay: '', expectedDay: facts.expectedDay || facts.paymentDay },
        cashed: false,
      }
    case 'TransactionCashed':
      return { cashed: event.data.cashed }
    case 'TransactionRemoved':
      return { status: 'removed' }
    case 'TransactionRestored':
      return { status: 'live' }
    default:
      return unreachable(event)
  }
}

function book(payment: BookedPayment, transaction: Transaction): readonly TransactionEvent[] {
  // A payment is booked once. A reversed one stays reversed: paying again is another payment.
  if (transaction.status !== 'none') return []
  if (
    payment.grossMinor !==
    payment.vat.reduce((sum, row) => sum + row.baseMinor + row.amountMinor, 0)
  )
    throw transactionRefusal('TRANSACTION_UNBALANCED', { reference: payment.reference })
  return [{ type: 'TransactionBooked', data: payment }]
}

/**
 * Amount in euros that the bank booked. Against the bill's rate it leaves a gain or a loss.
 *
 * @throws TRANSACTION_IN_EUROS · TRANSACTION_AMOUNT_NEEDED · NOT_FOUND
 */
function tellEuros(euroMinor: number, transaction: Transaction): readonly TransactionEvent[] {
  const isBooked = transaction.status === 'booked'
  const of = isBooked ? transaction.payment : own(transaction).facts
  const path = 'amountEUR'
  if (of.currency === 'EUR')
    throw transactionRefusal('TRANSACTION_IN_EUROS', {}, [{ path, code: 'TRANSACTION_IN_EUROS' }])
  if (euroMinor <= 0)
    throw transactionRefusal('TRANSACTION_AMOUNT_NEEDED', {}, [
      { path, code: 'TRANSACTION_AMOUNT_NEEDED' },
    ])
  if (!isBooked)
    return own(transaction).facts.euroMinor === euroMinor
      ? []
      : [{ type: 'TransactionChanged', data: { changes: { euroMinor } } }]
  const { euros: before, vat } = transaction.payment
  if (before?.source === 'bank' && euroGrossOf(before) === euroMinor) return []
  const atRate =
    before?.differenceMinor === undefined ? null : euroGrossOf(before) - before.differenceMinor
  const euros: EuroValue = {
    vat: euroShares(vat, euroMinor),
    source: 'bank',
    ...(atRate !== null && { differenceMinor: euroMinor - atRate }),
  }
  return [{ type: 'TransactionValued', data: { euros } }]
}

function expect(
  { billId, income, billVersion }: Extract<TransactionCommand, { type: 'ExpectIncome' }>,
  transaction: Transaction,
): readonly TransactionEvent[] {
  // Another process may have looked at a later state of the bill.
  if ('income' in transaction && transaction.billVersion >= billVersion) return []
  if (income !== null) return [{ type: 'IncomeExpected', data: { ...income, billVersion } }]
  return transaction.status === 'expected'
    ? [{ type: 'IncomeNoLongerExpected', data: { billId, billVersion } }]
    : []
}

/** The expected day of a payment; null without one, and once the day is known to have passed. */
function waitedOn(transaction: Transaction): Day | null {
  if (
    !('fellDue' in transaction) ||
    transaction.status === 'removed' ||
    transaction.status === 'settled'
  )
    return null
  const day = 'income' in transaction ? transaction.income.day : transaction.facts.expectedDay
  const isPaid = 'facts' in transaction && transaction.facts.paymentDay !== ''
  return isPaid || day === '' || day === transaction.fellDue ? null : day
}

/**
 * @throws TRANSACTION_OF_BILL for what a bill booked: it is changed through its bill alone ·
 * NOT_FOUND
 */
function own(transaction: Transaction): Own {
  if ('payment' in transaction) throw ofBill(transaction.payment)
  if ('income' in transaction) throw ofBill(transaction.income)
  if (transaction.status !== 'live') throw refusal('NOT_FOUND')
  return transaction
}
const ofBill = ({ externalId, reference }: Pick<BookedPayment, 'externalId' | 'reference'>) =>
  transactionRefusal('TRANSACTION_OF_BILL', { billId: externalId, reference })

export const netMinorOf = (payment: Pick<BookedPayment, 'vat'>): number =>
  payment.vat.reduce((sum, row) => sum + row.baseMinor, 0)
/** Rows that are sales: costs advanced in the client's name are none. */
export const salesOf = (vat: readonly VatRow[]): readonly VatRow[] =>
  vat.filter(({ disbursed }) => !disbursed)
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
    expectedPaymentDate: 'day',
    documentDate: 'day',
    bankAccountType: 'choice',
    cashed: 'boolean',
    nature: 'choice',
    region: 'choice',
    supplierOnDebits: 'boolean',
    foreignVat: 'boolean',
    deductibleShare: 'percent',
    paymentMethod: 'choice',
    amountEUR: 'money',
    exchangeDifference: 'money',
  },
  title: (view) => firstText(view, 'label', 'reference', 'client'),
  view(transaction) {
    if (transaction.status === 'none' || transaction.status === 'removed') return null
    if ('facts' in transaction) return ownView(transaction)
    const isIncome = 'income' in transaction
    const booked = isIncome ? transaction.income : transaction.payment
    const { currency } = booked
    const isPaid = transaction.status === 'booked'
    return {
      status: isPaid ? 'paid' : 'unpaid',
      reversed: transaction.status === 'reversed',
      operation: isIncome ? 'in' : transaction.payment.operation,
      type: isIncome ? 'invoice' : transaction.payment.kind,
      reference: booked.reference,
      client: booked.client,
      currency,
      ...amountsOf(booked.vat, currency),
      amountTTC: toMajor(booked.grossMinor, currency),
      ...(booked.euros && eurosInView(booked.euros)),
      paymentDate: isPaid ? epochOfDay(booked.day) : 0,
      expectedPaymentDate: isIncome ? epochOfDay(booked.day) : 0,
      bankAccountType: booked.bankAccountType,
      paymentMethod: isIncome ? '' : (transaction.payment.method ?? ''),
      bankReference: isIncome ? '' : (transaction.payment.bankReference ?? ''),
    }
  },
}

const eurosInView = (euros: EuroValue) => ({
  amountEUR: toMajor(euroGrossOf(euros), 'EUR'),
  exchangeDifference: toMajor(euros.differenceMinor ?? 0, 'EUR'),
})

const amountsOf = (vat: readonly VatRow[], currency: Currency) => {
  const [net, tax] = [netMinorOf({ vat }), vatMinorOf({ vat })]
  return {
    amount: toMajor(net, currency),
    vat: toMajor(tax, currency),
    amountTTC: toMajor(net + tax, currency),
    details: vat.map((row) => ({
      rate: fromRate(row.rate),
      base: toMajor(row.baseMinor, currency),
      amount: toMajor(row.amountMinor, currency),
    })),
  }
}

function ownView({ facts, cashed }: Own): Readonly<Record<string, unknown>> {
  const {
    vat,
    kind,
    paymentDay,
    expectedDay,
    documentDay,
    deductibleShare,
    method = '',
    euroMinor,
    ...rest
  } = facts
  return {
    ...rest,
    ...amountsOf(vat, facts.currency),
    ...(euroMinor !== undefined && { amountEUR: toMajor(euroMinor, 'EUR') }),
    status: paymentDay === '' ? 'unpaid' : 'paid',
    reversed: false,
    cashed,
    type: kind,
    paymentMethod: method,
    paymentDate: epochOrZero(paymentDay),
    expectedPaymentDate: epochOrZero(expectedDay),
    documentDate: epochOrZero(documentDay),
    deductibleShare: fromRate(deductibleShare),
  }
}
