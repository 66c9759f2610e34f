import { z } from 'zod'
import { same } from './changes.ts'
import type { FieldRefusal } from '../errors.ts'

/** Display, entry, storage and CSV form of a field. */
export const FIELD_KINDS = [
  'text',
  'longText',
  'markdown',
  'richText',
  'texts',
  'words',
  'email',
  'phone',
  'url',
  'country',
  'siren',
  'siret',
  'vatNumber',
  'iban',
  'day',
  'instant',
  'year',
  'month',
  'duration',
  'money',
  'currency',
  'integer',
  'decimal',
  'percent',
  'boolean',
  'choice',
  'choices',
  'level',
  'colour',
  'reference',
  'references',
  'file',
  'files',
  'image',
  'address',
  'rows',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** The field kind of a schema, for code that has the schema alone: the columns of a CSV. */
export const kindsOfSchemas = z.registry<{ readonly kind: FieldKind }>()

export type Values = Readonly<Record<string, unknown>>
/** Why a value is refused: a code of the catalogue and what its sentence needs. */
export type Wrong = { readonly code: string; readonly [detail: string]: unknown }

/**
 * One field: what it takes, what it answers, and how it is stored.
 *
 * @typeParam W the wire's value: money in major units, days and instants as epoch milliseconds,
 * percentages as 20 for 20 %
 * @typeParam S the stored value: money in minor units, decimals and percentages as scaled integers
 */
export type Field<W = unknown, S = unknown, K extends FieldKind = FieldKind> = {
  readonly kind: K
  /** Validates and normalises what a client sends. */
  readonly wire: z.ZodType<W>
  /**
   * The shape of answers, without validation: a value stored before a rule became stricter is still
   * read.
   */
  readonly answer: z.ZodType<W>
  readonly required: boolean
  /** The wire's value for "none". Numbers cannot tell none from 0. */
  readonly empty: unknown
  /** @param values the record's other fields on the wire: money takes its currency from them */
  toStored(value: W, values: Values): S
  /** @param values the record's other fields as stored */
  toWire(value: S, values: Values): W
  /** A rule that needs the record's other fields; null when it holds. */
  wrong?(value: W, values: Values): Wrong | null
  /** Values of a choice; names of a level from 1. */
  readonly options?: readonly string[]
  /** The option set that administrators extend a choice by: `company.sector`. */
  readonly list?: string
  /** The entity that a reference names. */
  readonly references?: string
  /** Whether the record that a reference names may be removed meanwhile. */
  readonly onRemove?: 'refuse' | 'keep'
  /** The other record may be given by its name, and is added where there is none. */
  readonly byName?: boolean
  /** For money: the record's field that holds its currency. EUR when absent. */
  readonly currency?: string
  /** Field of a month's year; the two are shown and entered as one. */
  readonly yearField?: string
  /** Digits after the point of a decimal or a percentage. */
  readonly digits?: number
  /** Fields of one row. */
  readonly fields?: Fields
  /** The most entries that a list takes, or letters that a line takes. */
  readonly max?: number
}

export type Fields = Readonly<Record<string, Field>>

/** Wire form of a set of fields. */
export type WireOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer W> ? W : never
}
/** Event form of a set of fields. */
export type StoredOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends { toStored(value: never, values: never): infer S }
    ? S
    : never
}
/** A field's name, or `address.city`: what a list can show and search. */
export type FieldPath<F extends Fields> = {
  [K in keyof F & string]:
    | K
    | (F[K]['kind'] extends 'address'
        ? `${K}.${'street' | 'postalCode' | 'city' | 'country'}`
        : never)
}[keyof F & string]

/** Every field empty, as on the wire. A required one is empty too, and so not yet valid. */
export const blank = (fields: Fields): Values =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.empty]))

/**
 * TypeScript loses the types when a set of fields is walked: `Object.entries` separates keys from
 * types. These five functions are the only places that assert them.
 */

/** The schema of a set of fields: of what is sent, or of what is answered. */
export function objectOf<F extends Fields>(
  fields: F,
  side: 'wire' | 'answer',
): z.ZodType<WireOf<F>> {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field[side]]))
  const schema: z.ZodType = z.strictObject(shape)
  return schema as z.ZodType<WireOf<F>> // each key has its field's schema
}

/** @returns the stored values of every field of `values`; one that is absent is left out */
export function encode<F extends Fields>(
  fields: F,
  values: Partial<WireOf<F>>,
): Partial<StoredOf<F>> {
  const wire: Values = { ...blank(fields), ...values }
  const given: Values = values
  const stored: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(fields))
    if (given[key] !== undefined) stored[key] = field.toStored(given[key], wire)
  return stored as Partial<StoredOf<F>> // each value was made by the field of its key
}

/** @returns every field of the wire; what is not stored is empty */
export function decode<F extends Fields>(fields: F, values: Partial<StoredOf<F>>): WireOf<F> {
  const stored: Values = values
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      key,
      stored[key] === undefined ? field.empty : field.toWire(stored[key], stored),
    ]),
  ) as WireOf<F> // each value was made by the field of its key
}

/**
 * Older events lack fields that were added later. A choice that was given its default later may be
 * empty in them.
 */
const isAbsent = ({ kind, empty }: Field, stored: unknown): boolean =>
  stored === undefined || stored === null || (kind === 'choice' && stored === '' && empty !== '')

/** @returns every declared field, those that are not stored as empty */
export function completed<F extends Fields>(fields: F, values: Partial<StoredOf<F>>): StoredOf<F> {
  const stored: Values = values
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      key,
      isAbsent(field, stored[key]) ? field.toStored(field.empty, {}) : stored[key],
    ]),
  ) as StoredOf<F> // each value was made by the field of its key
}

/** The fields that `changes` affects: those it names, and the amounts whose currency it changes. */
const touched = (fields: Fields, changes: Values): readonly [string, Field][] =>
  Object.entries(fields).filter(
    ([key, { currency }]) =>
      changes[key] !== undefined || (currency !== undefined && changes[currency] !== undefined),
  )

/**
 * The values of `changes` that differ from the stored ones. Amounts are encoded again when their
 * currency changes: 12 euros become 12 yen, although the yen has no cents.
 *
 * @returns stored values of the fields that differ
 */
export function differing<F extends Fields>(
  fields: F,
  before: StoredOf<F>,
  changes: Partial<WireOf<F>>,
): Partial<StoredOf<F>> {
  const stored: Values = before
  const wanted: Values = { ...decode(fields, before), ...changes }
  const entries = touched(fields, changes).map(
    ([key, field]) => [key, field.toStored(wanted[key], wanted)] as const,
  )
  // each value was made by the field of its key
  return Object.fromEntries(entries.filter(([key, value]) => !same(stored[key], value))) as Partial<
    StoredOf<F>
  >
}

/** Rules over several fields that `changes` would break in `values`. */
export function brokenRules(
  fields: Fields,
  values: Values,
  changes: Values,
): readonly FieldRefusal[] {
  const wanted = { ...values, ...changes }
  return touched(fields, changes).flatMap(([path, field]): FieldRefusal[] => {
    const wrong = wanted[path] === undefined ? null : field.wrong?.(wanted[path], wanted)
    if (!wrong) return []
    const { code, ...details } = wrong
    return [{ path, code, details }]
  })
}
