import { describe, test } from 'vitest'
import type { BillEvent } from '#domain/billing/bill-facts.ts'
import type { BookingEvent } from '#domain/billing/booking.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import { billsDue, unbookedPayments, unfinishedIssuances } from '#projections/billing/todo-lists.ts'
import { NOT_DUE } from '#projections/kernel/todo-list.ts'
import {
  BILL,
  credited,
  drafted,
  frozen,
  issued,
  numbered,
  paid,
  started,
} from '#tests/domain/billing/builders.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const NOTE = '01JD00000000000000000000N1'
const of = (id: string, ...events: readonly BillEvent[]) =>
  events.map(({ type, data }) => recorded(`bill-${id}`, type, data, { occurredAt: 1_000 }))
/** A credit note of 600 €, of which the bill has not been told. */
const noteStarted: BillEvent = {
  type: 'BillIssuanceStarted',
  data: {
    issuanceId: 'issuance-2',
    series: 'series',
    frozen: frozen({}, 'creditNote'),
    creditNoteOf: { billId: BILL, ref: '2026-0001', issueDate: '2026-11-02' },
  },
}
const abandoned: BillEvent = {
  type: 'BillIssuanceAbandoned',
  data: { issuanceId: 'issuance-1', reason: 'BILL_BACK_DATED' },
}

describe('an issuance that a crash left', () => {
  const given = spec(unfinishedIssuances)
  test('is to be finished ten seconds after it began', () =>
    given(...of(BILL, drafted(), started())).gives({
      _id: BILL,
      owner: 'user-1',
      creditNote: false,
      dueAt: 11_000,
      cause: `event-bill-${BILL}-1`,
    }))
  test('is finished once the bill has its number, or is given up', () => {
    given(...of(BILL, drafted(), started(), numbered())).gives()
    given(...of(BILL, drafted(), started(), abandoned)).gives()
  })
  test('of a credit note is finished only when its bill has been told', () => {
    const note = of(NOTE, noteStarted, numbered(1, 'issuance-2'))
    given(...note).gives({ _id: NOTE, creditNote: true, cause: `event-bill-${NOTE}-0` })
    given(...note, ...of(BILL, credited(NOTE, 50_000))).gives()
  })
})

describe('a bill that falls due', () => {
  const given = (...events: readonly BillEvent[]) => spec(billsDue)(...of(BILL, ...events))
  const late = epochOfDay('2026-12-03')
  test('is waited for from its issue, to the day after its due date', () => {
    given(drafted(), started()).gives({ _id: BILL, dueAt: NOT_DUE, lateFrom: late, issued: false })
    given(...issued()).gives({ _id: BILL, dueAt: late, owedMinor: 120_000, issued: true })
  })
  test('is old when it was late already on the day of its issue', () => {
    const issuedAt = (occurredAt: number) =>
      spec(billsDue)(
        ...of(BILL, drafted(), started()),
        ...[numbered()].map(({ type, data }) =>
          recorded(`bill-${BILL}`, type, data, { occurredAt }),
        ),
      )
    issuedAt(late - 1).gives({ _id: BILL, dueAt: late, isOld: false })
    issuedAt(late).gives({ _id: BILL, dueAt: late, isOld: true })
  })
  test('is not waited for while nothing is owed, and again when a payment is reversed', () => {
    given(...issued(), paid('p1', 120_000)).gives({ _id: BILL, dueAt: NOT_DUE, owedMinor: 0 })
    given(...issued(), paid('p1', 50_000)).gives({ _id: BILL, dueAt: late, owedMinor: 70_000 })
    given(...issued(), paid('p1', 120_000), {
      type: 'BillPaymentReversed',
      data: { paymentId: 'p1', amountMinor: 120_000 },
    }).gives({ _id: BILL, dueAt: late, owedMinor: 120_000 })
  })
  test('is not waited for when credit notes give all of it back', () =>
    given(...issued(), credited(NOTE, 100_000)).gives({ _id: BILL, dueAt: NOT_DUE, owedMinor: 0 }))
  test('is forgotten when its issuance is given up, and once it has fallen due', () => {
    given(drafted(), started(), abandoned).gives()
    given(...issued(), {
      type: 'BillFellDue',
      data: { dueDate: '2026-12-02', outstandingMinor: 120_000 },
    }).gives()
  })
  test('is never a credit note', () => given(noteStarted, numbered(1, 'issuance-2')).gives())
})

describe('a payment that the books lack', () => {
  const given = spec(unbookedPayments)
  const booking = (type: BookingEvent['type']) => recorded('booking-p1', type, { billId: BILL })
  const reversal: BillEvent = {
    type: 'BillPaymentReversed',
    data: { paymentId: 'p1', amountMinor: 50_000 },
  }
  const payment = of(BILL, paid('p1', 50_000))
  test('is to be booked, each on its own', () =>
    given(...of(BILL, paid('p1', 50_000), paid('p2', 10_000))).gives(
      { _id: 'p1', billId: BILL, wanted: 'booked', dueAt: 11_000 },
      { _id: 'p2', billId: BILL, wanted: 'booked', dueAt: 11_000 },
    ))
  test('is no longer missing once it is booked', () =>
    given(...payment, booking('BillPaymentBooked')).gives())
  test('is to be taken back when it is reversed, even if it is booked meanwhile', () => {
    given(...payment, ...of(BILL, reversal)).gives({ _id: 'p1', wanted: 'reversed' })
    given(...payment, ...of(BILL, reversal), booking('BillPaymentBooked')).gives({
      _id: 'p1',
      wanted: 'reversed',
    })
    given(...payment, ...of(BILL, reversal), booking('BillPaymentUnbooked')).gives()
  })
})
