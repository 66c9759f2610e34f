import type { PaperLanguage } from './paper/paper-language.values.ts'

/** How a late penalty's yearly rate is said: a figure, or a formula that needs none. */
export const PENALTY_BASES = ['rate', 'ecb10', 'legal3'] as const
/**
 * `rate` is a figure of one's own · `ecb10` the refinancing rate of the European Central Bank and
 * ten points · `legal3` three times the legal rate.
 *
 * @source Commercial code, article L441-10 II
 */
export type PenaltyBasis = (typeof PENALTY_BASES)[number]

/**
 * Terms and texts that a profile or a contract holds for its bills. What is 0 or empty is taken
 * from the level above: bill, contract, profile, the law.
 *
 * @unit paymentDays: days from the issue; penaltyRate: hundredths of a percent
 */
export type StandingTerms = {
  readonly paymentDays: number
  /** Empty: the level above. */
  readonly penaltyBasis: PenaltyBasis | ''
  readonly penaltyRate: number
  readonly discountTerms: string
  readonly header: string
  readonly footer: string
  readonly language: PaperLanguage | ''
}

export const NO_TERMS: StandingTerms = {
  paymentDays: 0,
  penaltyBasis: '',
  penaltyRate: 0,
  discountTerms: '',
  header: '',
  footer: '',
  language: '',
}

/** What a bill deals in: services, goods, or both. @source CGI ann. II art. 242 nonies A 8° bis */
export const OPERATIONS = ['services', 'goods', 'mixed'] as const
export type Operation = (typeof OPERATIONS)[number]

/**
 * Reasons for no VAT that the user chooses, since they follow from the nature of the thing sold.
 * Those that follow from seller and client are found by the product.
 */
export const VAT_REASONS = ['training', 'health', 'construction', 'outOfScope'] as const
export type VatReason = (typeof VAT_REASONS)[number]

/** Longest words of a discount for early payment. @unit characters */
export const DISCOUNT_TERMS_LENGTH = 300
/** Longest reason of a reduction, and source of an exchange rate. @unit characters */
export const REASON_LENGTH = 100
