import { expect } from 'vitest'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { committed } from '#tests/kernel/events.ts'

/** Frozen deeply, so that an `evolve` that changes its argument throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/**
 * The projection by definition: each event folded into each document it touches, in order. By
 * `_id`.
 */
export function foldAll<D extends Doc>(
  projection: Projection<D>,
  events: Iterable<RecordedEvent>,
): readonly D[] {
  const docs = new Map<string, D>()
  for (const event of events) {
    if (!projection.handles.includes(event.type)) continue
    const keys = projection.keyOf(event)
    for (const key of new Set(typeof keys === 'string' ? [keys] : keys)) {
      const doc = projection.evolve(docs.get(key) ?? null, event, key)
      if (doc) docs.set(key, frozen(doc))
      else docs.delete(key)
    }
  }
  return [...docs.values()].sort((a, b) => (a._id < b._id ? -1 : 1))
}

/** Some fields of a document, and of what is nested in it. */
type Part<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Part<T[K]> }
    : T

/**
 * `given(events…).gives(documents…)` for one projection. Events are taken in the given order,
 * whatever their positions. Each expected document names the fields it cares about, and there are
 * no others.
 */
export const spec =
  <D extends Doc>(projection: Projection<D>) =>
  (...events: readonly RecordedEvent[]) => {
    const docs = () => foldAll(projection, frozen(committed(events)))
    return {
      docs,
      gives(...expected: readonly (Part<D> & { readonly _id: string })[]): void {
        const actual = docs()
        expect(actual.map((doc) => doc._id)).toEqual(expected.map((doc) => doc._id).sort())
        for (const doc of expected)
          expect(actual.find((other) => other._id === doc._id)).toMatchObject(doc)
        for (const doc of actual) expect(doc.owner, `${doc._id} has an owner`).toBeTypeOf('string')
      },
    }
  }
