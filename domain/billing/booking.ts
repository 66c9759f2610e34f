import type { Decider } from '#domain/kernel/decider.ts'

/**
 * Notes that the books hold a payment. A crash between the bill and the books is then found and
 * finished.
 */
export type BookingCommand =
  | { type: 'MarkBooked'; billId: string }
  | { type: 'MarkReversed'; billId: string }
export type BookingEvent =
  | { type: 'BillPaymentBooked'; data: { billId: string } }
  | { type: 'BillPaymentUnbooked'; data: { billId: string } }
export type Booking = 'unknown' | 'booked' | 'reversed'

/** One stream a payment. */
export const bookingDecider: Decider<BookingCommand, BookingEvent, Booking> = {
  category: 'billBooking',
  initial: 'unknown',
  decide(command, booking) {
    if (command.type === 'MarkBooked')
      return booking === 'unknown'
        ? [{ type: 'BillPaymentBooked', data: { billId: command.billId } }]
        : []
    return booking === 'reversed'
      ? []
      : [{ type: 'BillPaymentUnbooked', data: { billId: command.billId } }]
  },
  evolve: (_, event) => (event.type === 'BillPaymentBooked' ? 'booked' : 'reversed'),
}
