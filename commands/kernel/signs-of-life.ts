/** Interval at which a process says that it still works on something. @unit milliseconds */
const BEAT_MS = 5_000
/** Work whose process says nothing for this time was lost with it. @unit milliseconds */
export const SILENT_MS = 20_000

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
