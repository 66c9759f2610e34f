import type { z } from 'zod'
import type { Field, FieldKind, Values } from '#domain/kernel/records/field.ts'
import type { Currency } from '#domain/kernel/money.ts'

/**
 * Fields of a draft, each declared once: its schemas and names on the wire, its storage, and its
 * history. Types, schemas, codecs and a paper's frozen part are derived.
 */

type Shape<V> = { readonly [N in keyof V]: z.ZodType<V[N], V[N]> }
type Sent<V> = { readonly [N in keyof V]?: V[N] | undefined }

/** One stored value, and the wire's values it stands for. */
export type DraftField<V extends object = Values, S = unknown> = {
  /** Schemas of requests and of replies, by the wire's names. */
  readonly wire: Shape<V>
  readonly answer: Shape<V>
  /** In a new draft, and in one that was stored before there was the field. */
  readonly blank: S
  /** Whether stored drafts may lack it, because it was added later. */
  readonly later: boolean
  /** Whether the paper freezes it as it stands. */
  readonly printed: boolean
  /** Kinds of what `view` gives, for a history. */
  readonly shows: Readonly<Record<string, FieldKind>>
  /** @returns undefined when it was not sent */
  toStored(sent: Sent<V>, currency: Currency): S | undefined
  toWire(stored: S, currency: Currency): V
  /** History form. */
  view(stored: S, currency: Currency): Values
}
export type DraftFields = Readonly<Record<string, DraftField>>

type Options<L extends boolean, P extends boolean> = {
  readonly later?: L
  readonly printed?: P
  /** A history does not show it. */
  readonly hidden?: true
}
type Codec<W, S> = Pick<Field<W, S>, 'kind' | 'wire' | 'answer' | 'toStored' | 'toWire'>

/** A field with one value on the wire, there named `at`. */
export function draftField<
  const N extends string,
  W,
  S,
  L extends boolean = false,
  P extends boolean = false,
>(
  at: N,
  { kind, wire, answer, toStored, toWire }: Codec<W, S>,
  blank: NoInfer<S>,
  { later, printed, hidden }: Options<L, P> = {},
): DraftField<Record<N, W>, S> & { readonly later: L; readonly printed: P } {
  type V = Record<N, W>
  const named = <T>(value: T) => ({ [at]: value }) as Record<N, T> // its one key is `at`
  // A field's schema normalises: what it takes has the type of what it gives.
  const schema = (type: z.ZodType<W>) => named(type as z.ZodType<W, W>)
  const write = (stored: S, currency: Currency): V => named(toWire(stored, { currency }))
  return {
    wire: schema(wire),
    answer: schema(answer),
    blank,
    // Absent stands for false.
    later: (later ?? false) as L,
    printed: (printed ?? false) as P,
    shows: hidden ? {} : named(kind),
    toStored(sent, currency) {
      const value: W | undefined = sent[at]
      return value === undefined ? undefined : toStored(value, { currency })
    },
    toWire: write,
    view: hidden ? () => ({}) : write,
  }
}

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never
type Flag<F extends DraftFields, K extends 'later' | 'printed'> = {
  [N in keyof F]: F[N] extends { readonly [_ in K]: true } ? N : never
}[keyof F]

/** The schemas of all fields, by the wire's names. */
export type ShapeOf<F extends DraftFields> = Intersection<F[keyof F]['wire']>
/** Stored form. */
export type StoredDraft<F extends DraftFields> = {
  readonly [N in Exclude<keyof F, Flag<F, 'later'>>]: F[N]['blank']
} & { readonly [N in Flag<F, 'later'>]?: F[N]['blank'] }
/** Wire form. */
export type WireDraft<F extends DraftFields> = {
  [N in keyof ShapeOf<F>]: z.output<ShapeOf<F>[N]>
}
/** Frozen form of a paper. */
export type PrintedDraft<F extends DraftFields> = Pick<
  StoredDraft<F>,
  Flag<F, 'printed'> & keyof StoredDraft<F>
>

/** The schemas of requests or of replies. */
export const shapeOf = <F extends DraftFields>(fields: F, side: 'wire' | 'answer'): ShapeOf<F> =>
  Object.assign({}, ...Object.values(fields).map((field) => field[side]))

/** The stored name of each of the wire's. */
export const storedNames = <F extends DraftFields>(
  fields: F,
): Readonly<Record<keyof ShapeOf<F>, string>> =>
  Object.assign(
    {},
    ...Object.entries(fields).flatMap(([name, { wire }]) =>
      Object.keys(wire).map((at) => ({ [at]: name })),
    ),
  )

/** The fields of a new draft; those that were added later are left out. */
export const blankDraft = <F extends DraftFields>(fields: F): StoredDraft<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { later, blank }]) => (later ? [] : [[name, blank]])),
  ) as StoredDraft<F> // each key has its field's value

/**
 * Sent fields in their stored form; absent fields are left out.
 *
 * @throws the refusals of the fields' codecs
 */
export const storedDraft = <F extends DraftFields>(
  fields: F,
  sent: Sent<WireDraft<F>>,
  currency: Currency,
): Partial<StoredDraft<F>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const stored = field.toStored(sent, currency)
      return stored === undefined ? [] : [[name, stored]]
    }),
  ) as Partial<StoredDraft<F>> // each key has its field's value

type Drafted<F extends DraftFields> = StoredDraft<F> & { readonly currency: Currency }
const encoded = <F extends DraftFields>(
  fields: F,
  stored: Drafted<F>,
  as: 'toWire' | 'view',
): Values => {
  const values: Values = stored
  return Object.assign(
    {},
    ...Object.entries(fields).map(([name, field]) =>
      field[as](values[name] ?? field.blank, stored.currency),
    ),
  )
}

/** Stored fields in the wire's words. */
export const wireDraft = <F extends DraftFields>(fields: F, stored: Drafted<F>): WireDraft<F> =>
  encoded(fields, stored, 'toWire') as WireDraft<F> // each value was made by the field of its key

/** Stored fields in the history's form. */
export const viewDraft = <F extends DraftFields>(fields: F, stored: Drafted<F>): Values =>
  encoded(fields, stored, 'view')

/** The kinds of what a history shows; plain text has none. */
export const shownKinds = (fields: DraftFields): Readonly<Record<string, FieldKind>> =>
  Object.fromEntries(
    Object.values(fields).flatMap(({ shows }) =>
      Object.entries(shows).filter(([, kind]) => kind !== 'text'),
    ),
  )

/** Frozen fields of the paper; a later field only where it has a value. */
export const printedDraft = <F extends DraftFields>(
  fields: F,
  stored: StoredDraft<F>,
): PrintedDraft<F> => {
  const values: Values = stored
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { printed, later, blank }]) =>
      printed && (!later || (values[name] ?? blank) !== blank) ? [[name, values[name]]] : [],
    ),
  ) as PrintedDraft<F> // each key has its field's value
}
