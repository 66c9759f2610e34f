/**
 * Few enough that a copy of the list of parts is cheap, enough that thousands of entries make small
 * parts.
 */
const PARTS = 256

type Part<V> = ReadonlyMap<string, V>

/** @source FNV-1a, 32 bits: ids that differ in their last letters alone are spread too */
function partOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % PARTS
}

/**
 * A map that never changes. A changed copy shares all but one part with it. A fold of thousands of
 * events then copies few entries for each. Entries come in no order.
 */
export class SharedMap<V> {
  readonly #parts: readonly Part<V>[]
  private constructor(parts: readonly Part<V>[]) {
    this.#parts = parts
  }

  static empty<V>(): SharedMap<V> {
    return new SharedMap<V>(Array.from({ length: PARTS }, () => new Map()))
  }

  get(key: string): V | undefined {
    return this.#parts[partOf(key)]?.get(key)
  }
  has(key: string): boolean {
    return this.#parts[partOf(key)]?.has(key) ?? false
  }
  with(key: string, value: V): SharedMap<V> {
    const at = partOf(key)
    return new SharedMap(this.#parts.with(at, new Map(this.#parts[at]).set(key, value)))
  }
  without(key: string): SharedMap<V> {
    const at = partOf(key)
    if (!this.#parts[at]?.has(key)) return this
    const part = new Map(this.#parts[at])
    part.delete(key)
    return new SharedMap(this.#parts.with(at, part))
  }
  *keys(): Generator<string> {
    for (const part of this.#parts) yield* part.keys()
  }
  *values(): Generator<V> {
    for (const part of this.#parts) yield* part.values()
  }
}
