import { MongoServerError } from 'mongodb'
import { expect, onTestFinished, test } from 'vitest'
import { connectMongo } from '#commands/gateways/mongodb.ts'
import { StoreUnavailable } from '#domain/kernel/event-store.ts'

const says = (code: number) => new MongoServerError({ message: 'as the server says', code })

function connection() {
  const mongo = connectMongo('mongodb://127.0.0.1:9/none', 'carnet-test', { timeout: 20 })
  onTestFinished(() => mongo.close())
  return mongo
}

test('a server that steps down while it is asked is unavailable', async () => {
  await expect(connection().reaching(Promise.reject(says(189)))).rejects.toBeInstanceOf(StoreUnavailable)
})
test('what a server says about a call is told as it is', async () => {
  const refused = says(121)
  await expect(connection().reaching(Promise.reject(refused))).rejects.toBe(refused)
})
test('a server that is silent is unavailable', async () => {
  await expect(connection().reaching(new Promise(() => {}))).rejects.toBeInstanceOf(StoreUnavailable)
})
