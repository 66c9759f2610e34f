import { setTimeout as pause } from 'node:timers/promises'

/**
 * Time limit for the end of a process; what is left of it is for saving the read models. @unit
 * milliseconds
 */
const END_MS = 9_500

/** The life of a process, from the first engine it opens to the last one it closes. */
export type Lifetime = {
  /** Aborted once the process is told to end; ends every wait of the start. */
  readonly signal: AbortSignal
  /** Closing functions, in the order of opening. */
  readonly ending: (() => unknown)[]
  /** The end begins: `/api/ready` answers no, and waits stop. */
  announce(): void
  /** Time left until the end's limit. @unit milliseconds */
  msLeft(): number
  /**
   * Closes everything that was opened, the last one first. @param before runs first, within the
   * time limit
   */
  end(before?: () => Promise<void>): Promise<void>
}

/** @param outer the caller's signal, which aborts the start */
export function createLifetime(outer?: AbortSignal, endMs = END_MS): Lifetime {
  const ends = new AbortController()
  const ending: Lifetime['ending'] = []
  let endsBy: number | undefined
  const begin = (): number => (endsBy ??= performance.now() + endMs)
  const left = (): number => Math.max(0, Math.round(begin() - performance.now()))
  return {
    signal: outer === undefined ? ends.signal : AbortSignal.any([ends.signal, outer]),
    ending,
    announce: () => ends.abort(new Error('Carnet ends')),
    msLeft: left,
    async end(before = async () => {}) {
      begin()
      await before()
      // A closing that takes too long is left: the stores allow for a kill.
      for (const close of ending.splice(0).reverse())
        await Promise.race([close(), pause(left(), undefined, { ref: false })])
    },
  }
}
