import { z } from 'zod'
import type { PermissionGroup } from './permissions.ts'
import type { UsedBy } from './used-by.ts'

/** How a field is shown, entered, stored and written to CSV. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'url'
  | 'country'
  | 'siren'
  | 'siret'
  | 'vatNumber'
  | 'day'
  | 'money'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'reference'
  | 'address'
  | 'image'

/**
 * One field. `wire` validates what comes and goes over HTTP; `empty` stands for "none" when an optional field is absent.
 * Days travel as epoch milliseconds (0: none), money in major units; both are stored as they travel except money, which is
 * stored in minor units of the euro.
 */
export type Field<T extends z.ZodType = z.ZodType> = {
  readonly kind: FieldKind
  readonly wire: T
  readonly required: boolean
  readonly empty: unknown
  readonly options?: readonly string[]
  /** The record's name a `reference` points to. */
  readonly references?: string
}

export type RecordFields = Readonly<Record<string, Field>>

/** A read-only figure computed from the stored values (money: minor units). */
export type DerivedField = { readonly kind: 'money' | 'integer'; of(values: Readonly<Record<string, unknown>>): number }

export type RecordType<N extends string = string, F extends RecordFields = RecordFields> = {
  /** Stream category, route, locale key. */
  readonly name: N
  readonly context: string
  readonly permission: PermissionGroup
  readonly fields: F
  readonly derived: Readonly<Record<string, DerivedField>>
  /** Columns of the list, in order; the first names the record. */
  readonly listed: readonly string[]
  /** Fields that `?q=` looks into. */
  readonly searched: readonly string[]
  /** What may use one, and keeps it from being removed. */
  readonly usedBy: readonly UsedBy[]
  /** Events, past tense. Stored for good. */
  readonly events: { readonly added: string; readonly changed: string; readonly removed: string }
  /** Wire schema of a POST: absent optional fields are taken as empty. */
  readonly Draft: z.ZodObject
  /** Wire schema of a PUT: absent fields stay as they are. */
  readonly Patch: z.ZodObject
}

/**
 * Declares a record-like thing once. Commands, events, routes, read model, CSV, form and table are derived from it, so a
 * new field is one line. Write an aggregate file instead on the first rule that reads history.
 */
export function defineRecord<const N extends string, F extends RecordFields>(
  name: N,
  spec: {
    context: string
    permission: PermissionGroup
    fields: F
    derived?: Readonly<Record<string, DerivedField>>
    listed: readonly (keyof F & string)[]
    searched: readonly string[]
    usedBy?: readonly UsedBy[]
  },
): RecordType<N, F> {
  const noun = name.charAt(0).toUpperCase() + name.slice(1)
  const entries = Object.entries(spec.fields)
  return {
    name,
    derived: {},
    usedBy: [],
    ...spec,
    events: { added: `${noun}Added`, changed: `${noun}Changed`, removed: `${noun}Removed` },
    Draft: z.strictObject(
      Object.fromEntries(entries.map(([key, f]) => [key, f.required ? f.wire : f.wire.optional()])),
    ),
    Patch: z.strictObject(Object.fromEntries(entries.map(([key, f]) => [key, f.wire.optional()]))),
  }
}
