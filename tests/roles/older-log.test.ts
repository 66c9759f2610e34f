import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { freePort, skipped } from '#tests/engines/local.ts'
import { databaseAt, ownMongoDb } from '#tests/engines/mongodb.ts'
import { startProduct } from '#tests/kernel/start-product.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'

const mongo = await ownMongoDb()

describe.skipIf(skipped(mongo))(
  'a log on EventStoreDB’s protocol beside read models on a server',
  () => {
    const events = new EventStoreDouble()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-older-log-'))
    let environment: Record<string, string>
    let database: string

    beforeAll(async () => {
      if ('missing' in mongo) return
      const port = await freePort()
      await events.startAt(port)
      database = databaseAt(mongo.url, 'carnet-older-log')
      environment = {
        EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
        MONGODB_URL: database,
        PERSONAL_KEY: Buffer.alloc(32, 7).toString('base64'),
      }
    }, 60_000)
    afterAll(async () => {
      events.stop()
      if ('dispose' in mongo) await mongo.dispose()
      rmSync(dataDir, { recursive: true, force: true })
    })

    test('is refused by the name of an event that it lost, and taken again with it', async () => {
      const first = await startProduct({ dataDir, environment })
      const anna = await first.freelancer('anna')
      await first.data(anna, 'POST', `company/${anna.userId}`, { name: 'Atelier Brumaire' })
      const readStore = await mongoReadStore(database, { patience: 20_000, timeout: 30_000 })
      const marked = async () => (await readStore.sharing?.marks.read()) ?? null
      const newest = () => events.log.events.findLast(({ stream }) => !stream.startsWith('$'))
      await expect
        .poll(async () => (await marked())?.eventId, { timeout: 60_000 })
        .toBe(newest()?.id)
      await first.stop()

      // The whole log first: it is taken.
      await (await startProduct({ dataDir, environment })).stop()
      await expect.poll(async () => (await marked())?.eventId).toBe(newest()?.id)

      const whole = [...events.log.events]
      const lost = newest()
      events.log.tamper((all) => all.filter(({ id }) => id !== lost?.id))
      await expect(startProduct({ dataDir, environment })).rejects.toThrow(lost?.id)
      // Events of the server's own after it do not hide it.
      events.log.addSystemEvent('$stats')
      await expect(startProduct({ dataDir, environment })).rejects.toThrow('Restore the newer log')

      events.log.tamper(() => whole)
      await (await startProduct({ dataDir, environment })).stop()
      await readStore.close()
    }, 300_000)
  },
)
