import { z } from 'zod'
import { same } from './changes.ts'
import type { Field, FieldPath, Fields, StoredOf, Values, WireOf } from './field.ts'
import type { PermissionGroup } from '../permissions.ts'
import type { UsedBy } from './used-by.ts'

/**
 * Owner of the records: a user, one professional profile of a user, or the product, for all users.
 */
export type RecordScope = 'owner' | 'profile' | 'shared'
/** Readers of shared records: everyone, signed-in users, or users with the group's `menu`. */
export type SharedReading = 'public' | 'signedIn' | 'permission'

/**
 * A read-only figure computed from the stored values, in stored units; the field says how it is
 * answered.
 */
export type DerivedField<V = unknown> = Field<number, number> & { of(values: V): number }

/**
 * A declared record type. Its parameters are those of `defineRecord`; without them, any record
 * type, for code that loops over all.
 */
export type RecordType<
  N extends string = string,
  F extends Fields = Fields,
  D extends string = string,
> = {
  /** Stream category, route, locale key. */
  readonly name: N
  readonly context: string
  readonly permission: PermissionGroup
  readonly scope: RecordScope
  readonly read: SharedReading
  /** Version of the read model: counted up when a default or a kind changes. */
  readonly version: number
  readonly fields: F
  readonly derived: Readonly<Record<D, DerivedField<StoredOf<F>>>>
  /** Fields that name a record: in its title, in the palette, and where a reference shows it. */
  readonly named: readonly string[]
  /** Fields that a form keeps closed until they are wanted or filled. */
  readonly folded: readonly string[]
  /** Fields that calls of their own change. In a POST or PUT they are read only. */
  readonly governed: readonly string[]
  /** Columns of the list, in order. */
  readonly listed: readonly string[]
  /** Fields that `?q=` searches. */
  readonly searched: readonly string[]
  /** Fields that other values make pointless: they are emptied, and no form asks for them. */
  readonly pointless: (values: Values) => readonly string[]
  /** Fields whose values together belong to one record alone; none when there is no such rule. */
  readonly unique: readonly string[]
  /** Field with a record's address, and its source while it is empty; null without an address. */
  readonly addressed: { readonly at: string; readonly of: string } | null
  /** Entities that may use this record, and then keep it from being removed. */
  readonly usedBy: readonly UsedBy[]
  /** Events, past tense. Stored for good. */
  readonly events: Readonly<Record<'added' | 'changed' | 'removed' | 'restored', string>>
  /** Events of the record that stays after a merge and after its undo; null for other types. */
  readonly mergeEvents: Readonly<Record<'merged' | 'parted', string>> | null
  /** Wire schema of a POST: absent optional fields are taken as empty. */
  readonly Draft: z.ZodObject
  /** Wire schema of what a PUT changes: absent fields stay as they are. */
  readonly Patch: z.ZodObject
}

/** A record's values on the wire. */
export type Wire<T extends RecordType> = WireOf<T['fields']>
/** A record's values in its events and its state. */
export type Stored<T extends RecordType> = StoredOf<T['fields']>

/** A record's name: the fields of `named`, in order, without the empty ones. */
export const titleOf = (type: Pick<RecordType, 'named'>, values: Values): string =>
  type.named
    .map((key) => values[key])
    .filter(
      (part) =>
        (typeof part === 'string' && part !== '') || (typeof part === 'number' && part !== 0),
    )
    .join(' ')

/** Stored values without those that the others make pointless. */
export function settled<V extends Values>(type: RecordType, values: V): V {
  const emptied = type.pointless(values)
  if (emptied.length === 0) return values
  const empty = emptied.map((key) => [key, type.fields[key]?.toStored(type.fields[key].empty, {})])
  return { ...values, ...Object.fromEntries(empty) }
}

/**
 * Name of the read-only field with the name of the referenced record: `companyId` → `company`,
 * `tagIds` → `tags`.
 */
export const referenceName = (field: string): string => field.replace(/Id(s?)$/, '$1')
type ReferenceName<K> = K extends `${infer P}Ids` ? `${P}s` : K extends `${infer P}Id` ? P : never
type ReferenceNames<F extends Fields> = {
  readonly [K in keyof F as F[K]['kind'] extends 'reference' ? ReferenceName<K> : never]: string
} & {
  readonly [K in keyof F as F[K]['kind'] extends 'references'
    ? ReferenceName<K>
    : never]: readonly string[]
}

/**
 * A record as it is answered: its fields, its derived figures, the names its references point to,
 * its audit fields.
 */
export type RecordRow<T extends RecordType = RecordType> = Wire<T> &
  ReferenceNames<T['fields']> & {
    readonly [K in keyof T['derived'] as string extends K ? never : K]: number
  } & {
    readonly id: string
    readonly version: number
    readonly creationDate: number
    readonly lastModificationDate: number
    readonly createdBy: string
    readonly modifiedBy: string
  }

/**
 * Declares a record-like thing once. Commands, events, routes, read model, CSV, form and table are
 * derived from it, so a new field is one line. Write an aggregate file instead on the first rule
 * that reads history.
 */
export function defineRecord<
  const N extends string,
  const F extends Fields,
  const D extends string = never,
>(
  name: N,
  spec: {
    context: string
    permission: PermissionGroup
    fields: F
    derived?: Readonly<Record<D, DerivedField<StoredOf<F>>>>
    named: readonly (keyof F & string)[]
    folded?: readonly (keyof F & string)[]
    governed?: readonly (keyof F & string)[]
    listed: readonly (FieldPath<F> | NoInfer<D>)[]
    searched: readonly FieldPath<F>[]
    pointless?: (values: StoredOf<F>) => readonly (keyof F & string)[]
    unique?: readonly (keyof F & string)[]
    /** `at` is a `slug()`, which no other record of the owner has. */
    addressed?: { readonly at: keyof F & string; readonly of: keyof F & string }
    /** `profile` needs a field `profileId: profile()`. */
    scope?: RecordScope
    /** Access of shared records; `permission` by default. */
    read?: SharedReading
    version?: number
    usedBy?: readonly UsedBy[]
    /** Two records of the type may be found to be one. */
    merges?: boolean
  },
): RecordType<N, F, D> {
  const noun = name.charAt(0).toUpperCase() + name.slice(1)
  const entries = Object.entries(spec.fields)
  for (const [key, { kind }] of entries)
    if ((kind === 'reference' || kind === 'references') && !/Ids?$/.test(key))
      throw new Error(`${name}.${key}: the name of a reference ends in Id, of several in Ids`)
  if (spec.scope === 'profile' && spec.fields['profileId']?.references !== 'professionalInfo')
    throw new Error(`${name} is of a profile: it needs profileId: profile()`)
  const none: Partial<Record<D, DerivedField<StoredOf<F>>>> = {}
  return {
    name,
    context: spec.context,
    permission: spec.permission,
    scope: spec.scope ?? 'owner',
    read: spec.read ?? 'permission',
    version: spec.version ?? 1,
    fields: spec.fields,
    derived: spec.derived ?? (none as Record<D, DerivedField<StoredOf<F>>>), // without derived fields D is never
    named: spec.named,
    folded: spec.folded ?? [],
    governed: spec.governed ?? [],
    listed: spec.listed,
    searched: spec.searched,
    // given values of these fields alone
    pointless: (values) => spec.pointless?.(values as StoredOf<F>) ?? [],
    unique: spec.unique ?? (spec.addressed ? [spec.addressed.at] : []),
    addressed: spec.addressed ?? null,
    usedBy: spec.usedBy ?? [],
    events: {
      added: `${noun}Added`,
      changed: `${noun}Changed`,
      removed: `${noun}Removed`,
      restored: `${noun}Restored`,
    },
    mergeEvents: spec.merges ? { merged: `${noun}Merged`, parted: `${noun}Parted` } : null,
    Draft: z.strictObject(
      Object.fromEntries(entries.map(([key, f]) => [key, f.required ? f.wire : f.wire.optional()])),
    ),
    Patch: z.strictObject(Object.fromEntries(entries.map(([key, f]) => [key, f.wire.optional()]))),
  }
}

/**
 * A value that is not changed is accepted, even if its rule became stricter or the field became
 * required since.
 */
const orUnchanged = (field: Field, present: unknown): z.ZodType =>
  z
    .unknown()
    .superRefine((value, context) => {
      const parsed = same(value, present) ? null : field.wire.safeParse(value)
      for (const { path, message, ...issue } of parsed?.error?.issues ?? [])
        context.addIssue({ ...issue, path: [...path], message })
    })
    .transform((value) => (same(value, present) ? value : field.wire.parse(value)))

/**
 * The schema of a record's form: `Draft` for a new one. For an existing record only the changed
 * fields are checked. A stricter rule then never blocks saving.
 *
 * @param row the record as it was answered; null for a new one
 */
export function formSchema(type: RecordType, row: Values | null): z.ZodObject {
  if (row === null) return type.Draft
  return z.strictObject(
    Object.fromEntries(
      Object.entries(type.fields).map(([key, field]) => [
        key,
        (field.wire.safeParse(row[key]).success
          ? field.wire
          : orUnchanged(field, row[key])
        ).optional(),
      ]),
    ),
  )
}
