const DAY_MS = 86_400_000

/** A day of the address, epoch milliseconds; 0 for none or for an invalid one. */
export const dayIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0)

/** Local midnight of a day on the wire (midnight UTC): logs are read in the reader's own days. */
function localMidnight(day: number): number {
  const at = new Date(day)
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()).getTime()
}

/** A period of the address as instants. The last day is included. */
export const localDays = (from: string, to: string): { readonly from?: number; readonly to?: number } => ({
  ...(dayIn(from) > 0 && { from: localMidnight(dayIn(from)) }),
  ...(dayIn(to) > 0 && { to: localMidnight(dayIn(to) + DAY_MS) - 1 }),
})
