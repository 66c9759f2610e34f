import { z } from 'zod'

/** How a field is shown, entered, stored and written to CSV. */
export const FIELD_KINDS = [
  'text',
  'longText',
  'markdown',
  'richText',
  'texts',
  'email',
  'phone',
  'url',
  'country',
  'siren',
  'siret',
  'vatNumber',
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

export type Values = Readonly<Record<string, unknown>>
/** Why a value is refused: a code of the catalogue and what its sentence needs. */
export type Wrong = { readonly code: string; readonly [detail: string]: unknown }

/**
 * One field: what it takes, what it answers, and how it is stored.
 *
 * @typeParam W the wire's value: money in major units, days and instants as epoch milliseconds, percentages as 20 for 20 %
 * @typeParam S the stored value: money in minor units, decimals and percentages as scaled integers
 */
export type Field<W = unknown, S = unknown, K extends FieldKind = FieldKind> = {
  readonly kind: K
  /** Validates and normalises what a client sends. */
  readonly wire: z.ZodType<W>
  /** The shape alone of what is answered: a value stored before a rule became stricter is still read. */
  readonly answer: z.ZodType<W>
  readonly required: boolean
  /** The wire's value for "none". Numbers cannot tell none from 0. */
  readonly empty: unknown
  /** @param values the record's other fields on the wire: money is converted by the currency that stands there */
  toStored(value: W, values: Values): S
  /** @param values the record's other fields as stored */
  toWire(value: S, values: Values): W
  /** A rule that needs the record's other fields; null when it holds. */
  wrong?(value: W, values: Values): Wrong | null
  /** Of a choice, its values; of a level, its names from 1. */
  readonly options?: readonly string[]
  /** The entity that a reference names. */
  readonly references?: string
  /** Whether the record that a reference names may be removed meanwhile. */
  readonly onRemove?: 'refuse' | 'keep'
  /** Of money: the record's field that holds its currency. EUR without. */
  readonly currency?: string
  /** Of a month: the field that holds its year; the two are shown and entered as one. */
  readonly yearField?: string
  /** Of a decimal or a percentage: digits after the point. */
  readonly digits?: number
  /** Of rows: the fields of one. */
  readonly fields?: Fields
  /** The most entries that a list takes. */
  readonly max?: number
}

export type Fields = Readonly<Record<string, Field>>

/** What a set of fields holds on the wire. */
export type WireOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer W> ? W : never }
/** What a set of fields holds in an event. */
export type StoredOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends { toStored(value: never, values: never): infer S } ? S : never
}
/** A field's name, or `address.city`: what a list can show and search. */
export type FieldPath<F extends Fields> = {
  [K in keyof F & string]:
    | K
    | (F[K]['kind'] extends 'address' ? `${K}.${'street' | 'postalCode' | 'city' | 'country'}` : never)
}[keyof F & string]

/**
 * Types are erased where a set of fields is walked: `Object.entries` forgets which key has which type. These four are the only
 * places that say it again.
 */

/** The schema of a set of fields: of what is sent, or of what is answered. */
export function objectOf<F extends Fields>(fields: F, side: 'wire' | 'answer'): z.ZodType<WireOf<F>> {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field[side]]))
  const schema: z.ZodType = z.strictObject(shape)
  return schema as z.ZodType<WireOf<F>> // each key has its field's schema
}

/** @returns the stored values of every field of `values`; one that is absent is left out */
export function encode<F extends Fields>(fields: F, values: Partial<WireOf<F>>): Partial<StoredOf<F>> {
  const wire: Values = values
  const stored: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(fields))
    if (wire[key] !== undefined) stored[key] = field.toStored(wire[key], wire)
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

/** @returns every declared field, those that are not stored as empty: a field added later has a value in older records too */
export function completed<F extends Fields>(fields: F, values: Partial<StoredOf<F>>): StoredOf<F> {
  const stored: Values = values
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, stored[key] ?? field.toStored(field.empty, {})]),
  ) as StoredOf<F> // each value was made by the field of its key
}
