import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { afterAll, describe, expect, test } from 'vitest'
import { openMongoSignInStore } from '#commands/gateways/accounts/sign-in-store-mongodb.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { signInStoreSuite } from '#tests/conformance/sign-in-store.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, ownMongoDb, realMongoDb } from '#tests/engines/mongodb.ts'

const server = await realMongoDb()
describe.skipIf(skipped(server))('on a server', () => {
  const base = 'url' in server ? server.url : ''
  afterAll(() => ('stop' in server ? server.stop() : undefined))

  signInStoreSuite('MongoDB', async () => {
    const url = databaseAt(base, `carnet-${randomUUID()}`)
    const [one, other] = await Promise.all([openMongoSignInStore(url), openMongoSignInStore(url)])
    return {
      one,
      other,
      async dispose() {
        const behind = new MongoClient(url)
        await behind.db().dropDatabase()
        await Promise.all([behind, one, other].map((client) => client.close()))
      },
    }
  })
})

const own = await ownMongoDb()
describe.skipIf(skipped(own))('a server that goes away', () => {
  test('is told as such, and found again once it is back', async () => {
    if ('missing' in own) return
    const store = await openMongoSignInStore(databaseAt(own.url, 'carnet'), {
      patience: 300,
      timeout: 2_000,
    })
    await store.revoked.add('token', Date.now() + 60_000)
    // The stand-in keeps the last second in memory: that a kill loses nothing waits for MongoDB
    // itself.
    await own.stop('SIGTERM')
    await expect(store.revoked.has('token')).rejects.toThrow(StoreUnavailable)
    await expect(
      openMongoSignInStore(databaseAt(own.url, 'carnet'), { patience: 300 }),
    ).rejects.toThrow(StoreUnavailable)
    await own.start()
    await expect
      .poll(() => store.revoked.has('token').catch(() => 'away'), { timeout: 10_000 })
      .toBe(true)
    await store.close()
    await own.dispose()
  })
})
