import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openMongoLogEntries } from '#commands/gateways/log-entries/log-entries-mongodb.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { logBookSuite } from '#tests/conformance/log-book.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, realMongoDb } from '#tests/engines/mongodb.ts'

const server = await realMongoDb()
describe.skipIf(skipped(server))('on a server', () => {
  const base = 'url' in server ? server.url : ''
  afterAll(() => ('stop' in server ? server.stop() : undefined))

  async function database() {
    const url = databaseAt(base, `carnet-${randomUUID()}`)
    const behind = new MongoClient(url)
    return {
      url,
      behind,
      dispose: async () => {
        await behind.db().dropDatabase()
        await behind.close()
      },
    }
  }

  logBookSuite('MongoDB', async () => {
    const { url, dispose } = await database()
    const open = () => openMongoLogEntries(url, { retentionDays: 90 })
    return { entries: await open(), reopen: open, dispose }
  })

  test('lets the server forget entries, some days after the cleaning should have', async () => {
    const { url, behind, dispose } = await database()
    onTestFinished(dispose)
    for (const retentionDays of [90, 90, 30])
      await (await openMongoLogEntries(url, { retentionDays })).close()
    const indexes = await behind.db().collection('_log_entries').indexes()
    expect(indexes.find(({ name }) => name === 'retention')).toMatchObject({
      key: { at: 1 },
      expireAfterSeconds: 33 * 86_400,
    })
  })
})

test('a server that is not there is unavailable from the start', async () => {
  await expect(
    openMongoLogEntries('mongodb://127.0.0.1:9/none', { patience: 200, retentionDays: 90 }),
  ).rejects.toBeInstanceOf(StoreUnavailable)
})
