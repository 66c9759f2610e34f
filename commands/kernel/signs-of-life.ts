/** Interval at which a process says that it still works on something. @unit milliseconds */
const BEAT_MS = 5_000
/** Work whose process says nothing for this time was lost with it. @unit milliseconds */
const SILENT_MS = 20_000

/**
 * Whether a process has said nothing for so long. A sign from the future was given before the clock
 * was set back. A living process soon gives another.
 */
export const isSilent = (saidAt: number, now: number, forMs = SILENT_MS): boolean =>
  Math.abs(now - saidAt) >= forMs

/**
 * Writes a sign of life now and again, while long work goes on outside of the log.
 *
 * @param write may fail: the next sign makes up for it
 * @returns ends it, once the last sign is written
 */
export function signsOfLife(write: () => Promise<unknown>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  const beating = setInterval(() => {
    last = last.then(write).catch(() => undefined)
  }, BEAT_MS).unref()
  return async () => {
    clearInterval(beating)
    await last
  }
}
