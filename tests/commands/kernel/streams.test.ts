import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Decider } from '#domain/kernel/decider.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { createStreams } from '#commands/kernel/streams.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { event } from './events.ts'

type Added = { type: 'Added'; data: { by: number } }
let evolved = 0
const jar: Decider<never, Added, number> = {
  category: 'jar',
  initial: 0,
  decide: () => [],
  evolve(total, { data }) {
    evolved++
    return total + data.by
  },
}

let store: EventStore
let read = 0
let destroyed = 0
let forgotten = new Set<string>()
let now = 0
let streams: ReturnType<typeof createStreams>
beforeEach(() => {
  ;[read, destroyed, now, evolved] = [0, 0, 0, 0]
  forgotten = new Set()
  const memory = eventLog()
  store = {
    ...memory,
    async readStream(stream, options) {
      const slice = await memory.readStream(stream, options)
      read += slice.events.length
      return slice
    },
    personal: {
      encrypted: async (_, events) => events,
      readable: async (events) =>
        events.map((one) => {
          const { actor } = one.meta
          return forgotten.has(actor.id)
            ? { ...one, meta: { ...one.meta, actor: { kind: actor.kind, id: actor.id } } }
            : one
        }),
      destructions: () => destroyed,
      written: memory,
    },
  }
  streams = createStreams(store, () => now)
})
afterEach(() => store.close())

const append = async (id: string, from: number, count: number, actor?: string) => {
  const added = event({ by: 1 })
  const named =
    actor === undefined
      ? added.meta
      : {
          ...added.meta,
          actor: { kind: 'user' as const, id: actor, name: actor },
          personal: { actorName: actor },
        }
  const events = Array.from({ length: count }, () => ({ ...added, meta: named, type: 'Added' }))
  await store.append(`jar-${id}`, from - 1, events)
}
const counted = async (id: string, decider = jar) => {
  ;[read, evolved] = [0, 0]
  const { state, revision, events } = await streams.read(decider, id)
  return { state, revision, events: events.length, read, evolved }
}

test('of a long stream only what is new is read and folded', async () => {
  await append('a', 0, 500)
  expect(await counted('a')).toEqual({
    state: 500,
    revision: 499,
    events: 500,
    read: 500,
    evolved: 500,
  })
  expect(await counted('a')).toEqual({
    state: 500,
    revision: 499,
    events: 500,
    read: 0,
    evolved: 0,
  })
  await append('a', 500, 3)
  expect(await counted('a')).toEqual({
    state: 503,
    revision: 502,
    events: 503,
    read: 3,
    evolved: 3,
  })
})

test('so it is with a short one', async () => {
  await append('a', 0, 100)
  await counted('a')
  expect(await counted('a')).toMatchObject({ state: 100, read: 0, evolved: 0 })
})

test('a short stream is read whole again a minute later', async () => {
  await append('a', 0, 199)
  await counted('a')
  now = 59_999
  expect(await counted('a')).toMatchObject({ read: 0 })
  now = 60_000
  expect(await counted('a')).toMatchObject({ state: 199, read: 199 })
})

test('a long one is not, while its keys decrypt what they did', async () => {
  await append('a', 0, 200)
  await counted('a')
  now = 60_000
  expect(await counted('a')).toMatchObject({ state: 200, read: 0 })
})

test('a long one is, once another process has destroyed one of its keys', async () => {
  await append('a', 0, 200, 'anna')
  await append('a', 200, 1, 'bea')
  await counted('a')
  forgotten.add('bea')
  now = 59_999
  expect(await counted('a')).toMatchObject({ read: 0 })
  now = 60_000
  expect(await counted('a')).toMatchObject({ state: 201, read: 201 })
})

test('nothing is kept that was decrypted before a key was destroyed', async () => {
  await append('a', 0, 500)
  await counted('a')
  destroyed++
  expect(await counted('a')).toMatchObject({ state: 500, read: 500 })
})

test('another decider folds for itself', async () => {
  await append('a', 0, 500)
  await counted('a')
  const doubled = { ...jar, evolve: (total: number, { data }: Added) => total + 2 * data.by }
  expect(await counted('a', doubled)).toMatchObject({ state: 1_000, read: 500 })
})

test('short streams have a limit of their own', async () => {
  for (let n = 0; n < 21; n++) {
    await append(`short-${n}`, 0, 100)
    await counted(`short-${n}`)
  }
  expect(await counted('short-1')).toMatchObject({ read: 0 })
  expect(await counted('short-0')).toMatchObject({ read: 100 })
})

test('the streams in memory have a limit of events: the one used longest ago leaves', async () => {
  for (const id of ['a', 'b', 'c']) {
    await append(id, 0, 40_000)
    await counted(id)
  }
  expect(await counted('c')).toMatchObject({ read: 0 })
  expect(await counted('b')).toMatchObject({ read: 0 })
  expect(await counted('a')).toMatchObject({ read: 40_000 })
})

test('a revision is that of the events that were read, though another process wrote behind them', async () => {
  const memory = eventLog()
  await memory.append('jar-1', -1, [{ ...event({ by: 1 }), type: 'Added' }])
  let hasRead = false
  const busy: EventStore = {
    ...memory,
    async readStream(stream, options) {
      const slice = await memory.readStream(stream, options)
      if (!hasRead || slice.events.length > 0) {
        hasRead = true
        return slice
      }
      // The newest revision is asked apart, after another process has written.
      await memory.append('jar-1', slice.revision, [{ ...event({ by: 10 }), type: 'Added' }])
      return { ...slice, revision: slice.revision + 1 }
    },
  }
  const shared = createStreams(busy, () => 0)
  await shared.read(jar, '1')
  expect(await shared.read(jar, '1')).toMatchObject({ revision: 0, state: 1 })
  expect(await shared.read(jar, '1')).toMatchObject({ revision: 1, state: 11 })
})
