import { randomUUID } from 'node:crypto'
import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'

export type Schedule = { readonly topic: string; readonly key: string; readonly everyMs: number }

const LOOK_MS = 5_000
const TERM_MS = 15_000
/**
 * A scheduler that is overdue by this much has stopped (bullmq issue 3272). A later due time was
 * set before the clock was set back. @unit ms
 */
const ASTRAY_MS = 60_000

/**
 * Maintains BullMQ's job schedulers. Only one of all processes does: several that register at once
 * have made schedulers vanish (bullmq issues 3262, 3272). It checks them every 5 s, so that
 * schedules that Redis lost come back.
 */
export function keepSchedules({
  redis,
  prefix,
  queueOf,
  onFailed,
}: {
  readonly redis: Redis
  readonly prefix: string
  readonly queueOf: (topic: string) => Queue
  readonly onFailed: (error: Error) => void
}) {
  const me = randomUUID()
  const seat = `${prefix}:schedules:leader`
  const schedules = new Map<string, Schedule>()
  let looking: Promise<void> | null = null
  let again = false
  const timer = setInterval(() => void ensure(), LOOK_MS).unref()

  async function lead(): Promise<boolean> {
    if ((await redis.set(seat, me, 'PX', TERM_MS, 'NX')) === 'OK') return true
    if ((await redis.get(seat)) !== me) return false
    await redis.pexpire(seat, TERM_MS)
    return true
  }

  async function look(): Promise<void> {
    if (redis.status !== 'ready' || schedules.size === 0 || !(await lead())) return
    for (const { topic, key, everyMs } of schedules.values()) {
      const id = `every-${encodeURIComponent(key)}`
      const queue = queueOf(topic)
      const there = await queue.getJobScheduler(id)
      const dueInMs = (there?.next ?? 0) - Date.now()
      if (there?.every === everyMs && Math.abs(dueInMs) < everyMs + ASTRAY_MS) continue
      // An upsert alone would continue from the existing next run.
      if (there && dueInMs > 0) await queue.removeJobScheduler(id)
      // Jobs have ids of their own. A deduplication key left by an outage (bullmq issue 4311) does
      // not block them.
      await queue.upsertJobScheduler(id, { every: everyMs }, { name: key, data: {} })
    }
  }

  function ensure(): Promise<void> {
    if (looking) {
      again = true
      return looking
    }
    looking = look()
      .catch((error: unknown) =>
        onFailed(error instanceof Error ? error : new Error(String(error))),
      )
      .then(() => {
        looking = null
        if (!again) return
        again = false
        return ensure()
      })
    return looking
  }

  return {
    all: (): Iterable<Schedule> => schedules.values(),
    ensure,
    async add(schedule: Schedule): Promise<void> {
      schedules.set(`${schedule.topic}\n${schedule.key}`, schedule)
      await ensure()
    },
    /** Releases its role at once, so that another process can take it. */
    async close(): Promise<void> {
      clearInterval(timer)
      schedules.clear()
      await looking
      if (redis.status === 'ready' && (await redis.get(seat).catch(() => null)) === me)
        await redis.del(seat).catch(() => 0)
    },
  }
}
