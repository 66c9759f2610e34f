import type { PaperLanguage } from './paper/paper-language.values.ts'

/** Form of a late penalty's yearly rate: a figure, or a formula that needs none. */
export const PENALTY_BASES = ['rate', 'ecb10', 'legal3'] as const
/**
 * `rate` is the user's own figure. `ecb10` is the European Central Bank's refinancing rate and ten
 * points. `legal3` is three times the legal rate.
 *
 * @source Commercial code, article L441-10 II
 */
export type PenaltyBasis = (typeof PENALTY_BASES)[number]

/**
 * Terms and texts of a profile or a contract for its bills. A value of 0 or an empty one is taken
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

/**
 * Nature of a bill's sales: services, goods, or both. @source CGI ann. II art. 242 nonies A 8° bis
 */
export const OPERATIONS = ['services', 'goods', 'mixed'] as const
export type Operation = (typeof OPERATIONS)[number]

/**
 * Reasons for no VAT that the user chooses, because they follow from the nature of the sale. The
 * product finds those that follow from seller and client.
 */
export const VAT_REASONS = [
  'training',
  'health',
  'construction',
  'intangible',
  'outOfScope',
] as const
export type VatReason = (typeof VAT_REASONS)[number]

/** Units of a line; empty for a plain count. */
export const LINE_UNITS = [
  'day',
  'halfDay',
  'hour',
  'month',
  'fixed',
  'piece',
  'page',
  'word',
  'km',
  'litre',
  '',
] as const
export type LineUnit = (typeof LINE_UNITS)[number]

/** Longest reference of a client: its order, engagement or service. @unit characters */
export const REFERENCE_LENGTH = 100
/** Longest words of a discount for early payment. @unit characters */
export const DISCOUNT_TERMS_LENGTH = 300
/** Longest reason of a reduction, and source of an exchange rate. @unit characters */
export const REASON_LENGTH = 100
