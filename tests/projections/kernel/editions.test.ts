import { expect, test } from 'vitest'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { openEditions } from '#projections/kernel/editions.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { committed, recorded } from '#tests/kernel/events.ts'
import { type Counter, counters } from './simulation.ts'

const added = (key: string, amount = 1) =>
  recorded(`counter-${key}`, 'Added', { key, amount }, { owner: 'user-1' })
const EVENTS = committed(Array.from({ length: 30 }, (_, i) => added(`k${i % 3}`)))
/** Other code for the same read model: it counts tenfold. */
const tenfold: Projection<Counter> = {
  ...(counters as Projection<Counter>),
  evolve: (doc, event, key) => {
    const next = (counters as Projection<Counter>).evolve(doc, event, key)
    return next && { ...next, sum: (doc?.sum ?? 0) + 10 }
  },
}

async function started(
  readStore: ReadStore,
  projection: Projection<Counter>,
  code: string,
  { pages = Number.POSITIVE_INFINITY, events = eventLog(EVENTS) } = {},
) {
  const log = memoryLog()
  const editions = await openEditions({
    readStore,
    projections: [projection],
    codes: new Map([[projection.name, code]]),
    log,
  })
  const read: string[] = []
  const engine = createProjector({
    store: {
      ...events,
      async readAll(after, options) {
        const slice = await events.readAll(after, options)
        read.push(...slice.events.map(({ position }) => position))
        return slice
      },
    },
    readStore,
    log,
    editions,
    // Each look at the clock ends the time slice, so that a call folds one page.
    clock: { now: () => (pages === Number.POSITIVE_INFINITY ? 0 : (time += 3_000)) },
    queue: { wake: async () => {} },
    projections: [projection],
    batch: { following: 10, farBehind: 10, documents: 1 },
  })
  let time = 0
  const sums = async () =>
    (await (await engine.readModels.of(projection)).find({ filter: {} })).items.map(
      ({ sum }) => sum,
    )
  return { engine, editions, log, read, sums }
}

const whole = async ({ engine }: Awaited<ReturnType<typeof started>>) => {
  while ((await engine.catchUp('all')) === 'more');
}

test('a start with the same code reads no event that is folded already', async () => {
  const readStore = sqliteReadStore()
  await whole(await started(readStore, counters as Projection<Counter>, 'aa'))
  const second = await started(readStore, counters as Projection<Counter>, 'aa')
  await whole(second)
  expect(second.read).toEqual([])
  expect(await second.sums()).toEqual([10, 10, 10])
})

test.each([
  ['other code', tenfold, 'bb'],
  ['another version', { ...tenfold, version: 2 }, 'aa'],
] as const)(
  'a read model of %s is folded beside the old one, which answers until then and is dropped',
  async (_, next, code) => {
    const readStore = sqliteReadStore()
    const first = await started(readStore, counters as Projection<Counter>, 'aa')
    await whole(first)
    const second = await started(readStore, next, code, { pages: 1 })
    expect(second.editions.isReplacing(next)).toBe(true)
    const model = await second.engine.readModels.of(next)
    expect(await second.engine.catchUp('all')).toBe('more')
    expect(await second.sums()).toEqual([10, 10, 10])
    expect((await second.engine.status()).projections).toMatchObject([
      { state: 'building', replaces: true },
    ])
    await whole(second)
    expect(await second.sums()).toEqual([100, 100, 100])
    // A reader that was opened before reads on in the new one.
    expect((await model.find({ filter: {} })).items.map(({ sum }) => sum)).toEqual([100, 100, 100])
    expect((await second.engine.status()).projections).toMatchObject([
      { state: 'live', replaces: false },
    ])
    expect(await readStore.names()).toHaveLength(2)
    await second.engine.tidy()
    expect(await readStore.names()).toHaveLength(1)
    // The next start finds nothing to do.
    const third = await started(readStore, next, code)
    await whole(third)
    expect([third.read, third.editions.isReplacing(next)]).toEqual([[], false])
  },
)

test('a folding that was interrupted goes on where it stood, and gives way to a third code', async () => {
  const readStore = sqliteReadStore()
  await whole(await started(readStore, counters as Projection<Counter>, 'aa'))
  const cut = await started(readStore, tenfold, 'bb', { pages: 1 })
  await cut.engine.catchUp('all')
  const goneOn = await started(readStore, tenfold, 'bb', { pages: 1 })
  await goneOn.engine.catchUp('all')
  expect(goneOn.read[0]).toBe(EVENTS[10]?.position)
  expect(await goneOn.sums()).toEqual([10, 10, 10])
  const third = await started(readStore, { ...tenfold, version: 3 }, 'cc')
  expect(await readStore.names()).toEqual(['counters__v1_aa'])
  await whole(third)
  await third.engine.tidy()
  expect(await readStore.names()).toEqual([expect.stringMatching(/^counters__v3_cc/)])
})

test('a step back to the former code takes up what serves still', async () => {
  const readStore = sqliteReadStore()
  await whole(await started(readStore, counters as Projection<Counter>, 'aa'))
  await (await started(readStore, tenfold, 'bb', { pages: 1 })).engine.catchUp('all')
  const back = await started(readStore, counters as Projection<Counter>, 'aa')
  await whole(back)
  expect([back.read, await back.sums()]).toEqual([[], [10, 10, 10]])
})

test('the read model of a projection that is no more is dropped, and no other collection', async () => {
  const readStore = sqliteReadStore()
  const doc = { _id: 'a', owner: 'user-1', _pos: EVENTS[0]?.position ?? '' }
  for (const name of ['former__v1_aa', 'notes'])
    await readStore.collection(name).apply([{ id: 'a', ifPos: null, doc }])
  await started(readStore, counters as Projection<Counter>, 'aa')
  expect(await readStore.names()).toEqual(['notes'])
})

test.each([
  ['of the same version takes what is new', tenfold, [11, 10, 10]],
  ['of another version stands still', { ...tenfold, version: 2 }, [10, 10, 10]],
] as const)('meanwhile an old read model %s', async (_, next, expected) => {
  const readStore = sqliteReadStore()
  await whole(await started(readStore, counters as Projection<Counter>, 'aa'))
  const events = eventLog(EVENTS)
  const second = await started(
    readStore,
    { ...next, evolve: (...fact) => (counters as Projection<Counter>).evolve(...fact) },
    'bb',
    {
      pages: 1,
      events,
    },
  )
  events.add(added('k0'))
  for (const group of second.engine.groups) await second.engine.catchUp(group)
  expect(second.editions.isReplacing(next)).toBe(true)
  expect(await second.sums()).toEqual(expected)
  const isReached = await second.engine.readModels.reached([next], await events.head(), 50)
  expect(isReached).toBe(expected[0] === 11)
  for (const group of second.engine.groups) while ((await second.engine.catchUp(group)) === 'more');
  expect(await second.sums()).toEqual([11, 10, 10])
  // Later events are folded into the new one alone.
  events.add(added('k1'))
  for (const group of second.engine.groups) await second.engine.catchUp(group)
  expect(await second.sums()).toEqual([11, 11, 10])
  await second.engine.tidy()
  expect(await readStore.names()).toHaveLength(1)
})
