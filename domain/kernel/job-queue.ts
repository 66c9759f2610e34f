/** `more`: there is work left, ring again. */
export type JobOutcome = 'done' | 'more'

/**
 * How much there is in a topic: keys that wait for a run, runs, and runs that failed and can still be looked at (the last ones in
 * Redis; in process, the keys that wait to be tried again).
 */
export type QueueDepth = {
  readonly topic: string
  readonly waiting: number
  readonly active: number
  readonly failed: number
}

/**
 * A doorbell, never the data path. Every adapter passes `tests/conformance/job-queue.ts`: after `wake` returns a run of the
 * handler for that key starts; a burst of wakes coalesces; one key never runs twice at once in one process.
 */
export interface JobQueue {
  wake(topic: string, key: string): Promise<void>
  /** Rings `key` every `everyMs`. Ticks may be lost or late; they are never counted on. */
  schedule(topic: string, key: string, everyMs: number): Promise<void>
  consume(
    topic: string,
    handler: (key: string, signal: AbortSignal) => Promise<JobOutcome>,
    options: { concurrency: number },
  ): Promise<() => Promise<void>>
  /** One for each topic that was rung, scheduled or consumed here. */
  depths(): Promise<readonly QueueDepth[]>
  ping(): Promise<void>
  close(): Promise<void>
}
