import { describe, expect, onTestFinished, test } from 'vitest'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { Product } from '#domain/stock/product.record.ts'
import { collectionName } from '#projections/kernel/projection.ts'
import { recordsOf } from '#projections/records.ts'
import { lineCutAfter } from '#tests/doubles/cut-line.ts'
import { skipped } from '#tests/engines/local.ts'
import { business } from './fixture.ts'
import { repeated } from '#tests/kernel/nightly.ts'
import { productProcess } from './processes.ts'
import { atHead, expectPureFold, halfWritten, missing, servers } from './servers.ts'

const KILLS = repeated({ daily: 2, nightly: 10 })
const BURST = 60

/** For what takes a moment where nothing else runs. */
const PATIENTLY = { timeout: 240_000, interval: 100 }

describe.skipIf(skipped(missing))('the read models of a worker', () => {
  test(`are the pure fold after it was killed in mid-batch, ${KILLS} times`, async () => {
    const { environment, mongo, store, readStore } = await servers()
    const worker = (MONGODB_URL = environment.MONGODB_URL) =>
      productProcess({ ...environment, MONGODB_URL, ROLE: 'workers' })
    const { tellYear, flow } = business(store)
    const busy = [Company, Contact, Product].map((type) => collectionName(recordsOf(type)))
    for (let killed = 0; killed < KILLS; killed++) {
      // After the first write of a batch, or the second, or that of another read model's.
      const line = await lineCutAfter(1 + (killed % busy.length), busy, mongo.port)
      onTestFinished(line.stop)
      const victim = await worker(
        environment.MONGODB_URL.replace(String(mongo.port), String(line.port)),
      )
      const { ended } = flow(BURST)
      await expect.poll(line.isCut, PATIENTLY).toBe(true)
      await victim.end('SIGKILL')
      line.stop()
      await ended
      // No other worker runs, so its half-done work stays visible.
      expect(await halfWritten(readStore, environment.MONGODB_URL, busy)).toBeGreaterThan(0)
    }
    // Told only now: each worker before would have read the whole year first.
    await tellYear()
    const [last] = await Promise.all([worker(), worker()])
    await expect.poll(() => atHead(store, readStore), PATIENTLY).toBe(true)
    await expect.poll(async () => (await last.ready()).ready, PATIENTLY).toBe(true)
    await expectPureFold(store, readStore)
  }, 600_000)
})
