import { readFileSync } from 'node:fs'
import { retryWait } from './job-retry.ts'
import { Queue, Worker } from 'bullmq'
import { Redis, type RedisOptions } from 'ioredis'
import type { JobOutcome, JobQueue } from '#domain/kernel/ports/job-queue.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import { coalescedWakes } from './coalesced-wakes.ts'
import { keepSchedules } from './schedules.ts'

export type BullmqOptions = {
  /**
   * `redis://user:password@host:6379/0`; the server must not evict (`maxmemory-policy noeviction`).
   * With `rediss://` a file of a certificate and its key may prove who calls:
   * `?tlsCertificateKeyFile=…`, named as MongoDB names it.
   */
  readonly url: string
  /** The same with the user and password that count now, asked before each new connection. */
  readonly latestUrl?: (() => string) | undefined
  readonly log: Log
  /**
   * Prefix of every key in Redis; processes with the same prefix share the work. `carnet` when
   * absent
   */
  readonly prefix?: string
}
/** The queues of these topics, for the screen that shows them. */
export type BullmqQueue = JobQueue & {
  readonly queues: (topics: readonly string[]) => readonly Queue[]
}

const LOCK_MS = 15_000
const STALLED_MS = 5_000
/**
 * Interrupted runs of a job until it fails. A run is interrupted when its process dies, and may
 * safely run again.
 */
const MAX_STALLED = 10
const FAILED_KEPT = 100
/**
 * Longest wait of a command for Redis, and of a stop for a Redis that is away.
 * @unit ms
 */
const ANSWER_MS = 1_000
const LEAVE_MS = 3_000

type Consumer = {
  readonly stopping: AbortController
  readonly worker: Worker
  readonly running: Set<Promise<unknown>>
  readonly retries: Map<string, NodeJS.Timeout>
  stopped: Promise<void> | null
}

/** Proof of the caller's identity. @throws Error when the file of the certificate cannot be read */
function proofOf(url: string): Pick<RedisOptions, 'username' | 'password' | 'tls'> {
  const at = new URL(url)
  const file = at.searchParams.get('tlsCertificateKeyFile')
  const pem = file === null ? null : readFileSync(file)
  return {
    username: decodeURIComponent(at.username),
    password: decodeURIComponent(at.password),
    ...(pem !== null && { tls: { cert: pem, key: pem } }),
  }
}

/**
 * The client takes password and certificate from its options at each connection, and calls this
 * before each but the first. BullMQ copies the options for further connections of its own: each has
 * its own `this`.
 */
const patient = (latestUrl: () => string) => ({
  maxRetriesPerRequest: null,
  retryStrategy(this: RedisOptions, tries: number): number {
    try {
      Object.assign(this, proofOf(latestUrl()))
    } catch {
      // A file is just being replaced: what proved it before may do.
    }
    return Math.min(1_000, 50 * 2 ** Math.min(tries, 5))
  },
  connectTimeout: 2_000,
  keepAlive: 5_000,
})
/** The client would take TLS without a certificate from the address. */
function connected(
  url: string,
  latestUrl: () => string,
  impatient: { readonly maxRetriesPerRequest?: number; readonly commandTimeout?: number } = {},
): Redis {
  const redis = new Redis(url, { ...patient(latestUrl), ...impatient, lazyConnect: true })
  Object.assign(redis.options, proofOf(url))
  redis.connect().catch(() => {}) // it says so by an event too, and tries again
  return redis
}
const within = (ms: number, work: Promise<unknown>): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined
  return Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]).finally(
    () => clearTimeout(timer),
  )
}

/**
 * Wakes on BullMQ 6 and Redis 6.2 or later. Redis holds no data that matters. While it is away
 * wakes are remembered in memory and sent on its return. A Redis that comes back empty gets its
 * schedules again.
 *
 * `keepLastIfActive` (BullMQ 5.72) runs a job again for wakes that came during its run, which plain
 * deduplication loses. The lock is no fence: a process that slept past its lock runs beside its
 * successor. The stores' compare-and-set allows for that.
 */
export function bullmqQueue({
  url,
  latestUrl = () => url,
  log,
  prefix = 'carnet',
}: BullmqOptions): BullmqQueue {
  // Two connections: sending fails at once, consuming waits for ever.
  const ringing = connected(url, latestUrl, { maxRetriesPerRequest: 1, commandTimeout: ANSWER_MS })
  const working = connected(url, latestUrl)
  const queues = new Map<string, Queue>()
  const consumers = new Map<string, Consumer>()
  let away = false
  let closed = false

  function troubled(error: Error): void {
    if (closed) return
    if (ringing.status === 'ready') log.error({ err: error }, 'The queue reports an error')
    else if (!away)
      log.warn({ err: error }, 'Redis is away: jobs wait for its return, commands do not')
    if (ringing.status !== 'ready') away = true
  }

  function queueOf(topic: string): Queue {
    let queue = queues.get(topic)
    if (!queue) {
      queue = new Queue(topic, {
        connection: ringing,
        prefix,
        defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: FAILED_KEPT },
      })
      queue.on('error', troubled)
      queues.set(topic, queue)
    }
    return queue
  }

  const rung = coalescedWakes({
    isThere: () => ringing.status === 'ready' && !closed,
    // A custom id must not hold a colon; a key may.
    ring: async (topic, key) =>
      void (await queueOf(topic).add(
        key,
        {},
        { deduplication: { id: encodeURIComponent(key), keepLastIfActive: true } },
      )),
    onLost: troubled,
  })
  const schedules = keepSchedules({ redis: ringing, prefix, queueOf, onFailed: troubled })

  ringing.on('error', troubled)
  working.on('error', troubled)
  ringing.on('ready', () => {
    if (away) log.info({}, 'Redis is back')
    away = false
    // Redis may have lost anything: every scheduled key is woken once now, and scheduled again.
    for (const { topic, key } of schedules.all()) rung.remember(topic, key)
    rung.retryMissed()
    void schedules.ensure()
  })

  function consume(
    topic: string,
    handler: (key: string, signal: AbortSignal) => Promise<JobOutcome>,
    { concurrency }: { concurrency: number },
  ): Consumer {
    const stopping = new AbortController()
    const running = new Set<Promise<unknown>>()
    const retries = new Map<string, NodeJS.Timeout>()
    // A wake and a schedule are two jobs of one key, which may run at once. The second then asks
    // the first for another run and ends.
    const current = new Map<string, { again: boolean }>()
    const tries = new Map<string, number>()

    async function perform(key: string): Promise<void> {
      const other = current.get(key)
      if (other) {
        other.again = true
        return
      }
      const run = { again: false }
      current.set(key, run)
      let outcome: JobOutcome
      try {
        outcome = await handler(key, stopping.signal)
        tries.delete(key)
        clearTimeout(retries.get(key))
        retries.delete(key)
      } catch (error) {
        retry(key, error)
        throw error
      } finally {
        current.delete(key)
      }
      if (outcome === 'more' || run.again) await rung.wake(topic, key)
    }

    /** One pending retry per key: further failures meanwhile are neither logged nor counted. */
    function retry(key: string, error: unknown): void {
      if (retries.has(key)) return
      const tried = (tries.get(key) ?? 0) + 1
      tries.set(key, tried)
      const retryMs = retryWait(tried, error)
      log.error({ err: error, topic, key, tries: tried, retryMs }, 'A job failed and is rung again')
      if (stopping.signal.aborted) return
      const timer = setTimeout(() => {
        retries.delete(key)
        void rung.wake(topic, key)
      }, retryMs).unref()
      retries.set(key, timer)
    }

    const worker = new Worker(
      topic,
      async ({ name }) => {
        const run = perform(name)
        running.add(run)
        await run.finally(() => running.delete(run))
      },
      {
        connection: working,
        prefix,
        concurrency,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_MS,
        maxStalledCount: MAX_STALLED,
      },
    )
    worker.on('error', troubled)
    return { stopping, worker, running, retries, stopped: null }
  }

  /** Stops running work. A Redis that is away is not called: its lock expires. */
  function stop(topic: string, consumer: Consumer): Promise<void> {
    consumer.stopped ??= (async () => {
      consumer.stopping.abort()
      for (const timer of consumer.retries.values()) clearTimeout(timer)
      const closing = consumer.worker.close().catch(troubled)
      await Promise.allSettled(consumer.running)
      await within(LEAVE_MS, closing)
      if (consumers.get(topic) === consumer) consumers.delete(topic)
    })()
    return consumer.stopped
  }

  return {
    queues: (topics) => topics.map(queueOf),
    wake: (topic, key) => rung.wake(topic, key),
    async schedule(topic, key, everyMs) {
      await schedules.add({ topic, key, everyMs })
      // Added at once: a wake would wait for the run of a killed process until its lock expires.
      if (ringing.status === 'ready') await queueOf(topic).add(key, {}).catch(troubled)
    },
    async consume(topic, handler, options) {
      if (consumers.has(topic)) throw new Error(`${topic} has a consumer already`)
      queueOf(topic)
      const consumer = consume(topic, handler, options)
      consumers.set(topic, consumer)
      return () => stop(topic, consumer)
    },
    depths: () =>
      Promise.all(
        [...queues].map(async ([topic, queue]) => {
          const {
            waiting = 0,
            prioritized = 0,
            active = 0,
            failed = 0,
          } = await queue.getJobCounts('waiting', 'prioritized', 'active', 'failed')
          return { topic, waiting: waiting + prioritized, active, failed }
        }),
      ),
    async ping() {
      await ringing.ping()
    },
    async close() {
      // Work that does not end in time is done again: its stores allow for a kill.
      await within(
        LEAVE_MS,
        Promise.all([...consumers].map(([topic, consumer]) => stop(topic, consumer))),
      )
      await schedules.close()
      closed = true
      await within(LEAVE_MS, Promise.allSettled([...queues.values()].map((queue) => queue.close())))
      ringing.disconnect()
      working.disconnect()
    },
  }
}
