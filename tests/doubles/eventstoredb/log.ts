/** One event as the double keeps it: bytes, as they were sent. */
export type StoredEvent = {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly position: bigint
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
  /** @unit 100 nanoseconds since 1970 */
  readonly created: bigint
}

export type Proposed = Pick<StoredEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>
/** A revision, or one of the words of the protocol. */
export type Expected = number | 'no_stream' | 'any' | 'stream_exists'
export type Outcome =
  | { readonly taken: true; readonly revision: number; readonly position: bigint }
  | { readonly taken: false; readonly current: number }

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/**
 * The log of the double: positions with gaps, and an event of the server's own (`$…`) before every
 * third append.
 *
 * @source EventStoreDB 21.2, optimistic-concurrency-and-idempotence.md, for what a repeated append
 * does
 */
export class DoubleLog {
  readonly events: StoredEvent[] = []
  readonly #streams = new Map<string, StoredEvent[]>()
  readonly #listeners = new Set<() => void>()
  #position = 1_041n
  #appends = 0

  constructor() {
    for (const type of ['$UserCreated', '$metadata']) this.addSystemEvent(type)
  }

  stream(name: string): readonly StoredEvent[] | undefined {
    return this.#streams.get(name)
  }

  /** Occurrences of each event id in the log, without the server's own events. */
  copies(): Map<string, number> {
    const copies = new Map<string, number>()
    for (const { id, stream } of this.events)
      if (!stream.startsWith('$')) copies.set(id, (copies.get(id) ?? 0) + 1)
    return copies
  }

  /** Replaces the log's events, which no client can do. Their order and revisions stay as given. */
  tamper(change: (events: readonly StoredEvent[]) => readonly StoredEvent[]): void {
    const changed = change(this.events)
    this.events.splice(0, this.events.length, ...changed)
    this.#streams.clear()
    for (const event of changed)
      this.#streams.set(event.stream, [...(this.#streams.get(event.stream) ?? []), event])
  }

  append(stream: string, expected: Expected, events: readonly Proposed[]): Outcome {
    const current = (this.#streams.get(stream)?.length ?? 0) - 1
    const fits =
      expected === 'any' ||
      (expected === 'no_stream'
        ? current === -1
        : expected === 'stream_exists'
          ? current >= 0
          : expected === current)
    if (!fits) return this.#again(stream, expected, events) ?? { taken: false, current }
    if (++this.#appends % 3 === 0) this.addSystemEvent()
    const last = events.map((event) => this.#add(stream, event)).at(-1)
    if (!last) return { taken: false, current }
    for (const listener of this.#listeners) listener()
    return { taken: true, revision: last.revision, position: last.position }
  }

  /** Something the server notes for itself; readers of `$all` get it too. */
  addSystemEvent(type = '$statsCollected'): void {
    this.#add('$stats-0.0.0.0:2113', {
      id: crypto.randomUUID(),
      type,
      contentType: 'application/json',
      data: json({ 'proc-cpu': 1 }),
      metadata: new Uint8Array(),
    })
    for (const listener of this.#listeners) listener()
  }

  /** @returns stops listening */
  onGrown(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** All ids of the append stand right behind the expected revision: it succeeded before. */
  #again(stream: string, expected: Expected, events: readonly Proposed[]): Outcome | null {
    const after = expected === 'no_stream' ? -1 : expected
    if (typeof after !== 'number') return null
    const there = this.#streams.get(stream)?.slice(after + 1, after + 1 + events.length) ?? []
    const last = there.at(-1)
    if (
      !last ||
      there.length !== events.length ||
      there.some((event, i) => event.id !== events[i]?.id)
    )
      return null
    return { taken: true, revision: last.revision, position: last.position }
  }

  #add(stream: string, event: Proposed): StoredEvent {
    const events = this.#streams.get(stream) ?? []
    this.#streams.set(stream, events)
    this.#position += 137n + BigInt(event.data.length)
    const stored = {
      ...event,
      stream,
      revision: events.length,
      position: this.#position,
      created: BigInt(Date.now()) * 10_000n,
    }
    events.push(stored)
    this.events.push(stored)
    return stored
  }
}
