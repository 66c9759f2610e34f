import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { afterAll, describe } from 'vitest'
import { openMongoKeys } from '#commands/gateways/keys/keys-mongodb.ts'
import { keysSuite } from '#tests/conformance/keys.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, realMongoDb } from '#tests/engines/mongodb.ts'

const server = await realMongoDb()
describe.skipIf(skipped(server))('on a server', () => {
  const base = 'url' in server ? server.url : ''
  afterAll(() => ('stop' in server ? server.stop() : undefined))

  keysSuite('MongoDB', async () => {
    const url = databaseAt(base, `carnet-${randomUUID()}`)
    const [one, other] = [openMongoKeys(url), openMongoKeys(url)]
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
