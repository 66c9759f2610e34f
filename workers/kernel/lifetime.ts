/** For all of the end of a process: what is left of it is for keeping the read models. */
const END_MS = 9_500

/** From the first thing a process opens to the last one it closes. */
export type Lifetime = {
  /** Aborted once the process is told to end; ends every wait of the start. */
  readonly signal: AbortSignal
  /** How each thing is closed, in the order they were opened. */
  readonly ending: (() => unknown)[]
  /** From now on no request is answered as ready, and no wait goes on. */
  announce(): void
  /** What is left of the time an end may take. @unit milliseconds */
  msLeft(): number
  /** Closes all that was opened, the last one first. @param before done sooner, within the time an end may take */
  end(before?: () => Promise<void>): Promise<void>
}

/** @param outer aborted by the caller of the start, who gives it up */
export function createLifetime(outer?: AbortSignal): Lifetime {
  const ends = new AbortController()
  const ending: Lifetime['ending'] = []
  let endsBy: number | undefined
  const begin = (): number => (endsBy ??= performance.now() + END_MS)
  return {
    signal: outer === undefined ? ends.signal : AbortSignal.any([ends.signal, outer]),
    ending,
    announce: () => ends.abort(new Error('Carnet ends')),
    msLeft: () => Math.max(0, Math.round(begin() - performance.now())),
    async end(before = async () => {}) {
      begin()
      await before()
      for (const close of ending.splice(0).reverse()) await close()
    },
  }
}
