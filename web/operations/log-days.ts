const DAY_MS = 86_400_000

/** A day of the address, epoch milliseconds; 0 for none or for what is no day. */
export const dayIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0)

/** The local midnight of a day as the wire writes it (midnight UTC): logs are read in the reader's own days. */
function localMidnight(day: number): number {
  const at = new Date(day)
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()).getTime()
}

/** A period of the address as instants. The last day counts whole. */
export const localDays = (from: string, to: string): { readonly from?: number; readonly to?: number } => ({
  ...(dayIn(from) > 0 && { from: localMidnight(dayIn(from)) }),
  ...(dayIn(to) > 0 && { to: localMidnight(dayIn(to) + DAY_MS) - 1 }),
})
