import { expect, test } from 'vitest'
import { positionOf } from '#domain/kernel/event.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { projections } from '#projections/all.ts'
import { collectionName } from '#projections/kernel/projection.ts'
import { recordsOf } from '#projections/records.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sharedReadStore } from '#tests/doubles/shared-read-store.ts'
import { dropIdle, named, openReadSide, retry, standings } from '#workers/operations/projections.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { committed, recorded } from '#tests/kernel/events.ts'

/** The read model of contacts, as it is built now. */
const SERVED = collectionName(recordsOf(Contact))

const machinery = { clock: { now: () => 1_000_000 }, log: memoryLog() }

/** The product's own read models, which outlive the process that made them from three events. */
async function readSide() {
  const contact = (id: string, lastName: string) =>
    recorded(`contact-${id}`, 'ContactAdded', { values: { lastName } })
  const store = eventLog(
    committed([contact('1', 'Quartz'), contact('2', 'Basalte'), contact('3', 'Gneiss')]),
  )
  const readStore = sharedReadStore()
  await createProjector({
    store,
    readStore,
    ...machinery,
    queue: { wake: async () => {} },
    projections,
  }).catchUp('all')
  return { store, readStore }
}

test('every read model is listed as it stands: live at the head, or stopped with its reason', async () => {
  const side = await readSide()
  expect(await standings(side, machinery)).toMatchObject({
    projections: projections.map(({ name, version }) => ({
      name,
      version,
      state: 'live',
      lag: { events: 0 },
    })),
    idle: [],
  })
  const failure = {
    eventId: 'event-contact-2-0',
    position: positionOf(2),
    message: 'no such field',
    tries: 4,
    nextTryAt: 1_030_000,
  }
  await side.readStore.checkpoints.fail(SERVED, failure)
  const { projections: list } = await standings(side, machinery)
  expect(list.filter(({ state }) => state === 'stopped')).toMatchObject([
    { name: 'contact', failure },
  ])
})

test('one that stands still is tried again at once', async () => {
  const side = await readSide()
  await side.readStore.checkpoints.fail(SERVED, {
    eventId: 'e',
    position: positionOf(4),
    message: 'no such field',
    tries: 4,
    nextTryAt: 1_030_000,
  })
  side.store.add(recorded('contact-4', 'ContactAdded', { values: { lastName: 'Mica' } }))
  expect(await retry(side, 'contact', machinery)).toMatchObject({
    name: 'contact',
    state: 'live',
    failure: null,
    lag: { events: 0 },
  })
  expect(await side.readStore.collection(SERVED).count({})).toBe(4)
})

test('what nobody is served from is named, and dropped when asked for, and nothing else is', async () => {
  const side = await readSide()
  const put = (name: string) =>
    side.readStore
      .collection(name)
      .apply([{ id: 'a', ifPos: null, doc: { _id: 'a', owner: 'user-1', _pos: positionOf(1) } }])
  // An older version, one left half-built, a newer one that other code keeps, and what is no read
  // model.
  for (const name of ['contact__v0', `${SERVED}__g1`, 'contact__v9', 'sessions', 'gone__v1'])
    await put(name)
  expect((await standings(side, machinery)).idle).toEqual(['contact__v0', `${SERVED}__g1`])
  expect(await dropIdle(side)).toEqual(['contact__v0', `${SERVED}__g1`])
  expect((await side.readStore.names()).toSorted()).toEqual([
    SERVED,
    'contact__v9',
    'gone__v1',
    'sessions',
  ])
  expect(await dropIdle(side)).toEqual([])
})

test('projections are asked for by their names, or all at once', () => {
  expect(named(['all'])).toBe(projections)
  expect(
    named(['contact', 'bills'])
      ?.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['bills', 'contact'])
  expect(named(['contact', 'nothing'])).toBeNull()
  expect(named([])).toBeNull()
})

test('read models in the memory of another process are not opened', async () => {
  expect(await openReadSide({ DATA_DIR: '/nowhere' }, [])).toBeNull()
})
