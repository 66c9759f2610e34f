/**
 * Type of a transaction (specification, section 9, and its labels). `refund` is money given back to
 * a client.
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
  'own_contribution',
  'drawing',
  'loan',
  'transfer',
  'tax_refund',
  'security_deposit',
  'overpayment',
  'other',
] as const // prettier-ignore
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/**
 * Money that is neither sold nor bought, and bears no VAT. It counts in the bank balance alone.
 *
 * `loan` is its principal, `transfer` one between own accounts, `drawing` what the owner takes out.
 * `overpayment` is a client's money above its debt, until it goes back.
 */
const NEUTRAL: readonly TransactionType[] = [
  'own_contribution',
  'drawing',
  'loan',
  'transfer',
  'tax_refund',
  'security_deposit',
  'overpayment',
  'vat',
  'urssaf',
  'income_taxes',
]
export const isNeutral = (kind: TransactionType): boolean => NEUTRAL.includes(kind)

/** Types that name one direction of money. */
const DIRECTIONS: Partial<Readonly<Record<TransactionType, 'in' | 'out'>>> = {
  own_contribution: 'in',
  tax_refund: 'in',
  drawing: 'out',
}
/** Whether money of a type can come in, or go out. */
export const goes = (operation: 'in' | 'out', kind: TransactionType): boolean =>
  (DIRECTIONS[kind] ?? operation) === operation

export const NATURES = ['goods', 'service', 'fixedAsset'] as const
export type Nature = (typeof NATURES)[number]
/** Where the other party stands for VAT. */
export const REGIONS = ['FR', 'EU', 'other'] as const
export type Region = (typeof REGIONS)[number]

/** Incomes that are turnover. Subsidies, interests and money paid back are none. */
export const TURNOVER_TYPES = [
  'invoice',
  'sale',
  'subscription',
  'other',
] as const satisfies readonly TransactionType[]

/** Purchases; money back from a supplier takes the deduction back. */
const BOUGHT: readonly TransactionType[] = [
  'purchase',
  'charge',
  'subscription',
  'rent',
  'reimbursement',
  'bank_fees',
  'duties',
  'meal',
  'insurance',
  'professional_insurance',
]
/**
 * Purchases from abroad on which the buyer owes the VAT. Fees of banks and insurers are exempt
 * everywhere.
 */
const SELF_ASSESSED: readonly TransactionType[] = [
  'purchase',
  'charge',
  'subscription',
  'rent',
  'invoice',
  'other',
]

/**
 * Whether the buyer owes the VAT of what is bought abroad, in place of the seller. The price is
 * without it. A seller that charged the VAT of its own country owes that one itself.
 */
export function isSelfAssessed({
  operation,
  kind,
  region,
  foreignVat = false,
}: {
  readonly operation: 'in' | 'out'
  readonly kind: TransactionType
  readonly region: Region
  readonly foreignVat?: boolean | undefined
}) {
  return (
    !foreignVat &&
    region !== 'FR' &&
    sideOf(operation, kind) === 'purchase' &&
    SELF_ASSESSED.includes(kind)
  )
}

const TURNOVER: readonly TransactionType[] = TURNOVER_TYPES

/** 1 for a client's payment, -1 for a refund, 0 for what is no turnover. */
export const turnoverSign = ({
  operation,
  kind,
}: {
  readonly operation: 'in' | 'out'
  readonly kind: TransactionType
}): 1 | 0 | -1 =>
  operation === 'in' ? (TURNOVER.includes(kind) ? 1 : 0) : kind === 'refund' ? -1 : 0

/**
 * Money that comes in for something bought is a supplier's refund; a subscription that comes in was
 * sold. A `refund` that goes out is a sale given back.
 */
export const sideOf = (operation: 'in' | 'out', kind: TransactionType): 'sale' | 'purchase' =>
  (operation === 'in' ? BOUGHT.includes(kind) && !TURNOVER.includes(kind) : kind !== 'refund')
    ? 'purchase'
    : 'sale'
