/** A deposit is invoiced before the work; a credit note corrects an issued bill. */
export const BILL_TYPES = ['invoice', 'creditNote', 'deposit'] as const
export type BillType = (typeof BILL_TYPES)[number]
