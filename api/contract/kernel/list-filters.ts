import type { Field, FieldKind } from '#domain/kernel/records/field.ts'
import { PALETTE_SIZE } from '#domain/kernel/palette.values.ts'
import { BILL_STATES, PAYMENT_LABELS } from '#domain/billing/bill-state.values.ts'
import { BILL_TYPES } from '#domain/billing/bill-types.values.ts'
import { QUOTE_STATES } from '#domain/quotes/quote.values.ts'
import { PAYMENT_METHODS } from '#domain/billing/payment.values.ts'
import { INTERVALS } from '#domain/schedules/intervals.values.ts'
import { AMOUNT_TYPES, MODES, OPTIONS, SCHEDULE_STATES } from '#domain/schedules/schedule.values.ts'
import { NATURES, REGIONS, TRANSACTION_TYPES } from '#domain/finance/transaction.values.ts'

/**
 * Filters of each list: its fields, and the operators of their kinds. The server checks with it and
 * the browser offers it, so it knows no zod.
 */

/** The specification's operators, in section 9. */
const OPERATORS = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'between', 'contains'] as const
export type Operator = (typeof OPERATORS)[number]

export type FilterField =
  | { readonly kind: 'text' | 'flag' | 'money' | 'number' }
  /** `of` an instant: its day in the user's time zone. */
  | { readonly kind: 'day'; readonly of?: 'instant' }
  /** In capitals. */
  | { readonly kind: 'code'; readonly of: 'country' | 'currency' }
  /** An id, or 0 for none; of a record type, unless the API alone is asked. */
  | { readonly kind: 'reference'; readonly of?: string }
  /** `list` is the option set that adds values to the shipped ones. */
  | { readonly kind: 'choice'; readonly options: readonly string[]; readonly list?: string }
export type FilterKind = FilterField['kind']
export type FilterFields = Readonly<Record<string, FilterField>>

const RANGED = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'] as const
export const OPERATORS_OF: Readonly<Record<FilterKind, readonly [Operator, ...Operator[]]>> = {
  text: ['contains', 'eq', 'ne'],
  choice: ['eq', 'ne', 'in'],
  code: ['eq', 'ne', 'in'],
  reference: ['eq', 'ne', 'in'],
  flag: ['eq'],
  money: RANGED,
  number: RANGED,
  day: RANGED,
}

export type FilterValue = string | number | boolean
/**
 * A field's condition: `in` takes some values, `between` the first and the last one. Days are epoch
 * milliseconds.
 */
export type Condition = {
  readonly operator: Operator
  readonly value: FilterValue | readonly FilterValue[]
}
/** One condition a field, all of them together. */
export type Conditions = Readonly<Record<string, Condition>>

const choice = (options: readonly string[]): FilterField => ({ kind: 'choice', options })
const text = { kind: 'text' } as const
const currency = { kind: 'code', of: 'currency' } as const
const id = { kind: 'reference' } as const
const flag = { kind: 'flag' } as const
const money = { kind: 'money' } as const
const number = { kind: 'number' } as const
const day = { kind: 'day' } as const
const dayOfInstant = { kind: 'day', of: 'instant' } as const

/**
 * By whom and when a row was made and last changed. Every list of records can be filtered by it.
 */
const AUDIT_FILTERS = {
  creationDate: dayOfInstant,
  lastModificationDate: dayOfInstant,
  createdBy: text,
  modifiedBy: text,
} as const satisfies FilterFields

export const TRANSACTION_FILTERS = {
  operation: choice(['in', 'out']),
  status: choice(['paid', 'unpaid']),
  type: choice(TRANSACTION_TYPES),
  label: text,
  client: text,
  reference: text,
  organismId: { kind: 'reference', of: 'organism' },
  amount: money,
  vat: money,
  amountTTC: money,
  currency,
  paymentDate: day,
  expectedPaymentDate: day,
  documentDate: day,
  bankAccountType: choice(['personal', 'professional']),
  paymentMethod: choice(PAYMENT_METHODS),
  bankReference: text,
  nature: choice(NATURES),
  region: choice(REGIONS),
  collected: flag,
  deductible: flag,
  deductibleShare: number,
  supplierOnDebits: flag,
  attached: flag,
  waitsForEuros: flag,
  reversed: flag,
  externalId: id,
  projectId: id,
  ...AUDIT_FILTERS,
} as const satisfies FilterFields

export const BILL_LIST_FILTERS = {
  type: choice(BILL_TYPES),
  ref: text,
  client: text,
  serviceName: text,
  purchaseOrder: text,
  buyerReference: text,
  state: choice(BILL_STATES),
  paymentLabel: choice(PAYMENT_LABELS),
  startDate: day,
  endDate: day,
  issueDate: day,
  dueDate: day,
  paymentDeadline: number,
  totalHT: money,
  totalTva: money,
  totalTTC: money,
  paidAmount: money,
  outstanding: money,
  currency,
  paimentDate: day,
  collectDate: day,
  clientId: id,
  projectId: id,
  ...AUDIT_FILTERS,
} as const satisfies FilterFields

export const QUOTE_LIST_FILTERS = {
  ref: text,
  client: text,
  serviceName: text,
  status: choice(QUOTE_STATES),
  validUntil: day,
  sentDate: day,
  totalHT: money,
  totalTTC: money,
  currency,
  depositPercent: number,
  clientId: id,
  projectId: id,
  ...AUDIT_FILTERS,
} as const satisfies FilterFields

export const PROJECT_FILTERS = {
  ref: text,
  title: text,
  client: text,
  isBillable: flag,
  priceMode: choice(['day', 'fixed']),
  priceHT: money,
  currency,
  soldDays: number,
  consumedDays: number,
  billedHT: money,
  leftHT: money,
  startDate: day,
  endDate: day,
  isRenewable: flag,
  nextRenewal: day,
  renewalPeriod: number,
  paymentDeadline: number,
  penaltyRate: number,
  tva: number,
  clientId: id,
  ...AUDIT_FILTERS,
} as const satisfies FilterFields

/** Fields of scheduled transactions and of charges. */
export const SCHEDULE_FILTERS = {
  label: text,
  operation: choice(['in', 'out']),
  type: choice(TRANSACTION_TYPES),
  organismId: { kind: 'reference', of: 'organism' },
  currency,
  bankAccountType: choice(['personal', 'professional']),
  amountType: choice(AMOUNT_TYPES),
  amount: money,
  percentage: number,
  interval: choice(INTERVALS),
  startDate: day,
  expiryDate: day,
  lastRun: day,
  mode: choice(MODES),
  option: choice(OPTIONS),
  active: flag,
  state: choice(SCHEDULE_STATES),
  ...AUDIT_FILTERS,
} as const satisfies FilterFields

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1))

/** Kinds of a record's fields that are no text; null for pictures, documents and rows. */
const BY_KIND: Partial<Readonly<Record<FieldKind, FilterField | null>>> = {
  colour: choice(numbers(PALETTE_SIZE)),
  month: choice(numbers(12)),
  boolean: flag,
  country: { kind: 'code', of: 'country' },
  currency,
  money,
  integer: number,
  decimal: number,
  percent: number,
  duration: number,
  year: number,
  day,
  instant: dayOfInstant,
  image: null,
  file: null,
  files: null,
  rows: null,
  words: null,
}

function filterOf({ kind, options = [], list, references }: Field): FilterField | null {
  if (references !== undefined) return { kind: 'reference', of: references }
  if (kind === 'choice' || kind === 'choices')
    return { ...choice(options.filter((one) => one !== '')), ...(list !== undefined && { list }) }
  if (kind === 'level') return choice(numbers(options.length))
  const filter = BY_KIND[kind]
  return filter === undefined ? text : filter
}

/** The filters of a record's list. Records of a profile have theirs in the path. */
export const recordFilters = (type: {
  readonly fields: Readonly<Record<string, Field>>
}): FilterFields => ({
  ...Object.fromEntries(
    Object.entries(type.fields).flatMap(([key, field]) => {
      const filter = key === 'profileId' ? null : filterOf(field)
      return filter === null ? [] : [[key, filter]]
    }),
  ),
  ...AUDIT_FILTERS,
})
