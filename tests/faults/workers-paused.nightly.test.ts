import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { skipped } from '#tests/engines/local.ts'
import { business } from './fixture.ts'
import { batches, productProcess } from './processes.ts'
import { atHead, expectPureFold, missing, servers } from './servers.ts'

/** Longer than a job's lock lasts, 15 s, and than the 5 s after which its loss is found. */
const ASLEEP_MS = 21_000

/** The bills of the business make work too, which appends events. */
const PATIENTLY = { timeout: 300_000, interval: 250 }

describe.skipIf(skipped(missing))('the read models of two workers', () => {
  test('are the pure fold after one slept past its locks, and woke beside the other', async () => {
    const { environment, store, readStore } = await servers()
    const worker = () => productProcess({ ...environment, ROLE: 'workers', LOG_LEVEL: 'debug' })
    const { flow } = business(store)
    await flow(60).ended
    const sleeper = await worker()
    const writing = flow(Number.POSITIVE_INFINITY, 400)
    // Alone, it has all the work; it falls asleep in the midst of it.
    await expect.poll(() => batches(sleeper), { ...PATIENTLY, interval: 10 }).toBeGreaterThan(5)
    const other = await worker()
    sleeper.pause()
    // Few events are enough for the other one to work on meanwhile.
    await writing.stop()
    const trickling = flow(Number.POSITIVE_INFINITY, 2_000)
    await pause(ASLEEP_MS)
    await expect.poll(() => batches(other), PATIENTLY).toBeGreaterThan(0)
    sleeper.resume()
    await pause(2_000)
    await trickling.stop()
    await expect.poll(() => atHead(store, readStore), PATIENTLY).toBe(true)
    await expect.poll(async () => (await sleeper.ready()).ready, PATIENTLY).toBe(true)
    // The worker found its work taken by others.
    expect(sleeper.output()).toMatch(/lock/i)
    await expectPureFold(store, readStore)
  }, 720_000)
})
