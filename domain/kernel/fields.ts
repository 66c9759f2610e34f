import { z } from 'zod'
import { Address, emptyAddress } from './address.ts'
import {
  ibanLength,
  isEmail,
  isEuVatNumber,
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
} from './identifiers.ts'
import { MAX_MINOR, scaleExact } from './money.ts'
import type { Field, FieldKind } from './record.ts'
import { dayOfEpoch, epochOfDay } from './time.ts'

/**
 * The fields that records and aggregates are made of: wire schemas that normalise what comes (trimmed, without spaces where
 * spaces mean nothing) and say in a code what is wrong. A broken rule is a `custom` issue, `params: { code, ...details }`;
 * the codes' sentences stand in `api/locales/<lang>/kernel.json`. Empty text stands for "none".
 */

/** Every code a field of this file can refuse with, for the test that walks their sentences. */
export const FIELD_CODES = [
  'SIREN_LENGTH',
  'SIREN_INVALID',
  'SIRET_LENGTH',
  'SIRET_INVALID',
  'VAT_NUMBER_INVALID',
  'IBAN_LENGTH',
  'IBAN_INVALID',
  'EMAIL_INVALID',
  'PHONE_INVALID',
  'PHONE_PREFIX_MISSING',
  'URL_INVALID',
  'MONEY_DECIMALS',
] as const // prettier-ignore
type FieldCode = (typeof FIELD_CODES)[number]
type Wrong = { readonly code: FieldCode; readonly [detail: string]: unknown }

/** @param wrong null when the normalised text is right; never asked about empty text */
const checked = (normalise: (text: string) => string, max: number, wrong: (text: string) => Wrong | null) =>
  z
    .string()
    .max(max * 2)
    .overwrite(normalise)
    .superRefine((text, context) => {
      const params = text === '' ? null : wrong(text)
      if (params) context.addIssue({ code: 'custom', params, input: text })
    })

const digitsOnly = (text: string, length: number): boolean => /^\d*$/.test(text) && text.length !== length

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
export const VatNumber = checked(normaliseVatNumber, 30, (text) =>
  isEuVatNumber(text) ? null : { code: 'VAT_NUMBER_INVALID' },
)
export const Iban = checked(normaliseIban, 50, (text) => {
  const expected = ibanLength(text.slice(0, 2))
  if (isIban(text)) return null
  return expected !== null && /^[A-Z]{2}[A-Z\d]*$/.test(text) && text.length !== expected
    ? { code: 'IBAN_LENGTH', characters: text.length, expected }
    : { code: 'IBAN_INVALID' }
})
const Email = checked(normaliseEmail, 254, (text) => (isEmail(text) ? null : { code: 'EMAIL_INVALID' }))
const Phone = checked(normalisePhone, 40, (text) =>
  isPhone(text) ? null : text.startsWith('+') ? { code: 'PHONE_INVALID' } : { code: 'PHONE_PREFIX_MISSING' },
)
export const Url = checked(normaliseUrl, 1000, (text) => (isUrl(text) ? null : { code: 'URL_INVALID' }))
const Country = z
  .string()
  .max(8)
  .overwrite((text) => text.trim().toUpperCase())
  .regex(/^([A-Z]{2})?$/)

const LAST_MS = 253_402_300_799_999

/** Epoch milliseconds of a day's UTC midnight; 0 means none. Another instant is taken as the day it is in France. */
export const DayTime = z
  .int()
  .min(0)
  .max(LAST_MS)
  .overwrite((ms) => (ms > 0 && ms <= LAST_MS ? epochOfDay(dayOfEpoch(ms)) : ms))

/** The oldest day of birth that is taken: 1 January 1900. */
const FIRST_BIRTH_MS = -2_208_988_800_000
/** A day of birth, also one before 1970, as negative milliseconds; 0 means none. */
export const BirthTime = z
  .int()
  .min(FIRST_BIRTH_MS)
  .max(LAST_MS)
  .overwrite((ms) => (ms !== 0 && ms >= FIRST_BIRTH_MS && ms <= LAST_MS ? epochOfDay(dayOfEpoch(ms)) : ms))

/** Major units of the euro, two decimals at most. */
export const Money = z
  .number()
  .min(-MAX_MINOR / 100)
  .max(MAX_MINOR / 100)
  .superRefine((value, context) => {
    if (scaleExact(value, 2) === null)
      context.addIssue({ code: 'custom', params: { code: 'MONEY_DECIMALS' satisfies FieldCode }, input: value })
  })

type Options = { readonly required?: boolean }

function field<T extends z.ZodType>(
  kind: FieldKind,
  wire: T,
  empty: unknown,
  options: Options,
  more: Pick<Field, 'options' | 'references'> = {},
): Field<T> {
  return { kind, wire, required: options.required ?? false, empty, ...more }
}

/** A required text refuses the empty one. */
const required = (wire: z.ZodString, options: Options): z.ZodString => (options.required ? wire.min(1) : wire)

export const text = (options: Options & { max?: number } = {}) =>
  field(
    'text',
    required(
      z
        .string()
        .trim()
        .max(options.max ?? 200),
      options,
    ),
    '',
    options,
  )
/** Line ends are kept as `\n`. */
export const longText = (options: Options & { max?: number } = {}) =>
  field(
    'longText',
    required(
      z
        .string()
        .overwrite((value) => value.replaceAll('\r\n', '\n').trim())
        .max(options.max ?? 5000),
      options,
    ),
    '',
    options,
  )
export const email = (options: Options = {}) => field('email', required(Email, options), '', options)
export const phone = (options: Options = {}) => field('phone', required(Phone, options), '', options)
export const url = (options: Options = {}) => field('url', required(Url, options), '', options)
export const country = (options: Options = {}) => field('country', required(Country, options), '', options)
export const siren = (options: Options = {}) => field('siren', required(Siren, options), '', options)
export const siret = (options: Options = {}) => field('siret', required(Siret, options), '', options)
export const vatNumber = (options: Options = {}) => field('vatNumber', required(VatNumber, options), '', options)
export const day = (options: Options = {}) => field('day', options.required ? DayTime.min(1) : DayTime, 0, options)
export const money = (options: Options & { min?: number } = {}) =>
  field('money', options.min === undefined ? Money : Money.min(options.min), 0, options)
export const integer = (options: Options & { min?: number; max?: number } = {}) =>
  field(
    'integer',
    z
      .int()
      .min(options.min ?? -1_000_000_000)
      .max(options.max ?? 1_000_000_000),
    Math.max(0, options.min ?? 0),
    options,
  )
export const boolean = (options: Options = {}) => field('boolean', z.boolean(), false, options)
/** One of `choices`, none of them unless required. */
export function choice<const C extends readonly [string, ...string[]]>(
  choices: C,
  options: Options & { empty?: C[number] } = {},
) {
  const withNone = options.required || options.empty !== undefined ? z.enum(choices) : z.enum(['', ...choices])
  return field('choice', withNone, options.empty ?? '', options, { options: choices })
}
/** The id of another record; 0 means none. */
export function reference<const N extends string>(name: N, options: Options = {}) {
  const id = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  return field('reference', options.required ? id : z.union([id, z.literal(0)]), 0, options, { references: name })
}
export const address = (options: Options = {}) => field('address', Address, emptyAddress, options)
/** A picture: a data URL (or bare base64) on the wire, stored as the SHA-256 of its kept bytes. */
export const image = (options: Options = {}) => field('image', z.string().max(1_000_000), '', options)
