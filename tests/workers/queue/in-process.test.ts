import { afterEach, expect, test, vi } from 'vitest'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { inProcessQueue } from '#workers/queue/in-process.ts'
import { jobQueueSuite } from '#tests/conformance/job-queue.ts'
import { memoryLog } from '#tests/doubles/log.ts'

jobQueueSuite('in process', async () => inProcessQueue({ log: memoryLog() }))

afterEach(() => {
  vi.useRealTimers()
})

test('a job that fails is logged and rung again after 1 s, then 2 s', async () => {
  vi.useFakeTimers()
  const log = memoryLog()
  const queue = inProcessQueue({ log })
  let runs = 0
  await queue.consume(
    't',
    async () => {
      if (++runs < 3) throw new Error('not now')
      return 'done'
    },
    { concurrency: 1 },
  )
  await queue.wake('t', 'a')
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(2)
  expect(runs).toBe(2)
  await vi.advanceTimersByTimeAsync(2_100)
  expect(runs).toBe(3)
  expect(log.lines).toMatchObject([
    { level: 'error', details: { tries: 1, retryMs: 1_000 } },
    { level: 'error', details: { tries: 2, retryMs: 2_000 } },
  ])
})

test('a key that fails whenever it is woken is run each time, and told of once a wait', async () => {
  vi.useFakeTimers()
  const log = memoryLog()
  const queue = inProcessQueue({ log })
  let runs = 0
  await queue.consume('t', async () => Promise.reject(new Error(`failure ${++runs}`)), {
    concurrency: 1,
  })
  for (let i = 0; i < 20; i++) {
    await queue.wake('t', 'a')
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(runs).toBe(20)
  expect(log.lines).toMatchObject([{ details: { tries: 1, err: { message: 'failure 1' } } }])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toBe(21)
  expect(log.lines).toMatchObject([{ details: { tries: 1 } }, { details: { tries: 2 } }])
  await queue.close()
})

test('a closed queue rings nothing and says so when asked', async () => {
  const queue = inProcessQueue({ log: memoryLog() })
  const handler = vi.fn(async () => 'done' as const)
  await queue.consume('t', handler, { concurrency: 1 })
  await queue.close()
  await queue.wake('t', 'a')
  await new Promise((resolve) => setImmediate(resolve))
  expect(handler).not.toHaveBeenCalled()
  await expect(queue.ping()).rejects.toThrow()
})

test('a topic takes one consumer, and another once the first has stopped', async () => {
  const queue = inProcessQueue({ log: memoryLog() })
  const stop = await queue.consume('t', async () => 'done', { concurrency: 1 })
  await expect(queue.consume('t', async () => 'done', { concurrency: 1 })).rejects.toThrow(
    'consumer already',
  )
  await stop()
  await queue.consume('t', async () => 'done', { concurrency: 1 })
  await queue.close()
})

test('what waits for an engine that is away is rung again every 4 s; another failure waits longer each time', async () => {
  vi.useFakeTimers()
  const log = memoryLog()
  const queue = inProcessQueue({ log })
  const errors = {
    engine: new StoreUnavailable('MongoDB does not answer'),
    other: new Error('not now'),
  }
  await queue.consume('t', async (key) => Promise.reject(errors[key as keyof typeof errors]), {
    concurrency: 2,
  })
  await queue.wake('t', 'engine')
  await queue.wake('t', 'other')
  await vi.advanceTimersByTimeAsync(16_000)
  const waits = (key: string) =>
    log.lines
      .map(({ details }) => details as { readonly key: string; readonly retryMs: number })
      .filter((details) => details.key === key)
      .map(({ retryMs }) => retryMs)
  expect(waits('engine')).toEqual([1_000, 2_000, 4_000, 4_000, 4_000, 4_000])
  expect(waits('other')).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  await queue.close()
})
