import { instantAt } from '#web/kernel/words/time-zone.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'

/** A day of the address, epoch milliseconds; 0 for none or for an invalid one. */
export const dayIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0)

/** A period of the address as instants of the reader's own days. The last day is included. */
export const localDays = (
  from: string,
  to: string,
): { readonly from?: number; readonly to?: number } => ({
  ...(dayIn(from) > 0 && { from: instantAt(dayIn(from), 0) }),
  ...(dayIn(to) > 0 && { to: instantAt(dayIn(to) + DAY_MS, 0) - 1 }),
})
