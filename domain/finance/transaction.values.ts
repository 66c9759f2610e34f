/** What a transaction is for (specification, section 9; `refund`: money given back to a client). */
export const TRANSACTION_TYPES = [
  'purchase',
  'charge',
  'invoice',
  'subscription',
  'rent',
  'salary',
  'reimbursement',
  'bank_fees',
  'duties',
  'vat',
  'meal',
  'insurance',
  'sale',
  'subsidy',
  'interests',
  'refund',
  'other',
] as const // prettier-ignore
export type TransactionType = (typeof TRANSACTION_TYPES)[number]
