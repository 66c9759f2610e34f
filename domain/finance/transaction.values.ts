/**
 * What a transaction is for (specification, section 9, and its labels). `refund` is money given back to a client.
 */
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
  'urssaf',
  'income_taxes',
  'cpf',
  'professional_insurance',
  'other',
] as const // prettier-ignore
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

export const NATURES = ['goods', 'service', 'fixedAsset'] as const
export type Nature = (typeof NATURES)[number]
/** Where the other party stands for VAT. */
export const REGIONS = ['FR', 'EU', 'other'] as const
export type Region = (typeof REGIONS)[number]

/** Incomes that are turnover. Subsidies, interests and money paid back are none. */
export const TURNOVER_TYPES = ['invoice', 'sale', 'subscription', 'other'] as const satisfies readonly TransactionType[]
