import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { entriesOf, verifyLog } from '#commands/kernel/verify.ts'
import { filesNaming } from '#workers/operations/forget.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { freePort, skipped } from '#tests/engines/local.ts'
import { databaseAt, ownMongoDb } from '#tests/engines/mongodb.ts'
import {
  passwordOf,
  type Product,
  type SignedIn,
  startProduct,
} from '#tests/kernel/start-product.ts'
import { DAY_MS } from '#domain/kernel/time.ts'

const NAMES = ['Canariensis', 'Zoraïde', 'zoraide@carnet.example', 'Rue des Canaris']
/** The virtual machine of the stand-in is slow on a busy machine. */
const CAUGHT_UP = { timeout: 120_000 }

const mongo = await ownMongoDb()

describe.skipIf(skipped(mongo))(
  'a user erased on EventStoreDB’s protocol and a server in MongoDB’s place',
  () => {
    const events = new EventStoreDouble()
    let now = Date.UTC(2025, 10, 20, 9)
    let product: Product
    let eventStoreUrl: string
    let database: string
    let zoe: SignedIn
    let marion: SignedIn

    beforeAll(async () => {
      if ('missing' in mongo) return
      const port = await freePort()
      await events.startAt(port)
      eventStoreUrl = `esdb://127.0.0.1:${port}?tls=false`
      database = databaseAt(mongo.url, 'carnet-forgetting')
      product = await startProduct({
        now: () => now,
        environment: {
          EVENTSTORE_URL: eventStoreUrl,
          MONGODB_URL: database,
          PERSONAL_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
      })
      zoe = await product.freelancer('zoraide')
      marion = await product.freelancer('marion')
    }, 180_000)
    afterAll(async () => {
      await product?.stop()
      events.stop()
      if ('dispose' in mongo) await mongo.dispose()
    })

    /** Documents of every collection that hold one of the names, files included. */
    async function documentsNaming(): Promise<readonly string[]> {
      const client = await new MongoClient(database).connect()
      try {
        const found: string[] = []
        for (const { name } of await client.db().listCollections().toArray())
          for await (const doc of client.db().collection(name).find()) {
            const text = JSON.stringify(doc, (_, value: unknown) =>
              value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
            )
            if (NAMES.some((one) => text.includes(one))) found.push(`${name} ${String(doc._id)}`)
          }
        return found
      } finally {
        await client.close()
      }
    }
    /** Events as they are stored that hold one of the names; and what their check says. */
    async function eventsNaming() {
      const store = openEventStoreDb(eventStoreUrl)
      try {
        const found: string[] = []
        for await (const { event } of entriesOf(store))
          if (NAMES.some((one) => JSON.stringify(event).includes(one))) found.push(event.type)
        return { found, damages: (await verifyLog(store)).damages }
      } finally {
        await store.close()
      }
    }

    test('is in no event, no document and no file; every chain verifies, and the other user keeps everything', async () => {
      for (const user of [zoe, marion])
        await product.data(user, 'POST', `contact/${user.userId}`, {
          lastName: user === zoe ? 'Canariensis' : 'Permanente',
          firstName: user === zoe ? 'Zoraïde' : 'Ève',
        })
      const { position } = await product.data(zoe, 'POST', `profile/${zoe.userId}`, {
        firstName: 'Zoraïde',
        lastName: 'Canariensis',
        address: { street: 'Rue des Canaris', postalCode: '44000', city: 'Nantes', country: 'FR' },
      })
      await product.as(zoe, 'GET', `profile/${zoe.userId}/all`, undefined, {
        'x-min-position': position,
      })
      await vi.waitFor(async () => expect(await documentsNaming()).not.toEqual([]), CAUGHT_UP)
      expect((await eventsNaming()).found, 'encrypted before it reaches the log').toEqual([])

      await product.data(zoe, 'DELETE', `users/${zoe.userId}/me`, {
        password: passwordOf('zoraide'),
      })
      now += 15 * DAY_MS
      await vi.waitFor(async () => {
        expect((await product.as(zoe, 'GET', `users/${zoe.userId}/me`)).statusCode).toBe(401)
        expect(await documentsNaming()).toEqual([])
      }, CAUGHT_UP)
      expect(await eventsNaming()).toEqual({ found: [], damages: [] })
      expect(await filesNaming(product.dataDir, new Set(NAMES))).toEqual([])
      await expect(product.signIn('zoraide', passwordOf('zoraide'))).rejects.toThrow(
        'could not sign in',
      )
      const contacts = await product.data<{ lastName: string }[]>(
        marion,
        'GET',
        `contact/${marion.userId}/all`,
      )
      expect(contacts.map(({ lastName }) => lastName)).toEqual(['Permanente'])
    }, 300_000)
  },
)
