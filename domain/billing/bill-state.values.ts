/** State of a bill. `late` depends on the day, and is never stored. */
export const BILL_STATES = [
  'draft',
  'issuing',
  'issued',
  'partlyPaid',
  'paid',
  'collected',
  'late',
  'writtenOff',
  'credited',
] as const
export type BillState = (typeof BILL_STATES)[number]

/**
 * Facts that decide an issued bill's state.
 *
 * @unit minor units; `outstanding` is what is owed still, credit notes and refunds counted
 */
type Settled = {
  readonly grossMinor: number
  readonly creditedMinor: number
  readonly paidMinor: number
  /** Rests that ended without money. */
  readonly settledMinor: number
  readonly outstandingMinor: number
  readonly collected: boolean
}

/** State of an issued bill, without a look at the day. */
export const settledState = (bill: Settled): Exclude<BillState, 'draft' | 'issuing' | 'late'> =>
  bill.creditedMinor > 0 && bill.creditedMinor >= bill.grossMinor
    ? 'credited'
    : bill.collected
      ? 'collected'
      : bill.paidMinor === 0
        ? // Deposits paid all of a final bill that comes to nothing.
          bill.grossMinor === 0
          ? 'paid'
          : bill.settledMinor > 0 && bill.outstandingMinor === 0
            ? 'writtenOff'
            : 'issued'
        : bill.outstandingMinor > 0
          ? 'partlyPaid'
          : 'paid'

/**
 * The state on a day: what is owed past its due date is late. @param lateFrom the first day on
 * which it is late
 */
export const stateOn = <Day extends string | number>(
  state: BillState,
  lateFrom: Day,
  day: Day,
): BillState => (lateFrom <= day ? 'late' : state)

/**
 * Payment label of an issued bill. OnWait: owed and not late, a part may be paid. Unpaid: late.
 * Paid: by the client. Cashed: the money is in the bank. Drafts, credit notes and credited bills
 * have none.
 */
export const PAYMENT_LABELS = ['OnWait', 'Unpaid', 'Paid', 'Cashed'] as const
export type PaymentLabel = (typeof PAYMENT_LABELS)[number]

/** The states that a label stands for. */
export const STATES_OF_LABEL: Readonly<Record<PaymentLabel, readonly BillState[]>> = {
  OnWait: ['issued', 'partlyPaid'],
  Unpaid: ['late'],
  Paid: ['paid'],
  Cashed: ['collected'],
}
export const paymentLabelOf = (state: BillState): PaymentLabel | '' =>
  PAYMENT_LABELS.find((label) => STATES_OF_LABEL[label].includes(state)) ?? ''

/**
 * `issued` is every bill that left the drafts, `open` what is owed still, `onWait` what is owed and
 * not late.
 */
export const BILL_FILTERS = [
  'draft',
  'issued',
  'open',
  'onWait',
  'partlyPaid',
  'paid',
  'collected',
  'late',
  'credited',
] as const
export type BillFilter = (typeof BILL_FILTERS)[number]

/**
 * The stored states that a filter finds; the others go by the number, the amount owed, or the day.
 */
export const STATES_OF = {
  draft: ['draft', 'issuing'],
  issued: ['issued', 'partlyPaid', 'paid', 'collected', 'writtenOff', 'credited'],
  partlyPaid: ['partlyPaid'],
  paid: ['paid', 'collected'],
  collected: ['collected'],
  credited: ['credited'],
} as const satisfies Partial<Record<BillFilter, readonly BillState[]>>
