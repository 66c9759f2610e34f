import { retryWait } from './job-retry.ts'
import type { JobQueue } from '#domain/kernel/ports/job-queue.ts'
import type { Log } from '#domain/kernel/ports/log.ts'

type Consumer = {
  readonly handler: Parameters<JobQueue['consume']>[1]
  readonly concurrency: number
  readonly stopping: AbortController
  readonly runs: Set<Promise<void>>
}
type Topic = {
  consumer: Consumer | null
  /** Woken keys whose run has not begun, in order. */
  readonly rung: Set<string>
  readonly running: Set<string>
  readonly tries: Map<string, number>
  begins: boolean
}

/**
 * The embedded queue: wakes in memory. A wake during a run causes another run. A run that throws is
 * logged and repeated after 1 s, 2 s … 60 s. Wakes before there is a consumer wait for one.
 */
export function inProcessQueue({ log }: { readonly log: Log }): JobQueue {
  const topics = new Map<string, Topic>()
  const ticks = new Map<string, NodeJS.Timeout>()
  /**
   * One pending retry per topic and key: further failures meanwhile are neither logged nor counted.
   */
  const retries = new Map<string, NodeJS.Timeout>()
  let closed = false

  const topicOf = (name: string): Topic => {
    let topic = topics.get(name)
    if (!topic)
      topics.set(
        name,
        (topic = {
          consumer: null,
          rung: new Set(),
          running: new Set(),
          tries: new Map(),
          begins: false,
        }),
      )
    return topic
  }

  function ring(name: string, key: string): void {
    if (closed) return
    const topic = topicOf(name)
    topic.rung.add(key)
    begin(name, topic)
  }

  /**
   * Runs begin on a later turn of the event loop. A burst of wakes is one run, and the caller
   * continues first.
   */
  function begin(name: string, topic: Topic): void {
    if (topic.begins || !topic.consumer) return
    topic.begins = true
    setImmediate(() => {
      topic.begins = false
      const { consumer } = topic
      if (!consumer) return
      for (const key of topic.rung) {
        if (topic.running.size >= consumer.concurrency) return
        if (topic.running.has(key)) continue
        topic.rung.delete(key)
        topic.running.add(key)
        const run = perform(name, topic, consumer, key).finally(() => {
          consumer.runs.delete(run)
          topic.running.delete(key)
          if (topic.rung.size > 0) begin(name, topic)
        })
        consumer.runs.add(run)
      }
    })
  }

  async function perform(
    name: string,
    topic: Topic,
    consumer: Consumer,
    key: string,
  ): Promise<void> {
    const waits = `${name}\n${key}`
    try {
      const outcome = await consumer.handler(key, consumer.stopping.signal)
      topic.tries.delete(key)
      clearTimeout(retries.get(waits))
      retries.delete(waits)
      if (outcome === 'more') ring(name, key)
    } catch (error) {
      if (retries.has(waits)) return
      const tries = (topic.tries.get(key) ?? 0) + 1
      topic.tries.set(key, tries)
      const retryMs = retryWait(tries, error)
      log.error({ err: error, topic: name, key, tries, retryMs }, 'A job failed and is rung again')
      if (closed) return
      const retry = setTimeout(() => {
        retries.delete(waits)
        ring(name, key)
      }, retryMs).unref()
      retries.set(waits, retry)
    }
  }

  async function stop(topic: Topic, consumer: Consumer): Promise<void> {
    if (topic.consumer === consumer) topic.consumer = null
    consumer.stopping.abort()
    await Promise.allSettled(consumer.runs)
  }

  return {
    async wake(topic, key) {
      ring(topic, key)
    },
    async schedule(topic, key, everyMs) {
      const name = `${topic}\n${key}`
      clearInterval(ticks.get(name))
      if (!closed) ticks.set(name, setInterval(() => ring(topic, key), everyMs).unref())
    },
    async consume(name, handler, { concurrency }) {
      const topic = topicOf(name)
      if (topic.consumer) throw new Error(`${name} has a consumer already`)
      const consumer: Consumer = {
        handler,
        concurrency,
        stopping: new AbortController(),
        runs: new Set(),
      }
      topic.consumer = consumer
      begin(name, topic)
      return () => stop(topic, consumer)
    },
    async depths() {
      return [...topics].map(([topic, { rung, running, tries }]) => ({
        topic,
        waiting: rung.size,
        active: running.size,
        failed: tries.size,
      }))
    },
    async ping() {
      if (closed) throw new Error('The queue is closed')
    },
    async close() {
      closed = true
      for (const tick of ticks.values()) clearInterval(tick)
      for (const retry of retries.values()) clearTimeout(retry)
      await Promise.all(
        [...topics.values()].map(async (topic) => topic.consumer && stop(topic, topic.consumer)),
      )
    },
  }
}
