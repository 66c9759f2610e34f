import { expect, test } from 'vitest'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import {
  forgetAll,
  rebuild,
  type RebuildOptions,
  type RebuildProgress,
} from '#projections/kernel/rebuild.ts'
import { sharedReadStore } from '#tests/doubles/shared-read-store.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { committed, recorded } from '#tests/kernel/events.ts'
import { foldAll } from './projection-spec.ts'
import { type Counter, counters } from './simulation.ts'

const added = (key: string) => recorded(`counter-${key}`, 'Added', { key, amount: 1 })
const events = (count: number) => Array.from({ length: count }, (_, i) => added(`k${i % 9}`))
const plain = (docs: readonly Doc[]) =>
  docs.map((doc) => ({ ...doc, _pos: undefined })).toSorted((a, b) => (a._id < b._id ? -1 : 1))

/** A read store that outlives the process, with a worker on it that has caught up. */
async function kept(count: number) {
  const store = eventLog(committed(events(count)))
  const readStore = sharedReadStore()
  const time = { now: 1_000_000 }
  const clock = { now: () => time.now }
  const log = memoryLog()
  const worker = (projection: Projection = counters) =>
    createProjector({
      store,
      readStore,
      clock,
      log,
      queue: { wake: async () => {} },
      projections: [projection],
      batch: { following: 50, farBehind: 50, documents: 1 },
    })
  const first = worker()
  while ((await first.catchUp('all')) === 'more');
  const seen: RebuildProgress[] = []
  const options = (more: Partial<RebuildOptions> = {}): RebuildOptions => ({
    store,
    readStore,
    clock,
    log,
    projections: [counters],
    half: 'resume',
    onProgress: (progress) => seen.push(progress),
    signal: new AbortController().signal,
    graceMs: 0,
    ...more,
  })
  const docs = async (of = first) =>
    plain((await (await of.readModels.of(counters)).find({ filter: {} })).items)
  const fold = async () =>
    plain(foldAll(counters, (await store.readAll('0'.repeat(20), { limit: 1_000_000 })).events))
  return { store, readStore, time, log, worker, first, seen, options, docs, fold }
}

/** Interrupts a rebuild after so many reads of the log. */
function interrupting({ store, time }: Awaited<ReturnType<typeof kept>>, reads: number) {
  const interrupted = new AbortController()
  let left = reads
  return {
    signal: interrupted.signal,
    store: {
      ...store,
      async readAll(after: string, options: { limit: number }) {
        if (--left === 0) interrupted.abort()
        time.now += 700 // a slice ends after two seconds
        return store.readAll(after, { limit: Math.min(40, options.limit) })
      },
    },
  }
}

test('a projection is rebuilt beside the one that serves, which gives way and is dropped', async () => {
  const world = await kept(400)
  const { readStore, time, seen, options, first, docs, fold } = world
  // The serving documents differ from the events.
  await readStore.collection('counters__v1').apply([
    {
      id: 'k1',
      ifPos: (await readStore.collection('counters__v1').load(['k1'])).get('k1')!._pos,
      doc: { _id: 'k1', owner: 'user-1', _pos: '9'.repeat(20) },
    },
  ])
  expect(await docs()).not.toEqual(await fold())
  expect(await rebuild(options())).toBe('serving')
  time.now += 2_000
  expect(await docs()).toEqual(await fold())
  expect(await readStore.names()).toEqual(['counters__v1__g1'])
  expect(seen.at(-1)).toMatchObject({
    done: 1,
    projections: [
      { name: 'counters', from: 'counters__v1', to: 'counters__v1__g1', failure: null },
    ],
  })
  // Any projector continues in the new collection.
  world.store.add(added('k1'), added('fresh'))
  await first.catchUp('all')
  expect(await docs()).toEqual(await fold())
  expect(await readStore.names()).toEqual(['counters__v1__g1'])
  // And again.
  expect(await rebuild(options())).toBe('serving')
  expect(await readStore.names()).toEqual(['counters__v1__g2'])
  time.now += 2_000
  expect(await docs(world.worker())).toEqual(await fold())
})

test('an interrupted rebuild leaves what serves as it is, and is gone on with where it stood', async () => {
  const world = await kept(400)
  const { readStore, options, docs, fold, store, first, seen } = world
  const cut = interrupting(world, 4)
  expect(await rebuild(options(cut))).toBe('interrupted')
  const { position } = await readStore.checkpoints.load('counters__v1__g1')
  expect(Number(position)).toBe(160)
  expect(seen.at(-1)?.done).toBeCloseTo(0.4)
  expect(seen.at(-1)?.secondsLeft).toBeGreaterThan(0)
  store.add(added('k1'))
  await first.catchUp('all')
  expect(await docs()).toEqual(await fold())

  const again = interrupting(world, Number.POSITIVE_INFINITY)
  const read: string[] = []
  const counting = {
    ...again.store,
    readAll: (after: string, limits: { limit: number }) => (
      read.push(after), again.store.readAll(after, limits)
    ),
  }
  expect(await rebuild(options({ store: counting }))).toBe('serving')
  expect(read[0]).toBe(position)
  world.time.now += 2_000
  expect(await docs()).toEqual(await fold())
})

test('an interrupted rebuild starts over when it is told to', async () => {
  const world = await kept(200)
  const { readStore, options, docs, fold } = world
  await rebuild(options(interrupting(world, 3)))
  const half = readStore.collection('counters__v1__g1')
  await half.apply([
    { id: 'stray', ifPos: null, doc: { _id: 'stray', owner: 'user-1', _pos: '1' } },
  ])
  expect(await rebuild(options({ half: 'restart' }))).toBe('serving')
  world.time.now += 2_000
  expect(await docs()).toEqual(await fold())
})

test('a rebuild that meets an event it cannot fold stands still, and the old one serves on', async () => {
  const world = await kept(100)
  const { readStore, options, docs, seen } = world
  const before = await docs()
  const broken: Projection = {
    ...counters,
    evolve(doc, event, key) {
      if (key === 'k5') throw new Error('no such thing')
      return counters.evolve(doc as Counter | null, event, key) // its own documents
    },
  }
  expect(await rebuild(options({ projections: [broken] }))).toBe('stopped')
  expect(seen.at(-1)?.projections).toMatchObject([{ failure: { message: 'no such thing' } }])
  expect(await docs()).toEqual(before)
  expect(await readStore.sharing.aliases.get('counters__v1')).toBeNull()
  expect(await rebuild(options({ half: 'restart' }))).toBe('serving')
})

test('workers that project while it is rebuilt, and events that come meanwhile, lose nothing', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const world = await kept(300)
    const { store, readStore, time, options, worker, first, docs, fold } = world
    let state = seed
    const random = (below: number) =>
      (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % below
    const others = [first, worker(), worker()]
    const busy = new AbortController()
    const working = (async () => {
      while (!busy.signal.aborted) {
        store.add(added(`k${random(12)}`))
        time.now += random(400)
        await Promise.all(others.filter(() => random(3) > 0).map((other) => other.catchUp('all')))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    expect(await rebuild(options({ graceMs: 60 }))).toBe('serving')
    busy.abort()
    await working
    time.now += 2_000
    for (const other of others) while ((await other.catchUp('all')) === 'more');
    for (const other of others) expect(await docs(other)).toEqual(await fold())
    expect(await readStore.sharing.aliases.get('counters__v1')).toBe('counters__v1__g1')
  }
}, 60_000)

test('processes of old and of new code at once are each served by what they were written for', async () => {
  const world = await kept(120)
  const { store, readStore, time, worker, first } = world
  const second: Projection = {
    ...counters,
    version: 2,
    evolve: (doc, event, key) => {
      const counter = counters.evolve(doc as Counter | null, event, key) // its own documents
      return counter && { ...counter, shape: 'new' }
    },
  }
  const next = worker(second)
  const shapes = async (of: typeof first, projection: Projection) =>
    new Set(
      (await (await of.readModels.of(projection)).find({ filter: {} })).items.map(
        (doc) => (doc as { shape?: string }).shape ?? 'old',
      ),
    )
  const sums = async (of: typeof first, projection: Projection) =>
    (await (await of.readModels.of(projection)).find({ filter: {} })).items
      .map((doc) => (doc as Counter).sum)
      .reduce((a, b) => a + b)

  // Not yet caught up: the new code reads what the old one keeps.
  expect(await shapes(next, second)).toEqual(new Set(['old']))
  while ((await next.catchUp('all')) === 'more');
  for (let round = 0; round < 3; round++) {
    time.now += 2_000
    store.add(added('k1'))
    await Promise.all([first.catchUp('all'), next.catchUp('all')])
    expect(await shapes(first, counters)).toEqual(new Set(['old']))
    expect(await shapes(next, second)).toEqual(new Set(['new']))
    expect([await sums(first, counters), await sums(next, second)]).toEqual([
      121 + round,
      121 + round,
    ])
  }
  // Old code that starts only now finds its own too; rebuilt, it keeps to its own version.
  expect(await shapes(worker(), counters)).toEqual(new Set(['old']))
  expect(await rebuild(world.options())).toBe('serving')
  time.now += 2_000
  expect([await shapes(first, counters), await shapes(next, second)]).toEqual([
    new Set(['old']),
    new Set(['new']),
  ])
  expect(await readStore.sharing.aliases.get('counters')).toBe('counters__v2')
})

test('when the log is another one, every read model is dropped and built from it', async () => {
  const world = await kept(50)
  const { readStore, worker, fold, docs } = world
  await readStore
    .collection('sessions')
    .apply([{ id: 'a', ifPos: null, doc: { _id: 'a', owner: 'user-1', _pos: '1' } }])
  await forgetAll(readStore)
  expect(await readStore.names()).toEqual(['sessions'])
  const again = worker()
  await again.catchUp('all')
  expect(await docs(again)).toEqual(await fold())
})
