/** A place in a sorted list: before the entry there, or at the end. */
export type Spot = { readonly chunk: number; readonly at: number }

const CHUNK = 512

/**
 * Entries in order, in chunks: an insert moves a few hundred pointers, independent of the number of
 * entries.
 *
 * `order` is a total order: no two entries are equal.
 */
export class SortedList<E> {
  private chunks: E[][] = []
  private readonly order: (a: E, b: E) => number
  private readonly onChanged: (chunk: readonly E[]) => void

  /** @param onChanged receives a chunk whose entries have changed */
  constructor(order: (a: E, b: E) => number, onChanged: (chunk: readonly E[]) => void = () => {}) {
    this.order = order
    this.onChanged = onChanged
  }

  /** Replaces all entries. @param entries in order already */
  fill(entries: readonly E[]): void {
    this.chunks = []
    for (let i = 0; i < entries.length; i += CHUNK / 2)
      this.chunks.push(entries.slice(i, i + CHUNK / 2))
  }

  insert(entry: E): void {
    const { chunk, at } = this.spot((other) => this.order(other, entry))
    const target = this.chunks[chunk]
    const before = this.chunks[chunk - 1]
    // Between two chunks, the end of the earlier one and the beginning of the later one are the
    // same place.
    if (before && at === 0 && (!target || before.length < target.length))
      this.addTo(before, chunk - 1, before.length, entry)
    else if (target) this.addTo(target, chunk, at, entry)
    else this.chunks.push([entry])
  }

  remove(entry: E): void {
    const { chunk, at } = this.spot((other) => this.order(other, entry))
    const target = this.chunks[chunk]
    if (!target || target[at] !== entry)
      throw new Error('An indexed document is not where its index has it')
    target.splice(at, 1)
    this.onChanged(target)
    if (target.length === 0) this.chunks.splice(chunk, 1)
  }

  /**
   * The first entry for which `probe` answers zero or more; `probe` must not fall along the list.
   */
  spot(probe: (entry: E) => number): Spot {
    let low = 0
    let high = this.chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const chunk = this.chunks[middle] as E[] // middle < length
      if (probe(chunk[chunk.length - 1] as E) < 0)
        low = middle + 1 // a chunk is never empty
      else high = middle
    }
    const chunk = this.chunks[low]
    if (!chunk) return { chunk: low, at: 0 }
    let from = 0
    let to = chunk.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if (probe(chunk[middle] as E) < 0)
        from = middle + 1 // middle < length
      else to = middle
    }
    return { chunk: low, at: from }
  }

  get start(): Spot {
    return { chunk: 0, at: 0 }
  }
  get end(): Spot {
    return { chunk: this.chunks.length, at: 0 }
  }

  /** Entries from `from` up to, not including, `to`. */
  size(from: Spot, to: Spot): number {
    if (from.chunk === to.chunk) return Math.max(0, to.at - from.at)
    let count = to.at - from.at
    for (let i = from.chunk; i < to.chunk; i++) count += this.chunks[i]?.length ?? 0
    return Math.max(0, count)
  }

  /**
   * Visits `from` up to, not including, `to`, the last first when `direction` is -1, until `visit`
   * answers 'stop'.
   */
  walk(from: Spot, to: Spot, direction: 1 | -1, visit: (entry: E) => 'go on' | 'stop'): void {
    if (direction === 1) {
      for (let i = from.chunk; i <= to.chunk; i++) {
        const chunk = this.chunks[i]
        if (!chunk) return
        const last = i === to.chunk ? to.at : chunk.length
        // j < length
        for (let j = i === from.chunk ? from.at : 0; j < last; j++)
          if (visit(chunk[j] as E) === 'stop') return
      }
      return
    }
    for (let i = to.chunk; i >= from.chunk; i--) {
      const chunk = this.chunks[i]
      if (!chunk) continue
      const first = i === from.chunk ? from.at : 0
      for (let j = (i === to.chunk ? to.at : chunk.length) - 1; j >= first; j--)
        if (visit(chunk[j] as E) === 'stop') return // 0 <= j < length
    }
  }

  /** The chunk an entry is in. */
  chunkOf(entry: E): readonly E[] | undefined {
    return this.chunks[this.spot((other) => this.order(other, entry)).chunk]
  }

  /**
   * Visits the chunks from `from` to `to`, with the range of entries in each: `first` up to, not
   * including, `last`.
   */
  walkChunks(
    from: Spot,
    to: Spot,
    visit: (chunk: readonly E[], first: number, last: number) => void,
  ): void {
    for (let i = from.chunk; i <= to.chunk; i++) {
      const chunk = this.chunks[i]
      if (!chunk) return
      const first = i === from.chunk ? from.at : 0
      const last = i === to.chunk ? to.at : chunk.length
      if (first < last) visit(chunk, first, last)
    }
  }

  private addTo(target: E[], chunk: number, at: number, entry: E): void {
    target.splice(at, 0, entry)
    this.onChanged(target)
    if (target.length > CHUNK) this.chunks.splice(chunk + 1, 0, target.splice(CHUNK / 2))
  }
}

export const later = (a: Spot, b: Spot): Spot =>
  a.chunk > b.chunk || (a.chunk === b.chunk && a.at >= b.at) ? a : b
export const earlier = (a: Spot, b: Spot): Spot => (later(a, b) === a ? b : a)
