import { z } from 'zod'
import { emptyAddress } from '#domain/kernel/address.ts'
import {
  address,
  AnsweredDay,
  boolean,
  country,
  CurrencyCode,
  DayTime,
  integer,
  longText,
  plain,
  text,
} from '#domain/kernel/records/fields.ts'
import { fromRate, MAX_MINOR, scaleExact, toRate } from '#domain/kernel/money.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { dayOrNone, type DayOrNone, epochOrZero } from '#domain/kernel/time.ts'
import { discountOf, discountText, discountToWire } from './amount-codecs.ts'
import { type Discount, EXCHANGE_DIGITS, EXCHANGE_SCALE } from './amounts.values.ts'
import {
  type DraftField,
  draftField,
  type StoredDraft,
} from '#domain/kernel/records/draft-fields.ts'
import { PAPER_LANGUAGES } from './paper/paper-language.values.ts'
import {
  DISCOUNT_TERMS_LENGTH,
  OPERATIONS,
  PENALTY_BASES,
  REFERENCE_LENGTH,
  REASON_LENGTH,
  VAT_REASONS,
} from './terms.values.ts'

/**
 * Value of one unit of a currency in euros, as the user entered it. @unit rate: millionths of a
 * euro
 */
type ExchangeRate = {
  readonly rate: number
  readonly day: DayOrNone
  readonly source: string
}

/** Days to pay when nothing was agreed. @source Commercial code, article L441-10 I */
export const DEFAULT_PAYMENT_DAYS = 30

/** Decimals are checked once the bill's currency is known. @unit major units */
export const Amount = z
  .number()
  .min(0)
  .max(MAX_MINOR / 100)
export const Percent = z.number().min(0).max(100).multipleOf(0.01)
const currency = plain('currency', CurrencyCode, z.string(), 'EUR', {})
/** A percentage, stored in hundredths of a percent. */
const rate = (about: string) => ({
  ...plain('percent', Percent, about === '' ? z.number() : z.number().describe(about), 0, {}),
  toStored: (value: number) => toRate(value) ?? 0,
  toWire: fromRate,
})
/** A day, stored as `2026-11-27`; empty for none. */
const day = {
  kind: 'day',
  wire: DayTime,
  answer: AnsweredDay,
  toStored: (value: number) => dayOrNone(value),
  toWire: (stored: DayOrNone) => epochOrZero(stored),
} as const
const oneOf = <const C extends string>(choices: readonly C[]) =>
  plain('choice', z.enum(choices), z.enum(choices), '', {})

/**
 * Reduction of a line or of the whole bill: a percentage, or an amount in its currency. 0 for
 * nothing.
 */
export const discountShape = {
  discount: Amount,
  discountKind: z.enum(['percent', 'amount']),
  discountReason: oneLine(REASON_LENGTH),
}
type WireDiscount = { discount: number; discountKind: Discount['kind']; discountReason: string }

/** Taken off the whole bill; null or absent for nothing. */
const discount: DraftField<WireDiscount, Discount | null> & {
  readonly later: true
  readonly printed: false
} = {
  wire: discountShape,
  answer: discountShape,
  blank: null,
  later: true,
  printed: false,
  shows: {},
  toStored: (sent, currency) =>
    sent.discount === undefined
      ? undefined
      : sent.discount === 0
        ? null
        : discountOf(sent, currency, 'discount'),
  toWire: discountToWire,
  view: (stored, currency) => ({ discount: discountText(stored, currency) }),
}

type WireExchange = { exchangeRate: number; exchangeDate: number; exchangeSource: string }
const exchangeToWire = (exchange: ExchangeRate | null): WireExchange => ({
  exchangeRate: (exchange?.rate ?? 0) / EXCHANGE_SCALE,
  exchangeDate: epochOrZero(exchange?.day ?? ''),
  exchangeSource: exchange?.source ?? '',
})
/**
 * The euro's rate, for the VAT of a bill in another currency; null or absent for none. A rate that
 * was not sent at all is none.
 */
const exchange: DraftField<WireExchange, ExchangeRate | null> & {
  readonly later: true
  readonly printed: false
} = {
  wire: {
    exchangeRate: z.number().min(0).max(1_000_000).multipleOf(0.000001),
    exchangeDate: DayTime,
    exchangeSource: oneLine(REASON_LENGTH),
  },
  answer: { exchangeRate: z.number(), exchangeDate: AnsweredDay, exchangeSource: z.string() },
  blank: null,
  later: true,
  printed: false,
  shows: { exchangeRate: 'decimal', exchangeDate: 'day' },
  toStored: ({ exchangeRate, exchangeDate = 0, exchangeSource = '' }) =>
    exchangeRate === undefined
      ? undefined
      : exchangeRate === 0
        ? null
        : {
            rate: scaleExact(exchangeRate, EXCHANGE_DIGITS) ?? 0,
            day: dayOrNone(exchangeDate),
            source: exchangeSource,
          },
  toWire: exchangeToWire,
  view: exchangeToWire,
}

const LATER = { later: true } as const
const PRINTED = { printed: true } as const

/** Terms and texts that a bill and a quote have alike. */
export const billFields = {
  serviceName: draftField('serviceName', text({ max: 300 }), '', PRINTED),
  /** Period of performance; each may be empty. */
  serviceStart: draftField('startDate', day, '', PRINTED),
  serviceEnd: draftField('endDate', day, '', PRINTED),
  /** Days from the issue to the due date, where no due date was chosen. */
  paymentDays: draftField('paymentDeadline', integer({ min: 0, max: 365 }), DEFAULT_PAYMENT_DAYS, {
    hidden: true,
  }),
  currency: draftField('currency', currency, 'EUR', PRINTED),
  includeVat: draftField('includeTva', boolean(), true),
  includePenalty: draftField('includePenalty', boolean(), true),
  /**
   * The rate of its own; 0 where `penaltyBasis` is a formula. @unit hundredths of a percent a year
   */
  penaltyRate: draftField(
    'penaltyRate',
    rate('Of a formula: its figure, 0 while the half-year of the issue is not known'),
    0,
  ),
  /** Absent in drafts from before there were formulas: a rate of its own. */
  penaltyBasis: draftField('penaltyBasis', oneOf(PENALTY_BASES), 'rate', LATER),
  /** Words about a discount for early payment; empty or absent for none. */
  discountTerms: draftField('discountTerms', text({ max: DISCOUNT_TERMS_LENGTH }), '', LATER),
  /** The paper's language; empty or absent for the client's. */
  language: draftField('language', oneOf(['', ...PAPER_LANGUAGES]), '', LATER),
  operation: draftField('operation', oneOf(OPERATIONS), 'services', LATER),
  /** Country where goods go; empty or absent for that of the delivery address. */
  deliveryCountry: draftField('deliveryCountry', country(), '', LATER),
  /** Where goods go; empty or absent for the client's delivery address. @source EN 16931 BG-15 */
  deliveryAddress: draftField('deliveryAddress', address(), emptyAddress, LATER),
  /** Why it owes no VAT, where that does not follow from seller and client; empty for none. */
  vatReason: draftField('vatReason', oneOf(['', ...VAT_REASONS]), '', LATER),
  exchange,
  /** Whether the lines' prices and reductions include VAT; absent for no. */
  pricesWithVat: draftField('pricesTTC', boolean(), false, LATER),
  discount,
  header: draftField('header', longText({ max: 2000 }), '', PRINTED),
  /** A further series of numbers; empty or absent for the usual one. */
  numberSeries: draftField('numberSeries', text({ max: 8 }), '', LATER),
  footer: draftField('footer', longText({ max: 2000 }), '', PRINTED),
  purchaseOrder: draftField('purchaseOrder', text({ max: REFERENCE_LENGTH }), '', PRINTED),
  /** Buyer reference, which is the service code of a public client. @source EN 16931 BT-10 */
  buyerReference: draftField('buyerReference', text({ max: REFERENCE_LENGTH }), '', {
    ...LATER,
    ...PRINTED,
  }),
}
export type BillFields = typeof billFields
export type BillTerms = StoredDraft<BillFields>
