import { EventStoreDBClient } from '@eventstore/db-client'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  AppendOutcomeUnknown,
  type EventStore,
  StaleRevision,
  StoreUnavailable,
} from '#domain/kernel/ports/event-store.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { event, streamNamed } from '#tests/commands/kernel/events.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'

/** A double that answers is given time enough on a busy machine. */
const QUICK = { deadline: 500, stall: 500, longestPause: 200, random: () => 0 }
/**
 * A clear answer takes no longer than this, whatever the server does: a call without a deadline
 * would never end.
 */
const SOON_MS = 15_000

let double: EventStoreDouble
let store: EventStore
const stores: EventStore[] = []
const open = (url = double.url) => {
  const opened = openEventStoreDb(url, QUICK)
  stores.push(opened)
  return opened
}
beforeEach(async () => {
  double = await new EventStoreDouble().start()
  store = open()
  return async () => {
    await Promise.all(stores.splice(0).map((opened) => opened.close()))
    double.stop()
  }
})

/** Occurrences of the event in the log. */
const copiesOf = (id: string) => double.log.copies().get(id) ?? 0
const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
const soon = async <T>(work: Promise<T>): Promise<T> => {
  const started = Date.now()
  try {
    return await work
  } finally {
    expect(Date.now() - started).toBeLessThan(SOON_MS)
  }
}

describe('an append whose reply is lost', () => {
  test('is sent again the same, stands there once and succeeds', async () => {
    const stream = streamNamed('bill')
    const events = [event(1), event(2)]
    double.knobs.losingReplies = 1
    const appended = await store.append(stream, -1, events)
    expect(appended).toMatchObject({ revision: 1, position: await store.head() })
    expect(double.calls.append).toBe(2)
    expect(events.map((e) => copiesOf(e.id))).toEqual([1, 1])
    expect(await store.append(stream, 1, [event(3)])).toMatchObject({ revision: 2 })
  })

  test('each time it is sent is of unknown outcome; sent once more it answers the one success', async () => {
    const stream = streamNamed('bill')
    const events = [event(1)]
    double.knobs.losingReplies = 4
    await expect(store.append(stream, -1, events)).rejects.toBeInstanceOf(AppendOutcomeUnknown)
    expect(await store.append(stream, -1, events)).toMatchObject({
      revision: 0,
      replayed: true,
      position: await store.head(),
    })
    expect(copiesOf(events[0]?.id ?? '')).toBe(1)
  })

  test('is stale when another came first in the meantime', async () => {
    const stream = streamNamed('bill')
    await open().append(stream, -1, [event('theirs')])
    double.knobs.refusing = 1
    const mine = event('mine')
    await expect(store.append(stream, -1, [mine])).rejects.toMatchObject(
      new StaleRevision(stream, -1, 0),
    )
    expect(copiesOf(mine.id)).toBe(0)
  })
})

describe('a server that does not take an append', () => {
  test('for a moment gets it again, and takes it once', async () => {
    const one = event(1)
    double.knobs.refusing = 2
    expect(await store.append(streamNamed('bill'), -1, [one])).toMatchObject({ revision: 0 })
    expect(copiesOf(one.id)).toBe(1)
  })

  test('for long is unavailable, and nothing was written', async () => {
    const one = event(1)
    double.knobs.refusing = Number.POSITIVE_INFINITY
    await expect(soon(store.append(streamNamed('bill'), -1, [one]))).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
    expect(copiesOf(one.id)).toBe(0)
  })
})

describe('a server that is away', () => {
  const everyCall: [string, () => Promise<unknown>][] = [
    ['an append', () => store.append(streamNamed('bill'), -1, [event(1)])],
    ['reading a stream', () => store.readStream(streamNamed('bill'))],
    ['reading the log', () => store.readAll(START, { limit: 10 })],
    ['reading the log backwards', () => store.readAllBackwards(null, { limit: 10 })],
    ['asking for its head', () => store.head()],
  ]
  test.each(everyCall)('is unavailable to %s, soon', async (_, call) => {
    await store.head()
    double.stop()
    // now it is known: before, an append could still have got through
    await store.head().catch(() => {})
    await expect(soon(call())).rejects.toBeInstanceOf(StoreUnavailable)
  })

  test.each(everyCall)('from the first moment is unavailable to %s, soon', async (_, call) => {
    double.stop()
    await expect(soon(call())).rejects.toBeInstanceOf(StoreUnavailable)
  })

  test('and comes back serves again, all it had and once', async () => {
    const stream = streamNamed('bill')
    await store.append(stream, -1, [event(1)])
    double.stop()
    const second = event(2)
    await expect(soon(store.append(stream, 0, [second]))).rejects.toThrow(/EventStoreDB/)
    await double.start()
    await vi.waitFor(() => store.append(stream, 0, [second]), { timeout: 10_000, interval: 50 })
    expect((await store.readStream(stream)).events.map((e) => e.data)).toEqual([1, 2])
  })

  test('and stops in the middle of fifty appends loses none it acknowledged and doubles none', async () => {
    const sent = Array.from({ length: 50 }, (_, n) => ({
      stream: streamNamed('bill'),
      event: event(n),
    }))
    double.knobs.delay = 5
    const outcomes = Promise.allSettled(
      sent.map((one) => store.append(one.stream, -1, [one.event])),
    )
    await vi.waitUntil(() => double.log.copies().size > 10, { timeout: 10_000, interval: 1 })
    double.stop()
    for (const [n, outcome] of (await outcomes).entries()) {
      const copies = copiesOf(sent[n]?.event.id ?? '')
      if (outcome.status === 'fulfilled') expect(copies).toBe(1)
      else if (outcome.reason instanceof StoreUnavailable) expect(copies).toBe(0)
      else expect(outcome.reason).toBeInstanceOf(AppendOutcomeUnknown)
      expect(copies).toBeLessThanOrEqual(1)
    }
  })

  test('with its whole cluster is unavailable; once it is back, so is the store', async () => {
    const cluster = open(
      `esdb+discover://127.0.0.1:${double.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=20`,
    )
    await cluster.append(streamNamed('bill'), -1, [event(1)])
    double.stop()
    await cluster.head().catch(() => {})
    await expect(soon(cluster.append(streamNamed('bill'), -1, [event(1)]))).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
    await expect(soon(cluster.readAll(START, { limit: 1 }))).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
    await double.start()
    await vi.waitFor(() => cluster.append(streamNamed('bill'), -1, [event(1)]), {
      timeout: 10_000,
      interval: 50,
    })
  })

  test('while the client looks for another member ends no process: a call that fails meanwhile is answered too', async () => {
    const cluster = open(
      `esdb+discover://127.0.0.1:${double.port}?tls=false&maxDiscoverAttempts=4&discoveryInterval=40`,
    )
    await cluster.append(streamNamed('bill'), -1, [event(0)])
    const [late, first] = [event('late'), event('first')]
    Object.assign(double.knobs, { delay: 120, losingReplies: 1 })
    const fails = cluster.append(streamNamed('bill'), -1, [late])
    await vi.waitUntil(() => copiesOf(late.id) === 1, { timeout: 10_000, interval: 1 })
    Object.assign(double.knobs, { delay: 0, refusing: 1, noGossip: true })
    const begins = cluster.append(streamNamed('bill'), -1, [first])
    await pause(200)
    double.knobs.noGossip = false
    // an unhandled rejection in the client fails this file
    await Promise.allSettled([fails, begins])
    await vi.waitFor(() => cluster.append(streamNamed('bill'), -1, [event(1)]), {
      timeout: 10_000,
      interval: 50,
    })
    expect(copiesOf(late.id)).toBe(1)
    expect(copiesOf(first.id)).toBeLessThanOrEqual(1)
  })
})

test('an append that begins in the very turn the connection is given up reaches the server', async () => {
  const subscribing = vi.spyOn(EventStoreDBClient.prototype, 'subscribeToAll')
  store.watch(() => {})
  await vi.waitUntil(() => double.subscribers === 1, { timeout: 10_000, interval: 5 })
  await store.append(streamNamed('bill'), -1, [event(1)])
  const [subscription] = subscribing.mock.results.map((result) => result.value)
  const appended = new Promise((resolve, reject) =>
    subscription?.on(
      'error',
      () => void store.append(streamNamed('bill'), -1, [event(2)]).then(resolve, reject),
    ),
  )
  double.dropSubscriptions('error')
  expect(await appended).toMatchObject({ revision: 0 })
})

describe('a server that is silent', () => {
  test('leaves an append of unknown outcome, soon; later it answers the one success', async () => {
    const stream = streamNamed('bill')
    const one = event(1)
    await store.head()
    double.knobs.silent = true
    await expect(soon(store.append(stream, -1, [one]))).rejects.toBeInstanceOf(AppendOutcomeUnknown)
    double.knobs.silent = false
    expect(await store.append(stream, -1, [one])).toMatchObject({ revision: 0, replayed: true })
    expect(copiesOf(one.id)).toBe(1)
  })

  test('is unavailable to a reader, soon', async () => {
    double.knobs.silent = true
    await expect(soon(store.readStream('bill-1'))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(soon(store.readAll(START, { limit: 1 }))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(soon(store.head())).rejects.toBeInstanceOf(StoreUnavailable)
  })

  test('again and again in the middle of a read still gives it whole', async () => {
    const stream = streamNamed('bill')
    await store.append(
      stream,
      -1,
      Array.from({ length: 8 }, (_, n) => event(n)),
    )
    double.knobs.silentAfter = 3
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7]
    expect((await store.readStream(stream)).events.map((e) => e.data)).toEqual(numbers)
    expect((await store.readAll(START, { limit: 100 })).events.map((e) => e.data)).toEqual(numbers)
    expect((await store.readAllBackwards(null, { limit: 100 })).events.map((e) => e.data)).toEqual(
      numbers.toReversed(),
    )
  })

  test('and accepts no connection is no different', async () => {
    const hole = createServer(() => {}).listen(0, '127.0.0.1')
    await once(hole, 'listening')
    const address = hole.address()
    const deaf = open(
      `esdb://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}?tls=false`,
    )
    await expect(soon(deaf.append(streamNamed('bill'), -1, [event(1)]))).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
    await expect(soon(deaf.readAll(START, { limit: 1 }))).rejects.toBeInstanceOf(StoreUnavailable)
    hole.close()
  })
})

test('a slow server is asked again before it answers, and still takes an append once', async () => {
  const stream = streamNamed('bill')
  const one = event(1)
  await store.head()
  double.knobs.delay = QUICK.deadline * 1.5
  const outcome = await soon(store.append(stream, -1, [one]).catch((error: unknown) => error))
  expect(outcome).toBeInstanceOf(AppendOutcomeUnknown)
  double.knobs.delay = 60
  expect(await store.append(stream, -1, [one])).toMatchObject({ revision: 0, replayed: true })
  await pause(QUICK.deadline * 2) // the attempts that were given up come to an end
  expect(copiesOf(one.id)).toBe(1)
})

test('a read that breaks off goes on where it stood', async () => {
  const stream = streamNamed('bill')
  await store.append(
    stream,
    -1,
    Array.from({ length: 20 }, (_, n) => event(n)),
  )
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  double.knobs.breakingReads = { times: 2, after: 6 }
  expect((await store.readStream(stream)).events.map((e) => e.data)).toEqual(numbers)
  double.knobs.breakingReads = { times: 2, after: 6 }
  expect((await store.readAll(START, { limit: 50 })).events.map((e) => e.data)).toEqual(numbers)
  double.knobs.breakingReads = { times: 2, after: 6 }
  expect(
    (await store.readStream(stream, { direction: 'backwards' })).events.map((e) => e.data),
  ).toEqual(numbers.toReversed())
})

describe('a server that is not the leader', () => {
  test('sends what is written and read to the leader', async () => {
    const leader = await new EventStoreDouble().start()
    double.knobs.leader = { host: '127.0.0.1', port: leader.port }
    const stream = streamNamed('bill')
    const one = event(1)
    expect(await store.append(stream, -1, [one])).toMatchObject({ revision: 0 })
    expect((await store.readStream(stream)).events).toHaveLength(1)
    expect([copiesOf(one.id), leader.log.copies().get(one.id)]).toEqual([0, 1])
    leader.stop()
  })

  test('and knows a leader that is gone is unavailable, soon', async () => {
    double.knobs.leader = { host: '127.0.0.1', port: await freePort() }
    await expect(soon(store.append(streamNamed('bill'), -1, [event(1)]))).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
    await expect(soon(store.readStream('bill-1'))).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

describe('a watcher', () => {
  /** Watches with `store`, while others write. */
  const watching = async () => {
    const told: Position[] = []
    const stop = store.watch((upTo) => void told.push(upTo))
    await vi.waitUntil(() => double.subscribers === 1, { timeout: 10_000, interval: 5 })
    const hears = (position: Position) =>
      vi.waitUntil(() => told.includes(position), { timeout: 10_000, interval: 5 })
    return { told, stop, hears }
  }
  const others = () => open().append(streamNamed('bill'), -1, [event('theirs')])

  test('is told of what others write, by one subscription for all watchers', async () => {
    const first = await watching()
    const second = await watching()
    const { position } = await others()
    await Promise.all([first.hears(position), second.hears(position)])
    expect(double.calls.subscribe).toBe(1)
  })

  test.each(['error', 'end'] as const)(
    'hears again after its subscription was dropped with an %s, also of what came between',
    async (how) => {
      const { hears } = await watching()
      double.dropSubscriptions(how)
      await hears((await others()).position)
      await vi.waitUntil(() => double.subscribers === 1, { timeout: 10_000, interval: 5 })
      await hears((await others()).position)
    },
  )

  test('hears again after the server was away and came back on its port', async () => {
    const { hears } = await watching()
    await hears((await others()).position)
    double.stop()
    await pause(400)
    await double.start()
    const writer = open()
    const { position } = await vi.waitFor(
      () => writer.append(streamNamed('bill'), -1, [event(1)]),
      {
        timeout: 10_000,
        interval: 50,
      },
    )
    await hears(position)
  })

  test('that began while the server was away is told where the log stands, once it is back', async () => {
    const { position } = await others()
    double.stop()
    const told: Position[] = []
    store.watch((upTo) => void told.push(upTo))
    await pause(300)
    await double.start()
    await vi.waitUntil(() => told.includes(position), { timeout: 10_000, interval: 10 })
  })

  test('whose subscription falls silent gets another, noticed by the first append it does not bring', async () => {
    const { hears } = await watching()
    double.knobs.muted = true
    await store.append(streamNamed('bill'), -1, [event(1)])
    await vi.waitUntil(() => double.calls.subscribe > 1, { timeout: 5_000, interval: 10 })
    double.knobs.muted = false
    await vi.waitUntil(() => double.subscribers > 0, { timeout: 10_000, interval: 5 })
    await hears((await others()).position)
  })

  test('leaves nothing behind when its store is closed', async () => {
    await watching()
    await store.close()
    await vi.waitUntil(() => double.subscribers === 0, { timeout: 10_000, interval: 5 })
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable)
    expect(() => store.watch(() => {})).toThrow(StoreUnavailable)
  })
})
