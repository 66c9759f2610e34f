import type { Position } from '#domain/kernel/event.ts'

/** Projections follow a write by milliseconds; an hour's writers are few. */
const KEPT_MS = 10_000
const MOST_CALLERS = 10_000

/** Position of an answer of any route; of a list, the furthest. */
const positionIn = (data: unknown): Position =>
  [data].flat().reduce<Position>((last, one) => {
    const { position } = Object(one) as { position?: unknown } // a part of any answer
    return typeof position === 'string' && position > last ? position : last
  }, '')

/**
 * Positions of the callers' last writes in this process. A caller without `x-min-position` then
 * reads what it wrote.
 *
 * @param milliseconds a clock that never goes back
 */
export function ownWrites(milliseconds = () => performance.now()) {
  const written = new Map<string, { readonly position: Position; readonly until: number }>()
  return {
    /** Notes an answer that carries a position. */
    note(callerId: string, data: unknown): void {
      const position = positionIn(data)
      if (position <= (written.get(callerId)?.position ?? '')) return
      written.delete(callerId)
      written.set(callerId, { position, until: milliseconds() + KEPT_MS })
      const [oldest] = written.keys()
      if (written.size > MOST_CALLERS && oldest !== undefined) written.delete(oldest)
    },
    /** @returns '' without a write that is still young */
    of(callerId: string): Position {
      const last = written.get(callerId)
      if (last === undefined) return ''
      if (last.until > milliseconds()) return last.position
      written.delete(callerId)
      return ''
    },
  }
}
