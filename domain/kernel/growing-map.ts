/**
 * A map for states of long streams. Its versions share their entries: one entry more costs the same
 * at every size.
 */
export type GrowingMap<V> = {
  readonly isEmpty: boolean
  get(key: string): V | undefined
  /** This map with an entry more, or with another value of a known key. */
  with(key: string, value: V): GrowingMap<V>
}

/** Entries of several versions: a version has those whose place is within its length. */
type Shared<V> = {
  readonly entries: Map<string, { readonly place: number; readonly value: V }>
  length: number
}

function version<V>(shared: Shared<V>, length: number): GrowingMap<V> {
  return {
    isEmpty: length === 0,
    get(key) {
      const entry = shared.entries.get(key)
      return entry !== undefined && entry.place < length ? entry.value : undefined
    },
    with(key, value) {
      // Another version has gone on from here, or has this key: this one leaves it untouched.
      const isLast = shared.length === length && !shared.entries.has(key)
      const own = isLast ? shared : { entries: new Map(shared.entries), length }
      if (!isLast)
        for (const [other, { place }] of own.entries) if (place >= length) own.entries.delete(other)
      own.entries.set(key, { place: length, value })
      own.length = length + 1
      return version(own, length + 1)
    },
  }
}

export const growingMap = <V>(): GrowingMap<V> => version({ entries: new Map(), length: 0 }, 0)
