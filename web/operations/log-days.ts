/** A day of the address, epoch milliseconds; 0 for none or for what is no day. */
export const dayIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0)
