import { describe, expect, test, vi } from 'vitest'
import { positionOf, type RecordedEvent, START } from '#domain/kernel/event.ts'
import { FRESH_START } from '#domain/kernel/fresh-start.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { liveDocuments } from '#projections/kernel/read-models.ts'
import { createProjector, type ProjectorOptions } from '#projections/kernel/catch-up.ts'
import { collectionName, type Projection } from '#projections/kernel/projection.ts'
import type { Changed } from '#projections/kernel/read-models.ts'
import { sharingOf } from '#projections/kernel/rebuild.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { sharedReadStore } from '#tests/doubles/shared-read-store.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { committed, recorded } from '#tests/kernel/events.ts'
import { type Counter, counters, simulate, type Mutant } from './simulation.ts'

const SEEDS = Array.from({ length: 150 }, (_, i) => i + 1)

describe('three workers that race, crash and read twice', () => {
  test('leave what the pure fold leaves, with 150 seeds', async () => {
    for (const seed of SEEDS) expect(await simulate(seed)).toBeNull()
  }, 60_000)

  test.each<Mutant>(['no compare-and-set', 'no position guard', 'checkpoint first'])(
    'are told apart from an engine with %s',
    async (mutant) => {
      let caught = 0
      for (const seed of SEEDS.slice(0, 40)) if ((await simulate(seed, mutant)) !== null) caught++
      expect(caught).toBeGreaterThan(0)
    },
    60_000,
  )
})

const added = (key: string, amount = 1, owner = 'user-1') =>
  recorded(`counter-${key}`, 'Added', { key, amount }, { owner })
const removed = (key: string) => recorded(`counter-${key}`, 'Removed', { key, amount: 0 })

function projector(
  events: readonly RecordedEvent[],
  more: Partial<ProjectorOptions> & { readonly isShared?: boolean } = {},
) {
  const store = eventLog(committed(events))
  const readStore: ReadStore =
    more.readStore ?? (more.isShared === true ? sharedReadStore() : sqliteReadStore())
  const log = memoryLog()
  const time = { now: 1_000_000 }
  const woken: string[] = []
  const engine = createProjector({
    store,
    readStore,
    log,
    clock: { now: () => time.now },
    queue: { wake: async (topic, key) => void woken.push(`${topic}:${key}`) },
    projections: [counters],
    ...more,
  })
  const docs = async (projection: Projection = counters) =>
    (await (await engine.readModels.of(projection)).find({ filter: {} })).items
  return { engine, store, readStore, log, time, woken, docs }
}

test('what the store has undone is folded again, and waited for', async () => {
  let undo = (): void => undefined
  const kept = sqliteReadStore()
  const readStore: ReadStore = { ...kept, onUndone: (listener) => void (undo = listener) }
  const { engine, store, docs, woken } = projector([added('a')], { readStore })
  await engine.catchUp('all')
  const head = await store.head()
  expect(await engine.readModels.reached([counters], head, 0)).toBe(true)
  const key = collectionName(counters)
  expect(await kept.names()).toContain(key)
  await kept.collection(key).drop()
  await kept.checkpoints.forget(key)
  woken.length = 0
  undo()
  expect(await engine.readModels.reached([counters], head, 0)).toBe(false)
  expect(woken).toContain('project:all')
  await engine.catchUp('all')
  expect(await engine.readModels.reached([counters], head, 0)).toBe(true)
  expect((await docs()).map(({ _id }) => _id)).toEqual(['a'])
})

describe('an owner who begins anew', () => {
  const events = [
    added('a'),
    added('b', 1, 'user-2'),
    added('c'),
    recorded('user-1', FRESH_START, { round: 1 }, { owner: 'user-1' }),
    added('c', 5),
    added('d', 2),
    recorded('user-1', FRESH_START, { round: 2 }, { owner: 'user-1' }),
    added('d', 7),
  ]
  const sums = async ({ docs }: ReturnType<typeof projector>) =>
    (await docs()).map((doc) => [doc._id, (doc as Counter).sum])

  test.each([1, 2, 3, 100])(
    'has only what came after, whatever is read at once: %i',
    async (size) => {
      const batch = { following: size, farBehind: size, documents: 100 }
      const all = projector(events, { batch })
      await all.engine.catchUp('all')
      expect(await sums(all)).toEqual([
        ['b', 1],
        ['d', 7],
      ])
    },
  )

  test('has the same when the events are folded a second time, by a process that was slower', async () => {
    const first = projector(events)
    await first.engine.catchUp('all')
    const { readStore } = first
    const checkpoints = {
      ...readStore.checkpoints,
      load: async () => ({ position: START, failure: null }),
    }
    const second = projector(events, { readStore: { ...readStore, checkpoints } })
    await second.engine.catchUp('all', AbortSignal.abort())
    expect(await sums(first)).toEqual([
      ['b', 1],
      ['d', 7],
    ])
  })

  test('keeps what outlives it', async () => {
    const all = projector(events, { projections: [{ ...counters, outlives: true }] })
    await all.engine.catchUp('all')
    expect(await all.docs()).toHaveLength(4)
  })
})

/** Counters that cannot fold the key `bad`. */
const fragile: Projection = {
  ...counters,
  name: 'fragile',
  evolve(doc, event, key) {
    if (key === 'bad' && !mended) throw new Error('no such thing')
    // the same documents under another name
    return counters.evolve(doc as Counter | null, event, key)
  },
}
let mended = false

describe('a projection that is far behind, in a store of several workers', () => {
  const behind = () =>
    projector(
      Array.from({ length: 30 }, (_, i) => added(`k${i}`)),
      { isShared: true, batch: { following: 10, farBehind: 10, documents: 100 } },
    )

  test('is left to the worker that is at it, and looked at again', async () => {
    const { engine, readStore, time, docs, woken } = behind()
    await sharingOf(readStore).claims.take('counters__v1', 'another worker', time.now, 5_000)
    expect(await engine.catchUp('all')).toBe('done')
    expect(await docs()).toHaveLength(0)
    await vi.waitFor(() => expect(woken).toEqual(['project:all']), 2_000)
    time.now += 4_999
    await engine.catchUp('all')
    expect(await docs()).toHaveLength(0)
    // The other worker is dead, or stands still.
    time.now += 1
    expect(await engine.catchUp('all')).toBe('done')
    expect(await docs()).toHaveLength(30)
    expect(
      await sharingOf(readStore).claims.take('counters__v1', 'another worker', time.now, 5_000),
    ).toBe(true)
  })

  test('is folded at once by a process that is a page behind, although others fold it too', async () => {
    const { engine, readStore, time, docs } = projector(
      Array.from({ length: 10 }, (_, i) => added(`k${i}`)),
      { isShared: true },
    )
    await sharingOf(readStore).claims.take('counters__v1', 'another worker', time.now, 5_000)
    expect(await engine.catchUp('all')).toBe('done')
    expect(await docs()).toHaveLength(10)
  })

  test('stays its worker’s for as long as it takes to write it', async () => {
    const { engine, readStore, time, docs } = behind()
    const take = vi.spyOn(sharingOf(readStore).claims, 'take')
    const { promise: written, resolve: write } = Promise.withResolvers<void>()
    const collection = readStore.collection('counters__v1')
    vi.spyOn(collection, 'apply').mockImplementationOnce((...batch) =>
      written.then(() => collection.apply(...batch)),
    )
    const run = engine.catchUp('all')
    await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1))
    time.now += 4_000
    await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(2), 3_000)
    time.now += 4_000
    expect(
      await sharingOf(readStore).claims.take('counters__v1', 'another worker', time.now, 5_000),
    ).toBe(false)
    write()
    await run
    expect(
      await sharingOf(readStore).claims.take('counters__v1', 'another worker', time.now, 5_000),
    ).toBe(true)
    expect(await docs()).toHaveLength(30)
  })

  test('is gone on with from where the worker before has left it, not from where it stood when it was last looked at', async () => {
    const { engine, readStore, docs } = behind()
    const take = sharingOf(readStore).claims.take.bind(sharingOf(readStore).claims)
    // Another worker is done with half of it just as this one gets its claim.
    vi.spyOn(sharingOf(readStore).claims, 'take').mockImplementationOnce(async (...claim) => {
      await collection.apply([], { from: positionOf(0), to: positionOf(15) })
      return take(...claim)
    })
    const collection = readStore.collection('counters__v1')
    const apply = vi.spyOn(collection, 'apply')
    await engine.catchUp('all')
    expect(apply.mock.calls.map(([, checkpoint]) => checkpoint)).toEqual([
      { from: positionOf(0), to: positionOf(15) },
      { from: positionOf(15), to: positionOf(30) },
    ])
    expect(await docs()).toHaveLength(15)
  })

  test('waits for its turn while its worker is at two others, and is rung for when one of them is done', async () => {
    const named = (name: string): Projection => ({ ...counters, name })
    const { engine, docs, woken } = projector(
      Array.from({ length: 30 }, (_, i) => added(`k${i}`)),
      {
        isShared: true,
        batch: { following: 10, farBehind: 10, documents: 100 },
        projections: ['one', 'two', 'three'].map(named),
        groupOf: ({ name }) => name,
      },
    )
    const first = Promise.all([engine.catchUp('one'), engine.catchUp('two')])
    expect(await engine.catchUp('three')).toBe('done')
    expect(await docs(named('three'))).toHaveLength(0)
    await first
    expect(woken).toEqual(['project:three'])
    expect(
      [await docs(named('one')), await docs(named('two'))].map(({ length }) => length),
    ).toEqual([30, 30])
    await engine.catchUp('three')
    expect(await docs(named('three'))).toHaveLength(30)
  })
})

describe('a projection that meets an event it cannot fold', () => {
  test('stops before it, says so, and lets the others go on', async () => {
    mended = false
    const { engine, docs, log } = projector([added('a'), added('bad'), added('b')], {
      projections: [fragile, counters],
    })
    expect(await engine.catchUp('all')).toBe('done')
    expect((await docs(counters)).map((doc) => doc._id)).toEqual(['a', 'b', 'bad'])
    expect((await docs(fragile)).map((doc) => doc._id)).toEqual(['a'])
    const { projections } = await engine.status()
    expect(projections).toMatchObject([
      {
        name: 'fragile',
        state: 'stopped',
        position: positionOf(1),
        lag: { events: 2, more: false },
        failure: {
          eventId: 'event-counter-bad-0',
          position: positionOf(2),
          message: 'no such thing',
          tries: 1,
        },
      },
      {
        name: 'counters',
        state: 'live',
        lag: { events: 0, more: false, seconds: 0 },
        failure: null,
      },
    ])
    expect(log.lines.filter((line) => line.level === 'error')).toHaveLength(1)
    expect(await engine.readModels.stopped([counters])).toBe(false)
    expect(await engine.readModels.stopped([counters, fragile])).toBe(true)
  })

  test('tries again after 1 s, then 2 s, up to 60 s, and never in between', async () => {
    mended = false
    const { engine, time, readStore } = projector([added('bad')], { projections: [fragile] })
    const waits: number[] = []
    for (let i = 0; i < 9; i++) {
      await engine.catchUp('all')
      const { failure } = await readStore.checkpoints.load('fragile__v1')
      expect(failure?.tries).toBe(i + 1)
      waits.push((failure?.nextTryAt ?? 0) - time.now)
      time.now = (failure?.nextTryAt ?? 0) - 1
      await engine.catchUp('all')
      expect((await readStore.checkpoints.load('fragile__v1')).failure?.tries).toBe(i + 1)
      time.now++
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  test('tries again at once when it is told to', async () => {
    mended = false
    const { engine, docs, time } = projector([added('a'), added('bad')], { projections: [fragile] })
    await engine.catchUp('all')
    mended = true
    time.now += 999
    await engine.catchUp('all')
    expect(await docs(fragile)).toHaveLength(1)
    await engine.retry('fragile')
    await engine.catchUp('all')
    expect(await docs(fragile)).toHaveLength(2)
  })

  test('goes on where it stopped once it can, and forgets the failure', async () => {
    mended = false
    const { engine, time, docs } = projector([added('a'), added('bad'), added('b')], {
      projections: [fragile],
    })
    await engine.catchUp('all')
    mended = true
    time.now += 1_000
    await engine.catchUp('all')
    expect((await docs(fragile)).map((doc) => doc._id)).toEqual(['a', 'b', 'bad'])
    expect((await engine.status()).projections).toMatchObject([{ state: 'live', failure: null }])
  })

  test('keeps none of an event that touches several documents when one of them throws', async () => {
    mended = false
    const transfer = recorded('counter-a', 'Transferred', { key: 'a', other: 'bad', amount: 5 })
    const { engine, docs } = projector([added('a'), transfer], { projections: [fragile] })
    await engine.catchUp('all')
    expect(await docs(fragile)).toMatchObject([{ _id: 'a', sum: 1 }])
  })

  test('stops alike when it cannot say which document an event touches', async () => {
    const lost: Projection = {
      ...counters,
      name: 'lost',
      keyOf: () => {
        throw new Error('which one?')
      },
    }
    const { engine } = projector([added('a')], { projections: [lost, counters] })
    await engine.catchUp('all')
    expect((await engine.status()).projections).toMatchObject([
      { state: 'stopped', failure: { message: 'which one?' } },
      { state: 'live' },
    ])
  })
})

describe('a checkpoint that stands where its worker left it', () => {
  /**
   * Two workers over one log and one read store, and how often the first has read the checkpoint.
   */
  async function twoWorkers(projections: readonly Projection[] = [counters]) {
    const one = projector([added('a')], { projections, isShared: true })
    const load = vi.spyOn(one.readStore.checkpoints, 'load')
    const { store, readStore } = one
    const other = createProjector({
      store,
      readStore,
      log: memoryLog(),
      clock: { now: () => one.time.now },
      queue: { wake: async () => {} },
      projections,
    })
    // Left once, and found there.
    await one.engine.catchUp('all')
    await one.engine.catchUp('all')
    const asked = async (work: () => Promise<unknown>): Promise<number> => {
      load.mockClear()
      await work()
      return load.mock.calls.length
    }
    const catchUp = () => one.engine.catchUp('all')
    return { ...one, other, asked, catchUp }
  }

  test('is not asked for again, for two seconds', async () => {
    const { asked, catchUp, store, time, docs } = await twoWorkers()
    store.add(added('b'))
    expect(await asked(catchUp)).toBe(0)
    expect(await docs()).toHaveLength(2)
    time.now += 1_999
    expect(await asked(catchUp)).toBe(0)
    time.now += 2_000
    expect(await asked(catchUp)).toBe(1)
    // The clock went back.
    time.now -= 10_000
    expect(await asked(catchUp)).toBe(1)
  })

  test('is asked for as long as another worker moves it too, and nothing is folded twice', async () => {
    const { asked, catchUp, store, other, docs } = await twoWorkers()
    store.add(recorded('counter-a', 'Added', { key: 'a', amount: 5 }))
    await other.catchUp('all')
    store.add(recorded('counter-a', 'Added', { key: 'a', amount: 7 }))
    // Once for the conflict, and once for the claim before it folds again.
    expect(await asked(catchUp)).toBe(2)
    expect(await docs()).toMatchObject([{ _id: 'a', sum: 13 }])
    await other.catchUp('all')
    store.add(added('c'))
    await other.catchUp('all')
    expect(await asked(catchUp)).toBe(1)
    // No other process has moved it since.
    expect(await asked(catchUp)).toBe(1)
    expect(await asked(catchUp)).toBe(0)
  })

  test('is asked for before an event that another worker could not fold either is tried again', async () => {
    mended = false
    const { asked, catchUp, store, other, readStore, time } = await twoWorkers([fragile])
    store.add(added('bad'))
    await other.catchUp('all')
    expect(await asked(catchUp)).toBe(1)
    expect((await readStore.checkpoints.load('fragile__v1')).failure?.tries).toBe(1)
    time.now += 1_000
    await catchUp()
    expect((await readStore.checkpoints.load('fragile__v1')).failure?.tries).toBe(2)
  })

  test('is asked for again after the store has failed', async () => {
    const { asked, catchUp, store, readStore } = await twoWorkers()
    vi.spyOn(readStore.collection('counters__v1'), 'apply').mockRejectedValueOnce(
      new Error('no answer'),
    )
    store.add(added('b'))
    await expect(catchUp()).rejects.toThrow('no answer')
    expect(await asked(catchUp)).toBe(1)
    expect((await readStore.checkpoints.load('counters__v1')).position).toBe(await store.head())
  })
})

test('a store of one process is not asked again while the log stays as it is', async () => {
  const { engine, readStore, store, docs } = projector([added('a')])
  await engine.catchUp('all')
  const load = vi.spyOn(readStore.checkpoints, 'load')
  expect(await engine.catchUp('all')).toBe('done')
  expect(load).not.toHaveBeenCalled()
  store.add(added('b'))
  await engine.catchUp('all')
  expect(load).toHaveBeenCalled()
  expect(await docs()).toHaveLength(2)
})

test('a projection on a server that nobody has filled yet is being built, and lives once it has caught up', async () => {
  const { engine } = projector([added('a'), added('b')], { isShared: true })
  expect((await engine.status()).projections).toMatchObject([
    { state: 'building', lag: { events: 2 } },
  ])
  await engine.catchUp('all')
  expect((await engine.status()).projections).toMatchObject([{ state: 'live', lag: { events: 0 } }])
})

describe('a new version of a projection', () => {
  const second: Projection = { ...counters, version: 2 }

  test('is built beside the old one and serves once it has caught up', async () => {
    const old = projector([added('a'), added('b')], { isShared: true })
    await old.engine.catchUp('all')
    expect(await sharingOf(old.readStore).aliases.get('counters')).toBe('counters__v1')
    const next = createProjector({
      store: old.store,
      readStore: old.readStore,
      log: old.log,
      clock: { now: () => old.time.now },
      queue: { wake: async () => {} },
      projections: [second],
      batch: { following: 1, farBehind: 1, documents: 1 },
    })
    const serving = async () =>
      (await next.readModels.of(second)) === liveDocuments(old.readStore.collection('counters__v2'))
    expect(await serving()).toBe(false)
    // The first batch fails to reach the head: the old one still serves.
    const slow = createProjector({
      store: old.store,
      readStore: old.readStore,
      log: old.log,
      queue: { wake: async () => {} },
      projections: [second],
      batch: { following: 1, farBehind: 1, documents: 1 },
      clock: { now: () => (old.time.now += 2_000) },
    })
    expect(await slow.catchUp('all')).toBe('more')
    expect(await sharingOf(old.readStore).aliases.get('counters')).toBe('counters__v1')
    await next.catchUp('all')
    expect(await sharingOf(old.readStore).aliases.get('counters')).toBe('counters__v2')
    old.time.now += 2_000
    expect(await serving()).toBe(true)
  })

  test('never gives way to an older one', async () => {
    const { engine, readStore } = projector([added('a')], { isShared: true })
    await sharingOf(readStore).aliases.swap('counters', null, 'counters__v2')
    await engine.catchUp('all')
    expect(await sharingOf(readStore).aliases.get('counters')).toBe('counters__v2')
  })

  test('that cannot fold an event does not take over', async () => {
    mended = false
    const { engine, readStore } = projector([added('bad')], {
      projections: [{ ...fragile, version: 2 }],
      isShared: true,
    })
    await sharingOf(readStore).aliases.swap('fragile', null, 'fragile__v1')
    await engine.catchUp('all')
    expect(await sharingOf(readStore).aliases.get('fragile')).toBe('fragile__v1')
  })
})

describe('catching up', () => {
  test('hands over after its time slice and goes on from there', async () => {
    const events = Array.from({ length: 50 }, (_, i) => added(`k${i}`))
    const { engine, time, docs } = projector(events, {
      batch: { following: 10, farBehind: 20, documents: 1 },
      clock: { now: () => (time.now += 1_100) },
    })
    expect(await engine.catchUp('all')).toBe('more')
    const first = (await docs()).length
    expect(first).toBeGreaterThan(0)
    while ((await engine.catchUp('all')) === 'more');
    expect(await docs()).toHaveLength(50)
  })

  test('passes the log once for all projections that stand at the same place', async () => {
    const many: readonly Projection[] = Array.from({ length: 12 }, (_, i) => ({
      ...counters,
      name: `counters-${i}`,
    }))
    const { engine, store } = projector([], { projections: many })
    store.add(...Array.from({ length: 30 }, (_, i) => added(`k${i}`)))
    let reads = 0
    const readAll = store.readAll.bind(store)
    store.readAll = (after, options) => (reads++, readAll(after, options))
    await engine.catchUp('all')
    expect(reads).toBe(1)
    expect(
      (await engine.status()).projections.every(
        ({ state, lag }) => state === 'live' && lag.events === 0,
      ),
    ).toBe(true)
  })

  test('brings a projection added later to the others without moving them back', async () => {
    const first = projector([added('a'), added('b')])
    await first.engine.catchUp('all')
    const late: Projection = { ...counters, name: 'late' }
    const second = createProjector({
      store: first.store,
      readStore: first.readStore,
      log: first.log,
      clock: { now: () => 0 },
      queue: { wake: async () => {} },
      projections: [counters, late],
    })
    await second.catchUp('all')
    expect(await (await second.readModels.of(late)).count({})).toBe(2)
  })

  test('advances past events nobody handles', async () => {
    const { engine, readStore } = projector([recorded('other-1', 'Unheard', {})])
    await engine.catchUp('all')
    expect((await readStore.checkpoints.load('counters__v1')).position).toBe(positionOf(1))
  })

  test('tells whose documents of which projection changed, once they can be read', async () => {
    const { engine, store, docs } = projector([added('a', 1, 'user-1'), added('b', 1, 'user-2')])
    const told: Changed[] = []
    const stop = engine.readModels.onChanged((changed) => told.push(changed))
    await engine.catchUp('all')
    expect(told).toEqual([
      { projection: 'counters', position: positionOf(2), owners: new Set(['user-1', 'user-2']) },
    ])
    expect(await docs()).toHaveLength(2)
    stop()
    store.add(added('c'))
    await engine.catchUp('all')
    expect(told).toHaveLength(1)
  })

  test('forgets a tombstone an hour after the checkpoint has passed it, not before', async () => {
    const { engine, time, readStore } = projector([added('a'), removed('a'), added('b')])
    await engine.catchUp('all')
    const stands = async () => (await readStore.collection('counters__v1').load(['a'])).has('a')
    await engine.tidy()
    time.now += 3_599_999
    await engine.tidy()
    expect(await stands()).toBe(true)
    time.now += 1
    await engine.tidy()
    expect(await stands()).toBe(false)
  })

  test('throws what the stores throw, so that the queue rings again', async () => {
    const { engine, store } = projector([added('a')])
    store.readAll = () => Promise.reject(new Error('unreachable'))
    await expect(engine.catchUp('all')).rejects.toThrow('unreachable')
  })
})

describe('waiting for a position', () => {
  test('answers at once when the projection is there', async () => {
    const { engine, woken } = projector([added('a')])
    await engine.catchUp('all')
    expect(await engine.readModels.reached([counters], positionOf(1), 0)).toBe(true)
    expect(woken).toEqual([])
  })

  test('answers when the projection gets there, having rung for it', async () => {
    const { engine, woken } = projector([added('a')])
    const waiting = engine.readModels.reached([counters], positionOf(1), 5_000)
    await engine.catchUp('all')
    expect(await waiting).toBe(true)
    expect(woken).toEqual(['project:all'])
  })

  test('gives up after its time', async () => {
    const { engine } = projector([added('a')])
    expect(await engine.readModels.reached([counters], positionOf(2), 5)).toBe(false)
  })

  test('sees what another process projected', async () => {
    const here = projector([added('a')], { isShared: true })
    const there = projector([added('a')], { readStore: here.readStore })
    const waiting = here.engine.readModels.reached([counters], positionOf(1), 5_000)
    await there.engine.catchUp('all')
    expect(await waiting).toBe(true)
  })
})

test('a process that only reads tells a read model as live once a worker has brought it to the head of the log, and not before', async () => {
  const worker = projector([added('a')], { isShared: true })
  const reader = createProjector({
    store: worker.store,
    readStore: worker.readStore,
    log: memoryLog(),
    clock: { now: () => worker.time.now },
    queue: { wake: async () => {} },
    projections: [counters],
  })
  const state = async () => (await reader.status()).projections[0]?.state
  expect(await state()).toBe('building')
  await worker.engine.catchUp('all')
  worker.time.now += 2_001
  expect(await state()).toBe('live')
})
