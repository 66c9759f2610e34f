import { MongoServerError } from 'mongodb'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectMongo } from '#commands/gateways/engines/mongodb.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { skipped } from '#tests/engines/local.ts'
import { ownMongoDb } from '#tests/engines/mongodb.ts'

const says = (code: number) => new MongoServerError({ message: 'as the server says', code })
const mongo = await ownMongoDb()

describe.skipIf(skipped(mongo))('a connection of a gateway', () => {
  if ('missing' in mongo) return
  const server = mongo
  afterAll(() => server.dispose())

  function connection(options: { timeout?: number; patience?: number }) {
    const opened = connectMongo(server.url, 'carnet-test', options)
    onTestFinished(() => opened.close())
    return opened
  }

  test('says that a server which steps down while it is asked is unavailable', async () => {
    const { reaching } = connection({})
    await expect(reaching(() => Promise.reject(says(189)))).rejects.toBeInstanceOf(StoreUnavailable)
  })
  test('tells what a server says about a call as it is', async () => {
    const { reaching } = connection({})
    const refused = says(121)
    await expect(reaching(() => Promise.reject(refused))).rejects.toBe(refused)
  })
  test('says that a silent server is unavailable', async () => {
    const { reaching, ping } = connection({ timeout: 500 })
    await ping()
    await expect(reaching(() => new Promise(() => {}))).rejects.toBeInstanceOf(StoreUnavailable)
  })
  test('answers once a server is there that its first call did not find', async () => {
    const { ping } = connection({ patience: 200 })
    await server.stop()
    await expect(ping()).rejects.toBeInstanceOf(StoreUnavailable)
    await server.start()
    await expect.poll(() => ping().then(() => true), { timeout: 10_000 }).toBe(true)
  }, 60_000)
})
