/** `more`: there is work left, ring again. */
export type JobOutcome = 'done' | 'more'

/**
 * A doorbell, never the data path. Every adapter passes `tests/conformance/job-queue.ts`: after `wake` returns a run of the
 * handler for that key starts; a burst of wakes coalesces; one key never runs twice at once in one process.
 */
export interface JobQueue {
  wake(topic: string, key: string): Promise<void>
  /** Rings `key` every `everyMs`. Ticks may be lost or late; they are never counted on. */
  schedule(topic: string, key: string, everyMs: number): Promise<void>
  consume(topic: string, handler: (key: string, signal: AbortSignal) => Promise<JobOutcome>, options: { concurrency: number }): Promise<() => Promise<void>>
  ping(): Promise<void>
  close(): Promise<void>
}
