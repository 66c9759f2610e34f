import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { JobQueue } from '#domain/kernel/ports/job-queue.ts'

/** A promise and its handle. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

/** Contract of every job queue. @param open a queue of its own, with nothing rung, for each call */
export function jobQueueSuite(name: string, open: () => Promise<JobQueue>): void {
  const opened = async () => {
    const queue = await open()
    onTestFinished(() => queue.close())
    return queue
  }
  let made = 0
  const topic = () => `topic-${++made}`

  describe(`${name} as a job queue`, () => {
    test('runs the handler for a key that is woken', async () => {
      const queue = await opened()
      const t = topic()
      const handler = vi.fn(async () => 'done' as const)
      await queue.consume(t, handler, { concurrency: 1 })
      await queue.wake(t, 'a')
      await vi.waitFor(() => expect(handler.mock.calls).toMatchObject([['a', {}]]))
    })

    test('loses no wake: one that comes while the handler runs causes another run', async () => {
      const queue = await opened()
      const t = topic()
      const first = gate()
      const began = gate()
      // Work that a run finds when it reads, as a projector reads the log.
      let log = 0
      let seen = 0
      let runs = 0
      await queue.consume(
        t,
        async () => {
          runs++
          seen = log
          began.open()
          if (runs === 1) await first.opened
          return 'done'
        },
        { concurrency: 4 },
      )
      log = 1
      await queue.wake(t, 'a')
      await began.opened
      log = 2
      await queue.wake(t, 'a')
      first.open()
      await vi.waitFor(() => expect(seen).toBe(2))
      expect(runs).toBe(2)
    })

    test('makes few runs of a burst of wakes', async () => {
      const queue = await opened()
      const t = topic()
      let runs = 0
      let seen = 0
      let log = 0
      await queue.consume(t, async () => (runs++, (seen = log), 'done'), { concurrency: 4 })
      await Promise.all(
        Array.from({ length: 500 }, () => {
          log++
          return queue.wake(t, 'a')
        }),
      )
      await vi.waitFor(() => expect(seen).toBe(500))
      expect(runs).toBeLessThan(50)
    })

    test('never runs one key twice at once, and runs several keys side by side', async () => {
      const queue = await opened()
      const t = topic()
      const running = new Set<string>()
      let together = 0
      let finished = 0
      const both = gate()
      await queue.consume(
        t,
        async (key) => {
          expect(running.has(key)).toBe(false)
          running.add(key)
          together = Math.max(together, running.size)
          if (running.size === 2) both.open()
          await both.opened
          running.delete(key)
          finished++
          return 'done'
        },
        { concurrency: 2 },
      )
      for (let i = 0; i < 20; i++)
        await Promise.all(['a', 'b', 'c'].map((key) => queue.wake(t, key)))
      await vi.waitFor(() => expect(finished).toBeGreaterThanOrEqual(3))
      expect(together).toBe(2)
    })

    test('rings again as long as the handler answers that there is more', async () => {
      const queue = await opened()
      const t = topic()
      let left = 5
      await queue.consume(t, async () => (--left > 0 ? 'more' : 'done'), { concurrency: 1 })
      await queue.wake(t, 'a')
      await vi.waitFor(() => expect(left).toBe(0))
    })

    test('gives other keys their turn between the runs of one that has more', async () => {
      const queue = await opened()
      const t = topic()
      const turns: string[] = []
      await queue.consume(
        t,
        async (key) => (turns.push(key), key === 'long' && turns.length < 6 ? 'more' : 'done'),
        {
          concurrency: 1,
        },
      )
      await queue.wake(t, 'long')
      await queue.wake(t, 'short')
      await vi.waitFor(() => expect(turns).toContain('short'))
      expect(turns.indexOf('short')).toBeLessThan(3)
    })

    test('does not lose the work of a run that throws, nor stop for it', async () => {
      const queue = await opened()
      const t = topic()
      let runs = 0
      const handler = vi.fn(async (key: string) => {
        if (key === 'bad' && runs++ === 0) throw new Error('not now')
        return 'done' as const
      })
      await queue.consume(t, handler, { concurrency: 1 })
      await queue.wake(t, 'bad')
      await queue.wake(t, 'good')
      await vi.waitFor(() => expect(handler).toHaveBeenCalledWith('good', expect.anything()))
      await queue.wake(t, 'bad')
      await vi.waitFor(() => expect(runs).toBe(2))
    })

    test('rings a scheduled key again and again', async () => {
      const queue = await opened()
      const t = topic()
      const handler = vi.fn(async () => 'done' as const)
      await queue.consume(t, handler, { concurrency: 1 })
      await queue.schedule(t, 'tick', 20)
      await vi.waitFor(() => expect(handler.mock.calls.length).toBeGreaterThanOrEqual(3), {
        timeout: 5_000,
      })
    })

    test('keeps what was rung before there was a consumer', async () => {
      const queue = await opened()
      const t = topic()
      await queue.wake(t, 'early')
      const handler = vi.fn(async () => 'done' as const)
      await queue.consume(t, handler, { concurrency: 1 })
      await vi.waitFor(() => expect(handler).toHaveBeenCalledOnce())
    })

    test('tells how much waits, runs and failed', async () => {
      const queue = await opened()
      const t = topic()
      const depth = async () => (await queue.depths()).find((one) => one.topic === t)
      await Promise.all(['a', 'b', 'bad'].map((key) => queue.wake(t, key)))
      await vi.waitFor(async () =>
        expect(await depth()).toEqual({ topic: t, waiting: 3, active: 0, failed: 0 }),
      )
      const held = gate()
      await queue.consume(
        t,
        async (key) => {
          if (key === 'bad') throw new Error('not now')
          await held.opened
          return 'done'
        },
        { concurrency: 2 },
      )
      await vi.waitFor(async () =>
        expect(await depth()).toEqual({ topic: t, waiting: 1, active: 2, failed: 0 }),
      )
      held.open()
      await vi.waitFor(async () =>
        expect(await depth()).toEqual({ topic: t, waiting: 0, active: 0, failed: 1 }),
      )
    })

    test('stops a consumer when its run has ended, told through the signal', async () => {
      const queue = await opened()
      const t = topic()
      const began = gate()
      let ended = false
      const stop = await queue.consume(
        t,
        async (_, signal) => {
          began.open()
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          ended = true
          return 'done'
        },
        { concurrency: 1 },
      )
      await queue.wake(t, 'a')
      await began.opened
      await stop()
      expect(ended).toBe(true)
    })
  })
}
