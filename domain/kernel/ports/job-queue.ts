/** `more`: there is work left, so the handler runs again. */
export type JobOutcome = 'done' | 'more'

/**
 * Size of a topic: keys that wait for a run, runs in progress, and failed runs. Redis counts the
 * failed runs that it keeps; in process, the keys that wait for a retry.
 */
export type QueueDepth = {
  readonly topic: string
  readonly waiting: number
  readonly active: number
  readonly failed: number
}

/**
 * A doorbell: it wakes a handler and carries no data. Every adapter passes
 * `tests/conformance/job-queue.ts`. After `wake` returns, a run of the handler for that key starts;
 * a burst of wakes coalesces. One key never runs twice at once in one process.
 */
export interface JobQueue {
  wake(topic: string, key: string): Promise<void>
  /**
   * Wakes `key` every `everyMs`. Ticks may be lost or late, so nothing may depend on their number.
   */
  schedule(topic: string, key: string, everyMs: number): Promise<void>
  consume(
    topic: string,
    handler: (key: string, signal: AbortSignal) => Promise<JobOutcome>,
    options: { concurrency: number },
  ): Promise<() => Promise<void>>
  /** One entry for each topic that this process woke, scheduled or consumed. */
  depths(): Promise<readonly QueueDepth[]>
  ping(): Promise<void>
  close(): Promise<void>
}
