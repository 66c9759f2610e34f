import { START, type Position, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc, Stored, Write } from '#domain/kernel/ports/read-store.ts'
import type { Projection } from './projection.ts'

/** An event and the documents it touches. */
export type Step = { readonly event: RecordedEvent; readonly keys: readonly string[] }
/** An event a projection cannot fold. */
export type Poison = { readonly event: RecordedEvent; readonly error: unknown }

/** Documents that the events touch, up to the first event whose key cannot be computed. */
export function stepsOf(
  projection: Projection,
  events: readonly RecordedEvent[],
): {
  readonly steps: readonly Step[]
  readonly touched: ReadonlySet<string>
  readonly poison: Poison | null
} {
  const steps: Step[] = []
  const touched = new Set<string>()
  for (const event of events) {
    try {
      const keys = projection.keyOf(event)
      const distinct =
        typeof keys === 'string' ? [keys] : keys.length > 1 ? [...new Set(keys)] : keys
      for (const key of distinct) touched.add(key)
      steps.push({ event, keys: distinct })
    } catch (error) {
      return { steps, touched, poison: { event, error } }
    }
  }
  return { steps, touched, poison: null }
}

type Work<D extends Doc> = {
  readonly loaded: Stored<D> | undefined
  doc: D | null
  position: Position
  /** Whether a document of this id existed at some moment of the batch. */
  existed: boolean
}

/**
 * Documents that are folded in memory, over as many pages of the log as come, until they are
 * written.
 */
export type Batch<D extends Doc = Doc> = {
  /** The ids whose documents it does not hold yet. */
  missing(ids: Iterable<string>): readonly string[]
  /** @param loaded the stored documents of these ids; the others do not exist */
  hold(ids: readonly string[], loaded: ReadonlyMap<string, Stored<D>>): void
  /**
   * Folds events whose documents are held, up to the first that throws; of that event nothing is
   * kept. An event at or before a document's position is already in it, and is passed over.
   */
  fold(steps: readonly Step[]): Poison | null
  /** Number of its documents. */
  readonly size: number
  /** The documents that changed, each with the position it was loaded at. */
  writes(): readonly Write<D>[]
}

export function openBatch<D extends Doc>(projection: Projection<D>): Batch<D> {
  const works = new Map<string, Work<D>>()
  const workOf = (key: string): Work<D> => {
    const work = works.get(key)
    if (work === undefined) throw new Error(`${key} is folded before it is loaded`)
    return work
  }
  return {
    get size() {
      return works.size
    },
    missing(ids) {
      const missing: string[] = []
      for (const id of ids) if (!works.has(id)) missing.push(id)
      return missing
    },
    hold(ids, loaded) {
      for (const id of ids) {
        const stored = loaded.get(id)
        works.set(id, {
          loaded: stored,
          doc: stored && !stored._deleted ? stored : null,
          position: stored?._pos ?? START,
          existed: stored !== undefined && !stored._deleted,
        })
      }
    },
    fold(steps) {
      for (const { event, keys } of steps) {
        try {
          if (keys.length === 1) {
            const key = keys[0] as string // length is 1
            const work = workOf(key)
            if (event.position <= work.position) continue
            settle(work, projection.evolve(work.doc, event, key), event.position)
            continue
          }
          // All of an event's documents change, or none. An error in the last one leaves the first
          // ones as they were.
          const due = keys
            .map((key) => ({ key, work: workOf(key) }))
            .filter(({ work }) => event.position > work.position)
          const docs = due.map(({ key, work }) => projection.evolve(work.doc, event, key))
          due.forEach(({ work }, i) => settle(work, docs[i] ?? null, event.position))
        } catch (error) {
          return { event, error }
        }
      }
      return null
    },
    writes() {
      const writes: Write<D>[] = []
      for (const [id, work] of works) {
        const write = writeOf(id, work)
        if (write) writes.push(write)
      }
      return writes
    },
  }
}

function settle<D extends Doc>(work: Work<D>, doc: D | null, position: Position): void {
  work.doc = doc
  work.position = position
  if (doc) work.existed = true
}

/** Null when there is nothing to write: the document is the loaded one, or none ever existed. */
function writeOf<D extends Doc>(
  id: string,
  { loaded, doc, position, existed }: Work<D>,
): Write<D> | null {
  const ifPos = loaded?._pos ?? null
  if (doc) return doc === loaded ? null : { id, ifPos, doc: { ...doc, _pos: position } }
  if (!existed) return null
  // A document that was created and removed within the batch leaves a tombstone too. A slower
  // process would insert it again. A tombstone has no other field, and no query answers it.
  return {
    id,
    ifPos,
    doc: { _id: id, owner: loaded?.owner ?? '', _pos: position, _deleted: true } as Stored<D>,
  }
}
