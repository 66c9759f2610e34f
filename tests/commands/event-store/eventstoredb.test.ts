import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { START } from '#domain/kernel/event.ts'
import { chained } from '#commands/kernel/hash-chain.ts'
import { verifyLog } from '#commands/kernel/verify.ts'
import { event, streamNamed } from '#tests/commands/kernel/events.ts'
import { eventStoreSuite } from '#tests/conformance/event-store.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { realEventStoreDb } from '#tests/engines/eventstoredb.ts'
import { skipped } from '#tests/engines/local.ts'

/** One server, and a store that can be closed and opened again. */
function under(url: string, stop: () => unknown = () => {}) {
  let store = openEventStoreDb(url)
  return {
    store,
    reopen: async () => {
      await store.close()
      store = openEventStoreDb(url)
      return store
    },
    dispose: async () => {
      await store.close()
      await stop()
    },
  }
}

const onDouble = async () => {
  const double = await new EventStoreDouble().start()
  return under(double.url, () => double.stop())
}
eventStoreSuite('EventStoreDB’s client and its protocol double', onDouble, { isAtomic: false })

const real = await realEventStoreDb()
describe.skipIf(skipped(real))('on a real server', () => {
  const onServer = async () => under('url' in real ? real.url : '')
  eventStoreSuite('EventStoreDB', onServer, { isAtomic: false })
  afterAll(() => ('stop' in real ? real.stop() : undefined))
})

describe('the event log in EventStoreDB', () => {
  let double: EventStoreDouble
  beforeEach(async () => {
    double = await new EventStoreDouble().start()
    return () => double.stop()
  })
  const open = () => openEventStoreDb(double.url)

  test('is written append by append: the batched append, which can hang and can end the process, is never called', async () => {
    const store = open()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        store.append(streamNamed('bill'), -1, [event(n), event(n)]),
      ),
    )
    expect(double.calls).toMatchObject({ append: 20, batchAppend: 0 })
    await store.close()
  })

  test('verifies, hashes and all, after it went through the server', async () => {
    const store = open()
    const stream = streamNamed('bill')
    const data = {
      z: 1,
      a: [null, { ü: 'été', '10': 2, '9': -0.5 }],
      empty: {},
      text: 'line\u2028separator\u0000 🧾',
    }
    await store.append(
      stream,
      -1,
      chained(stream, '', [event(data), event(null), event('text'), event([1, 2])]),
    )
    expect(await verifyLog(store)).toMatchObject({ events: 4, damages: [] })
    await store.close()
  })

  test('tells nothing of the server’s own events, and goes past them', async () => {
    const store = open()
    const { position } = await store.append(streamNamed('bill'), -1, [event(1)])
    for (let n = 0; n < 1_500; n++) double.log.addSystemEvent()
    const end = await store.readAll(position, { limit: 1 })
    expect(end).toEqual({ events: [], next: expect.any(String), atHead: true })
    expect(end.next > position).toBe(true)
    expect(await store.head()).toBe(position)
    const last = await store.append(streamNamed('bill'), -1, [event(2)])
    expect(await store.readAll(START, { limit: 1 })).toMatchObject({
      events: [{ data: 1 }],
      next: end.next,
      atHead: false,
    })
    expect(await store.readAllBackwards(last.position, { limit: 5 })).toMatchObject({
      events: [{ data: 1 }],
      next: START,
    })
    await store.close()
  })

  test('passes over what another product writes to the same server', async () => {
    const store = open()
    const foreign = {
      id: crypto.randomUUID(),
      type: 'OrderPlaced',
      contentType: 'application/octet-stream',
      data: new Uint8Array([1, 2]),
      metadata: new Uint8Array(),
    }
    double.log.append('order-1', 'no_stream', [foreign])
    await store.append(streamNamed('bill'), -1, [event(1)])
    expect((await store.readAll(START, { limit: 10 })).events.map((e) => e.data)).toEqual([1])
    await expect(store.readStream('order-1')).rejects.toThrow('was not written by this product')
    await store.close()
  })

  test('takes what an event holds of JSON, and refuses what is none before it is sent', async () => {
    const store = open()
    await expect(store.append(streamNamed('bill'), -1, [event({ n: 1n })])).rejects.toBeInstanceOf(
      TypeError,
    )
    expect(double.calls.append).toBe(0)
    await store.close()
  })

  test('reads a stream in as few calls as it can', async () => {
    const store = open()
    const stream = streamNamed('bill')
    await store.append(stream, -1, [event(1), event(2), event(3)])
    const calls = async (options?: Parameters<typeof store.readStream>[1]) => {
      const before = double.calls.read
      await store.readStream(stream, options)
      return double.calls.read - before
    }
    expect([
      await calls(),
      await calls({ direction: 'backwards', limit: 1 }),
      await calls({ from: 1, limit: 5 }),
      await calls({ limit: 1 }),
    ]).toEqual([1, 1, 1, 2])
    await store.close()
  })

  test.each([
    ['a web address', 'http://user:secret@host:2113'],
    ['no address', 'esdb://user:secret@'],
  ])('is not opened at %s, and the refusal keeps the password', (_, url) => {
    expect(() => openEventStoreDb(url)).toThrow('This is no EventStoreDB connection string')
    expect(() => openEventStoreDb(url)).not.toThrow('secret')
  })

  test('is not opened with certificates and without a user', () => {
    expect(() => openEventStoreDb('esdb://host:2113')).toThrow('names no user')
  })
})
