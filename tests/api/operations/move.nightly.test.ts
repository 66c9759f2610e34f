import { describe, test } from 'vitest'
import { skipped } from '#tests/engines/local.ts'
import { ownMongoDb } from '#tests/engines/mongodb.ts'
import { movesThereAndBack } from './moving.ts'

const mongo = await ownMongoDb()
describe.skipIf(skipped(mongo))('a Carnet with a year of work', () => {
  test('moves from its own file to EventStoreDB and MongoDB, and back, and loses nothing', async () => {
    if ('missing' in mongo) return
    try {
      await movesThereAndBack(mongo.url)
    } finally {
      await mongo.stop()
      await mongo.dispose()
    }
  }, 600_000)
})
