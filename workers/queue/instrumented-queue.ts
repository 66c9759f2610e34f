import type { JobOutcome, JobQueue } from '#domain/kernel/ports/job-queue.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'

/** The same queue; its wakes and runs are counted and timed. */
export function instrumentedQueue(queue: JobQueue, metrics: Metrics): JobQueue {
  return {
    wake(topic, key) {
      metrics.rung(topic)
      return queue.wake(topic, key)
    },
    schedule: (topic, key, everyMs) => queue.schedule(topic, key, everyMs),
    consume(topic, handler, options) {
      const measured = async (key: string, signal: AbortSignal): Promise<JobOutcome> => {
        const elapsed = metrics.stopwatch()
        try {
          const outcome = await handler(key, signal)
          metrics.jobEnded(topic, outcome, elapsed())
          return outcome
        } catch (error) {
          metrics.jobEnded(topic, 'failed', elapsed())
          throw error
        }
      }
      return queue.consume(topic, measured, options)
    },
    depths: () => queue.depths(),
    ping: () => queue.ping(),
    close: () => queue.close(),
  }
}
