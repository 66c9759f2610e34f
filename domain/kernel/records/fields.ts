import { z } from 'zod'
import { Address, AnsweredAddress, emptyAddress } from '../address.ts'
import {
  brokenRules,
  encode,
  decode,
  type Field,
  type FieldKind,
  type Fields,
  kindsOfSchemas,
  objectOf,
  type StoredOf,
  type Values,
  type WireOf,
  type Wrong,
} from './field.ts'
import {
  ibanLength,
  isEmail,
  isIban,
  isPhone,
  isSiren,
  isSiret,
  isUrl,
  normaliseEmail,
  normaliseIban,
  normalisePhone,
  normaliseSiren,
  normaliseSiret,
  normaliseUrl,
  normaliseVatNumber,
  vatNumberFault,
} from '../identifiers.ts'
import { isCurrency, MAX_MINOR, minorDigits, scaleExact, toMajor, toMinor } from '../money.ts'
import { PALETTE_SIZE } from '../palette.values.ts'
import { lines, oneLine } from '../texts.ts'
import { DAY_MS, dayOfEpoch, epochOfDay, FRENCH_ZONE } from '../time.ts'

/**
 * The fields that records and aggregates are made of. Each validates and normalises a wire value,
 * and refuses it with a code. A broken rule is a `custom` issue with `params: { code, ...details
 * }`; its sentence is in `api/contract/words/<lang>/kernel.json`. Empty text and the number 0 stand
 * for "none".
 */

/** Every code a field of this file can refuse with, for the test that walks their sentences. */
export const FIELD_CODES = [
  'SIREN_LENGTH',
  'SIREN_INVALID',
  'SIRET_LENGTH',
  'SIRET_INVALID',
  'VAT_NUMBER_PREFIX',
  'VAT_NUMBER_SHAPE',
  'VAT_NUMBER_KEY',
  'IBAN_LENGTH',
  'IBAN_COUNTRY',
  'IBAN_INVALID',
  'EMAIL_INVALID',
  'PHONE_INVALID',
  'PHONE_PREFIX_MISSING',
  'URL_INVALID',
  'MONEY_DECIMALS',
  'DECIMALS',
  'TEXT_CHARACTERS',
  'DAY_OUT_OF_RANGE',
  'BIRTH_IN_FUTURE',
  'YEAR_OUT_OF_RANGE',
  'MONTH_WITHOUT_YEAR',
] as const
type FieldCode = (typeof FIELD_CODES)[number]
type FieldRule = Wrong & { readonly code: FieldCode }

/** @param wrong null when the normalised text is right; not called for empty text */
const checked = (
  normalise: (text: string) => string,
  max: number,
  wrong: (text: string) => FieldRule | null,
) =>
  z
    .string()
    .max(max * 2)
    .overwrite((text) => normalise(text) || text.trim())
    .superRefine((text, context) => {
      const params = text === '' ? null : wrong(text)
      if (params) context.addIssue({ code: 'custom', params, input: text })
    })

const digitsOnly = (text: string, length: number): boolean =>
  /^\d*$/.test(text) && text.length !== length

export const Siren = checked(normaliseSiren, 20, (text) =>
  isSiren(text)
    ? null
    : digitsOnly(text, 9)
      ? { code: 'SIREN_LENGTH', digits: text.length }
      : { code: 'SIREN_INVALID' },
)
export const Siret = checked(normaliseSiret, 30, (text) =>
  isSiret(text)
    ? null
    : digitsOnly(text, 14)
      ? { code: 'SIRET_LENGTH', digits: text.length }
      : { code: 'SIRET_INVALID' },
)
export const VatNumber = checked(normaliseVatNumber, 30, (text) => wrongVatNumber(text))

const VAT_NUMBER_CODES = {
  prefix: 'VAT_NUMBER_PREFIX',
  shape: 'VAT_NUMBER_SHAPE',
  key: 'VAT_NUMBER_KEY',
} as const
/** Rule that a VAT number breaks; null for a right one. */
export function wrongVatNumber(number: string): FieldRule | null {
  const fault = vatNumberFault(number)
  return fault && { code: VAT_NUMBER_CODES[fault], country: number.slice(0, 2) }
}
export const Iban = checked(normaliseIban, 50, (text) => {
  const expected = ibanLength(text.slice(0, 2))
  if (isIban(text)) return null
  if (expected === null) return { code: 'IBAN_COUNTRY' }
  return /^[A-Z]{2}[A-Z\d]*$/.test(text) && text.length !== expected
    ? { code: 'IBAN_LENGTH', characters: text.length, expected }
    : { code: 'IBAN_INVALID' }
})
const Email = checked(normaliseEmail, 254, (text) =>
  isEmail(text) ? null : { code: 'EMAIL_INVALID' },
)
export const Phone = checked(normalisePhone, 40, (text) =>
  isPhone(text)
    ? null
    : text.startsWith('+')
      ? { code: 'PHONE_INVALID' }
      : { code: 'PHONE_PREFIX_MISSING' },
)
export const Url = checked(normaliseUrl, 1000, (text) =>
  isUrl(text) ? null : { code: 'URL_INVALID' },
)
const Country = z
  .string()
  .max(8)
  .overwrite((text) => text.trim().toUpperCase())
  .regex(/^([A-Z]{2})?$/)

/** The last accepted day, 31 December 2200: every day up to it reads back in any time zone. */
const LAST_DAY_MS = Date.UTC(2200, 11, 31)
/** The oldest day of birth that is taken: 1 January 1900. */
const FIRST_BIRTH_MS = Date.UTC(1900, 0, 1)
/** The last instant that JavaScript's `Date` can hold. */
const LAST_DATE_MS = 8.64e15

/** The zone that days are read in. A schema cannot be told it, and reading never waits. */
let dayZone = FRENCH_ZONE
/** Runs `read`, which parses at once, with days by the clock of a zone. */
export function withDaysIn<T>(timeZone: string, read: () => T): T {
  const before = dayZone
  dayZone = timeZone
  try {
    return read()
  } finally {
    dayZone = before
  }
}

/**
 * The UTC midnight of an instant's day where the user is. An instant outside the calendar is
 * returned unchanged.
 */
const asDay = (ms: number): number =>
  ms === 0 || !Number.isInteger(ms) || Math.abs(ms) > LAST_DATE_MS - DAY_MS
    ? ms
    : epochOfDay(dayOfEpoch(ms, dayZone))

const between =
  (first: number, last: number, code: FieldCode) =>
  (value: number, context: z.RefinementCtx<number>) => {
    if (value !== 0 && !(value >= first && value <= last))
      context.addIssue({ code: 'custom', params: { code }, input: value })
  }

/**
 * Epoch milliseconds of a day's UTC midnight; 0 means none. Any other instant is converted to its
 * day where the user is.
 */
export const DayTime = z
  .int()
  .overwrite(asDay)
  .superRefine(between(1, LAST_DAY_MS, 'DAY_OUT_OF_RANGE'))
  .register(kindsOfSchemas, { kind: 'day' })
/** A day of birth, also one before 1970, as negative milliseconds; 0 means none. */
export const BirthTime = z
  .int()
  .overwrite(asDay)
  .superRefine(between(FIRST_BIRTH_MS, LAST_DAY_MS, 'DAY_OUT_OF_RANGE'))
  .register(kindsOfSchemas, { kind: 'day' })
/** The last instant of the year 9999, the last that an answer names. */
export const LAST_ANSWERED_MS = 253_402_300_799_999
/**
 * A day in answers, as the epoch milliseconds of its UTC midnight, negative before 1970; 0 means
 * none.
 */
export const AnsweredDay = z.int().max(LAST_ANSWERED_MS).register(kindsOfSchemas, { kind: 'day' })
/** An instant in epoch milliseconds; 0 means none. */
const InstantTime = z
  .int()
  .superRefine(between(1, LAST_DAY_MS + DAY_MS - 1, 'DAY_OUT_OF_RANGE'))
  .register(kindsOfSchemas, { kind: 'instant' })

/** A number with at most so many digits after the point. */
const decimals = (digits: number, code: FieldCode) =>
  z.number().superRefine((value, context) => {
    if (scaleExact(value, digits) === null)
      context.addIssue({ code: 'custom', params: { code, digits }, input: value })
  })

/** Major units of the euro, two decimals at most. */
export const Money = decimals(2, 'MONEY_DECIMALS')
  .min(-MAX_MINOR / 100)
  .max(MAX_MINOR / 100)
/** Of any currency: the number of decimals is checked once the currency is known. */
const AnyMoney = decimals(3, 'MONEY_DECIMALS')
  .min(-MAX_MINOR / 100)
  .max(MAX_MINOR / 100)

/** An ISO 4217 code of a supported currency. */
const Currency = z
  .string()
  .max(8)
  .overwrite((text) => text.trim().toUpperCase())
  .refine((code) => code === '' || isCurrency(code))

/** ISO 4217, in capitals, and a currency in use. */
export const CurrencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .refine(isCurrency)

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const Ulid = z.string().regex(ULID)
const UlidOrNone = z.union([Ulid, z.literal(0)])

/** @unit characters */
const OPTION_KEY_LENGTH = 60

type Options = { readonly required?: boolean }
type More = Partial<
  Omit<Field, 'kind' | 'wire' | 'answer' | 'required' | 'empty' | 'toStored' | 'toWire' | 'wrong'>
>

/** A field whose stored value is the wire's. */
export const plain = <W, K extends FieldKind>(
  kind: K,
  wire: z.ZodType<W>,
  answer: z.ZodType<W>,
  empty: unknown,
  options: Options,
  more: More = {},
): Field<W, W, K> => ({
  kind,
  wire,
  answer: answer.register(kindsOfSchemas, { kind }),
  required: options.required ?? false,
  empty,
  toStored: (value) => value,
  toWire: (value) => value,
  ...more,
})

/** A number that is stored as an integer, scaled by a power of ten. */
const scaled = <K extends FieldKind>(
  kind: K,
  digits: number,
  wire: z.ZodType<number>,
  options: Options,
): Field<number, number, K> => ({
  ...plain(kind, wire, z.number(), 0, options, { digits }),
  toStored: (value) => scaleExact(value, digits) ?? Math.round(value * 10 ** digits),
  toWire: (value) => value / 10 ** digits,
})

const textual = <K extends FieldKind>(
  kind: K,
  wire: z.ZodString,
  options: Options,
  more: More = {},
) => plain(kind, options.required ? wire.min(1) : wire, z.string(), '', options, more)
/** An integer from 1, or 0 for none. */
const numbered = <K extends FieldKind>(
  kind: K,
  wire: z.ZodInt,
  options: Options,
  more: More = {},
) => plain(kind, options.required ? wire.min(1) : wire, z.int(), 0, options, more)
/** A list, each entry once. */
const listOf = <T extends string, K extends FieldKind>(
  kind: K,
  entry: z.ZodType<T>,
  answer: z.ZodType<T>,
  max: number,
  options: Options,
  more: More = {},
): Field<readonly T[], readonly T[], K> => {
  const list = z
    .array(entry)
    .max(max)
    .overwrite((entries) => [...new Set(entries)].filter((one) => one !== ''))
  return plain(kind, options.required ? list.min(1) : list, z.array(answer), [], options, {
    max,
    ...more,
  })
}

/** One line. */
export const text = ({ max = 200, ...options }: Options & { max?: number } = {}) =>
  textual('text', oneLine(max), options, { max })
/** Several lines; their ends are kept as `\n`. */
export const longText = (options: Options & { max?: number } = {}) =>
  textual('longText', lines(options.max ?? 5000), options)
/** Text in Markdown, stored as it is written. */
export const markdown = (options: Options & { max?: number } = {}) =>
  textual('markdown', lines(options.max ?? 20_000), options)
/**
 * HTML of a text editor. The server removes every element that the editor cannot make
 * (`api/rich-text.ts`).
 */
export const richText = (options: Options & { max?: number } = {}) =>
  textual('richText', lines(options.max ?? 50_000), options)
/** A list of one-line texts, each once. */
export const texts = (options: Options & { max?: number; length?: number } = {}) =>
  listOf('texts', oneLine(options.length ?? 100), z.string(), options.max ?? 50, options)
export const email = (options: Options = {}) => textual('email', Email, options)
export const phone = (options: Options = {}) => textual('phone', Phone, options)
export const url = (options: Options = {}) => textual('url', Url, options)
export const country = (options: Options = {}) => textual('country', Country, options)
export const siren = (options: Options = {}) => textual('siren', Siren, options)
export const siret = (options: Options = {}) => textual('siret', Siret, options)
export const vatNumber = (options: Options = {}) => textual('vatNumber', VatNumber, options)
export const iban = (options: Options = {}) => textual('iban', Iban, options)

export const day = (options: Options = {}) => numbered('day', DayTime, options)
export const instant = (options: Options = {}) => numbered('instant', InstantTime, options)
/** A year from 1900 to 2200; 0 means none. */
export const year = (options: Options = {}) =>
  numbered('year', z.int().superRefine(between(1900, 2200, 'YEAR_OUT_OF_RANGE')), options)
/** 1 to 12; 0 means none. `of` names the field of its year: both are shown and entered together. */
export const month = (options: Options & { of?: string } = {}): Field<number, number, 'month'> => {
  const { of } = options
  const field = numbered(
    'month',
    z.int().min(0).max(12),
    options,
    of === undefined ? {} : { yearField: of },
  )
  return of === undefined
    ? field
    : {
        ...field,
        wrong: (value, values) =>
          value > 0 && values[of] === 0 ? { code: 'MONTH_WITHOUT_YEAR' } : null,
      }
}
/** @unit minutes */
export const duration = (options: Options & { max?: number } = {}) =>
  numbered(
    'duration',
    z
      .int()
      .min(0)
      .max(options.max ?? 1_000_000),
    options,
  )

/**
 * An amount in the record's own `currency`, the name of a field of kind `currency`; euros without.
 */
export const money = (
  options: Options & { min?: number; currency?: string } = {},
): Field<number, number, 'money'> => {
  const { currency, min } = options
  const schema = currency === undefined ? Money : AnyMoney
  const wire = min === undefined ? schema : schema.min(min)
  const of = (values: Values): string => {
    const code = currency === undefined ? undefined : values[currency]
    return typeof code === 'string' && code !== '' ? code : 'EUR'
  }
  return {
    ...plain('money', wire, z.number(), 0, options, currency === undefined ? {} : { currency }),
    toStored: (value, values) =>
      toMinor(value, of(values)) ?? Math.round(value * 10 ** minorDigits(of(values))),
    toWire: (value, values) => toMajor(value, of(values)),
    wrong: (value, values) =>
      toMinor(value, of(values)) === null
        ? { code: 'MONEY_DECIMALS', digits: minorDigits(of(values)) }
        : null,
  }
}
/** The currency of a record's amounts. */
export const currency = (options: { empty?: string } = {}) =>
  plain('currency', Currency.min(1), z.string(), options.empty ?? 'EUR', {})

export const integer = (options: Options & { min?: number; max?: number } = {}) =>
  plain(
    'integer',
    z
      .int()
      .min(options.min ?? -1_000_000_000)
      .max(options.max ?? 1_000_000_000),
    z.int(),
    Math.max(0, options.min ?? 0),
    options,
  )
/** A number with `digits` after the point, two unless said. */
export const decimal = (
  options: Options & { digits?: number; min?: number; max?: number } = {},
) => {
  const digits = options.digits ?? 2
  const wire = decimals(digits, 'DECIMALS')
    .min(options.min ?? -1_000_000_000)
    .max(options.max ?? 1_000_000_000)
  return scaled('decimal', digits, wire, options)
}
/** 20 is 20 %; stored in hundredths of a percent. */
export const percent = (options: Options & { min?: number; max?: number } = {}) =>
  scaled(
    'percent',
    2,
    decimals(2, 'DECIMALS')
      .min(options.min ?? 0)
      .max(options.max ?? 100),
    options,
  )
export const boolean = (options: Options = {}) =>
  plain('boolean', z.boolean(), z.boolean(), false, options)

type Choices = readonly [string, ...string[]]
type ChoiceField<C extends string> = Field<C, C, 'choice'>

/** A key of an option set: what a record holds of a value that an administrator has added. */
const OptionKey = oneLine(OPTION_KEY_LENGTH)

/** One of `choices`; none unless it is required or one stands for an absent value. */
export function choice<const C extends Choices>(
  choices: C,
  options: { readonly required: true; readonly empty?: C[number] } | { readonly empty: C[number] },
): ChoiceField<C[number]>
export function choice<const C extends Choices>(
  choices: C,
  options?: Options,
): ChoiceField<C[number] | ''>
export function choice(
  choices: Choices,
  options: Options & { empty?: string } = {},
): ChoiceField<string> {
  const isAlways = options.required || options.empty !== undefined
  return plain(
    'choice',
    isAlways ? z.enum(choices) : z.enum(['', ...choices]),
    z.string(),
    options.empty ?? '',
    options,
    { options: choices },
  )
}
/**
 * One of `shipped`, or of the administrators' additions to the option set `list`; commands check
 * that it is there.
 */
export const listed = (shipped: Choices, list: string): ChoiceField<string> =>
  plain('choice', OptionKey, z.string(), '', {}, { options: shipped, list })
/** Several of an option set. */
export const listedSeveral = (shipped: Choices, list: string) =>
  listOf('choices', OptionKey, z.string(), 50, {}, { options: shipped, list })
/** Several of `choices`. */
export function choices<const C extends Choices>(
  all: C,
  options: Options = {},
): Field<readonly C[number][], readonly C[number][], 'choices'> {
  const entry = z.enum<C[number][]>([...all])
  return listOf('choices', entry, entry, all.length, options, { options: all })
}
/** One of `names` by its number, from 1; 0 means none. */
export const level = (names: Choices, options: Options = {}) =>
  numbered('level', z.int().min(0).max(names.length), options, { options: names })
/** A swatch by its number; 0 means none. */
export const colour = (options: Options = {}) =>
  numbered('colour', z.int().min(0).max(PALETTE_SIZE), options)

type ReferenceOptions = Options & {
  readonly onRemove?: 'refuse' | 'keep'
  readonly byName?: boolean
}
/**
 * The id of another record; 0 means none. Its field's name ends in `Id`; the row also answers the
 * other record's name.
 *
 * @param options.onRemove `refuse` keeps the other record from being removed while this one names
 * it; `keep`, the default, does not
 * @param options.byName a write may give the other record's name in place of its id
 */
export function reference<const N extends string>(
  name: N,
  options: ReferenceOptions & { readonly required: true },
): Field<string, string, 'reference'>
export function reference<const N extends string>(
  name: N,
  options?: ReferenceOptions,
): Field<string | 0, string | 0, 'reference'>
export function reference(
  name: string,
  options: ReferenceOptions = {},
): Field<string | 0, string | 0, 'reference'> {
  return plain(
    'reference',
    options.required ? Ulid : UlidOrNone,
    z.union([z.string(), z.literal(0)]),
    0,
    options,
    {
      references: name,
      onRemove: options.onRemove ?? 'keep',
      ...(options.byName && { byName: true }),
    },
  )
}
/** Ids of other records. Its field's name ends in `Ids`; the row also answers their names. */
export const references = (name: string, options: ReferenceOptions & { max?: number } = {}) =>
  listOf('references', Ulid, z.string(), options.max ?? 50, options, {
    references: name,
    onRemove: options.onRemove ?? 'keep',
  })
/** The professional profile that a record of scope `profile` belongs to. */
export const profile = () => reference('professionalInfo', { required: true, onRemove: 'keep' })
/** The id of an uploaded document; 0 means none. */
export const file = (options: Options = {}) =>
  plain<string | 0, 'file'>(
    'file',
    options.required ? Ulid : UlidOrNone,
    z.union([z.string(), z.literal(0)]),
    0,
    options,
  )
/** Ids of uploaded documents. */
export const files = (options: Options & { max?: number } = {}) =>
  listOf('files', Ulid, z.string(), options.max ?? 10, options)
/** A picture: a data URL (or bare base64) on the wire, stored as the SHA-256 of its kept bytes. */
export const image = (options: Options = {}) =>
  plain('image', z.string().max(1_000_000), z.string(), '', options)
export const address = (options: Options = {}) =>
  plain('address', Address, AnsweredAddress.clone(), emptyAddress, options)

/**
 * Kinds that rows cannot hold: those that need the server's files or read models, and rows
 * themselves.
 */
const NOT_IN_ROWS: readonly FieldKind[] = [
  'image',
  'richText',
  'reference',
  'references',
  'file',
  'files',
  'rows',
]

/** Rows of fields of their own, in order. */
export function rows<F extends Fields>(
  fields: F,
  options: Options & { max?: number } = {},
): Field<readonly WireOf<F>[], readonly Partial<StoredOf<F>>[], 'rows'> {
  for (const [name, { kind }] of Object.entries(fields))
    if (NOT_IN_ROWS.includes(kind)) throw new Error(`A row cannot hold ${name}, of kind ${kind}`)
  const max = options.max ?? 50
  const list = z.array(objectOf(fields, 'wire')).max(max)
  return {
    kind: 'rows',
    wire: options.required ? list.min(1) : list,
    answer: z.array(objectOf(fields, 'answer')).register(kindsOfSchemas, { kind: 'rows' }),
    required: options.required ?? false,
    empty: [],
    toStored: (value) => value.map((row) => encode(fields, row)),
    toWire: (value) => value.map((row) => decode(fields, row)),
    wrong(value) {
      const [broken] = value.flatMap((row) => brokenRules(fields, {}, row))
      return broken ? { code: broken.code, ...broken.details } : null
    },
    fields,
    max,
  }
}
