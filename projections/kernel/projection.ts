import type { DomainEvent } from '#domain/kernel/decider.ts'
import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import { FRESH_START } from '#domain/kernel/fresh-start.ts'
import type { Doc, IndexSpec } from '#domain/kernel/ports/read-store.ts'
import { stamp, type Stamp } from './stamp.ts'

/**
 * One read model as the engine sees it: how events become documents. Pure, and the same on every
 * engine.
 *
 * `Projection` without an argument is one whose documents' type does not matter. Any other can be
 * assigned to it, because TypeScript compares the parameters of methods both ways.
 */
export type Projection<D extends Doc = Doc> = {
  /** Plural noun; the collection's name without its version. */
  readonly name: string
  readonly version: number
  /** Event types that touch it. */
  readonly handles: readonly string[]
  /** Keeps its documents when a demo account is reset, because their streams go on. */
  readonly outlives?: boolean
  /** The document (or documents) an event touches. */
  keyOf(event: RecordedEvent): string | readonly string[]
  /** @returns the document after the event; null removes it */
  evolve(doc: D | null, event: RecordedEvent, key: string): D | null
  readonly indexes: readonly IndexSpec[]
}

/** Input of a handler: the event, and the stamp of a document that it makes or changes. */
export type Fact<E extends DomainEvent> = RecordedEvent<E['type'], E['data']> & {
  readonly stamp: Stamp
}

/** In place of a handler, for an event that leaves the documents unchanged. */
type Ignored = 'ignored'
export type Handler<E extends DomainEvent, D, After = D> = (
  doc: D | null,
  fact: Fact<E>,
  key: string,
) => After | null
/**
 * One entry for each event of the union `E`. A missing event does not compile, nor does one of
 * another name.
 */
export type Handlers<E extends DomainEvent, D, After = D> = {
  readonly [T in E['type']]: Handler<Extract<E, { readonly type: T }>, D, After> | Ignored
}
/**
 * Documents that an event touches. An event without an entry touches the document of its stream's
 * id.
 */
export type Keys<E extends DomainEvent> = {
  readonly [T in E['type']]?: (
    event: RecordedEvent<T, Extract<E, { readonly type: T }>['data']>,
  ) => string | readonly string[]
}

/**
 * `on: { …, ...ignored('BillDrafted') }`: events of the union that do not change the read model.
 */
export const ignored = <const T extends string>(
  ...types: readonly T[]
): Readonly<Record<T, Ignored>> =>
  Object.fromEntries(types.map((type) => [type, 'ignored'])) as Record<T, Ignored> // fromEntries forgets the keys

/**
 * Declares a read model over the events `E`; several aggregates' events are joined with `|`.
 *
 * A handler returns the document after the event. `null` removes it, and the given document leaves
 * it unchanged. A changed shape or rule takes a new `version`, which is built beside the old one
 * and swapped in.
 */
export function defineProjection<E extends DomainEvent, D extends Doc & Partial<Stamp>>({
  name,
  version,
  indexes,
  keyOf = {},
  outlives = false,
  on,
}: {
  readonly name: string
  readonly version: number
  readonly indexes: readonly IndexSpec[]
  readonly keyOf?: Keys<E>
  readonly outlives?: boolean
  readonly on: Handlers<E, D>
}): Projection<D> {
  // Each handler is found by the event type that it was typed for.
  const handlers = on as Readonly<Record<string, Handler<DomainEvent, D> | Ignored>>
  const keys = keyOf as Readonly<
    Record<string, ((event: RecordedEvent) => string | readonly string[]) | undefined>
  >
  return {
    name,
    version,
    indexes,
    outlives,
    handles: Object.keys(handlers).filter((type) => handlers[type] !== 'ignored'),
    keyOf: (event) => keys[event.type]?.(event) ?? idOf(event.stream),
    evolve(doc, event, key) {
      const handler = handlers[event.type]
      if (typeof handler !== 'function') throw new Error(`${name} does not handle ${event.type}`)
      return handler(doc, { ...event, stamp: stamp(doc, event) }, key)
    },
  }
}

/**
 * Event types that a projection reads: those that it handles, and the one that drops an owner's
 * documents.
 */
export const typesOf = ({
  handles,
  outlives = false,
}: Pick<Projection, 'handles' | 'outlives'>): readonly string[] =>
  outlives ? handles : [...handles, FRESH_START]

/** A read model by name, for code that does not need its documents' type. */
export type ProjectionRef = Pick<Projection, 'name' | 'version'>

/**
 * A version's own collection. A rebuild of the same version beside it has a generation of 1 or
 * more.
 *
 * @param code hash of the code that folds it, hexadecimal; empty where the version tells enough
 */
export const collectionName = (
  { name, version }: ProjectionRef,
  generation = 0,
  code = '',
): string =>
  `${name}__v${version}${code && `_${code}`}${generation === 0 ? '' : `__g${generation}`}`

/** Parts of a collection's name; null for a name that is no read model's. */
export function editionOf(
  collection: string,
): (ProjectionRef & { readonly generation: number; readonly code: string }) | null {
  const [, name, version, code = '', generation = '0'] =
    /^(.+)__v(\d+)(?:_([0-9a-f]+))?(?:__g(\d+))?$/.exec(collection) ?? []
  return name === undefined
    ? null
    : { name, version: Number(version), generation: Number(generation), code }
}
