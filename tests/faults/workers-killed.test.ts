import { describe, expect, onTestFinished, test } from 'vitest'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { Product } from '#domain/stock/product.record.ts'
import { collectionName } from '#projections/kernel/projection.ts'
import { recordsOf } from '#projections/records.ts'
import { proxyTo } from '#tests/doubles/proxy.ts'
import { skipped } from '#tests/engines/local.ts'
import { business } from './business.ts'
import { productProcess } from './processes.ts'
import { atHead, expectPureFold, halfWritten, missing, servers } from './servers.ts'

const KILLS = 20
const BURST = 250
/** On the way to MongoDB: so long a batch is half written at least. @unit ms */
const DELAY_MS = 40

/** For what takes a moment where nothing else runs. */
const PATIENTLY = { timeout: 60_000, interval: 250 }

describe.skipIf(skipped(missing))('the read models of a worker', () => {
  test(`are the pure fold after it was killed in mid-batch, ${KILLS} times`, async () => {
    const { environment, mongo, store, readStore } = await servers()
    const line = await proxyTo(mongo.port, (near, far) => {
      near.on('data', (asked: Buffer) => void setTimeout(() => far.write(asked), DELAY_MS))
      far.pipe(near)
    })
    onTestFinished(line.stop)
    const worker = async (MONGODB_URL = environment.MONGODB_URL) => productProcess({ ...environment, MONGODB_URL, ROLE: 'workers' })
    const slowly = environment.MONGODB_URL.replace(String(mongo.port), String(line.port))
    const { tellYear, flow } = business(store)
    await tellYear()
    const busy = [Company, Contact, Product].map((type) => collectionName(recordsOf(type)))
    const midBatch = async () => (await halfWritten(readStore, busy)) > 0
    let killed = 0
    for (let tries = 0; killed < KILLS && tries < 2 * KILLS; tries++) {
      const victim = await worker(slowly)
      const { ended } = flow(BURST)
      await expect.poll(midBatch, { timeout: 20_000, interval: 2 }).toBe(true)
      await victim.end('SIGKILL')
      await ended
      // Nobody else works: what it has left half-done is there to be seen.
      if (await midBatch()) killed++
    }
    expect(killed).toBe(KILLS)
    const [last] = await Promise.all([worker(), worker()])
    await expect.poll(() => atHead(store, readStore), PATIENTLY).toBe(true)
    await expect.poll(async () => (await last.ready()).ready, PATIENTLY).toBe(true)
    await expectPureFold(store, readStore)
  }, 200_000)
})
