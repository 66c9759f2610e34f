import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EventStoreLocked } from '#commands/event-store/sqlite-file.ts'
import { openKeys } from '#commands/gateways/keys/open-keys.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { blank } from '#domain/kernel/records/field.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { projections } from '#projections/all.ts'
import { collectionName, editionOf } from '#projections/kernel/projection.ts'
import { recordsOf } from '#projections/records.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sharedReadStore } from '#tests/doubles/shared-read-store.ts'
import { openOwnReadModels } from '#workers/kernel/own-read-models.ts'
import { openLog } from '#workers/operations/archive.ts'
import {
  dropIdle,
  named,
  openReadSide,
  rebuildHere,
  retry,
  standings,
} from '#workers/operations/projections.ts'
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

describe('a read model of a data directory', () => {
  const OWNER = '01J0000000000000000000000A'
  const addresses = { DATA_DIR: mkdtempSync(path.join(tmpdir(), 'carnet-rebuild-')) }
  const clock = { now: () => 1_000_000 }
  const own = { clock, log: memoryLog() }
  afterAll(() => rmSync(addresses.DATA_DIR, { recursive: true, force: true }))

  /** Does some work on the directory, and closes it. */
  async function inside<T>(
    work: (opened: { store: EventStore; readStore: ReadStore }) => Promise<T>,
  ): Promise<T> {
    const ending: (() => unknown)[] = []
    try {
      const keyring = await openKeys(addresses, ending)
      const store = await openLog(addresses, ending, keyring)
      const { DATA_DIR: dataDir } = addresses
      const models = await openOwnReadModels({ dataDir, keyring, store, log: own.log })
      ending.push(() => models.close())
      return await work({ store, readStore: models.readStore })
    } finally {
      for (const end of ending.reverse()) await end()
    }
  }
  async function rebuilt(names: readonly string[]) {
    const ending: (() => unknown)[] = []
    try {
      return await rebuildHere(addresses, named(names) ?? [], own, ending)
    } finally {
      for (const end of ending.reverse()) await end()
    }
  }
  /** The collection of contacts, under the code that folds it now. */
  const collectionIn = async (readStore: ReadStore) =>
    (await readStore.names()).find((name) => editionOf(name)?.name === 'contact') ?? ''

  test('is folded anew from the log, and no other is', async () => {
    await inside(async ({ store }) => {
      const { run } = createHandler({ store, clock })
      await run(
        recordDecider(Contact),
        newUlid(),
        { type: 'Add', values: { ...blank(Contact.fields), lastName: 'Quartz' } },
        { commandId: randomUUID(), owner: OWNER, actor: { kind: 'user', id: OWNER } },
      )
    })
    expect(await rebuilt(['contact', 'company'])).toBe('serving')
    const companiesAt = await inside(async ({ readStore }) => {
      const contacts = readStore.collection(await collectionIn(readStore))
      const [contact] = (await contacts.find({ filter: {} })).items
      expect(contact).toMatchObject({ values: { lastName: 'Quartz' } })
      const [stored] = (await contacts.load([contact?._id ?? ''])).values()
      if (stored === undefined) throw new Error('No contact')
      const wrong = { ...stored, values: { lastName: 'Wrong' } }
      await contacts.apply([{ id: stored._id, ifPos: stored._pos, doc: wrong }])
      return (await readStore.names()).filter((name) => editionOf(name)?.name === 'company')
    })
    expect(await rebuilt(['contact'])).toBe('serving')
    await inside(async ({ store, readStore }) => {
      const name = await collectionIn(readStore)
      expect((await readStore.collection(name).find({ filter: {} })).items).toMatchObject([
        { values: { lastName: 'Quartz' } },
      ])
      for (const key of [name, ...companiesAt])
        expect((await readStore.checkpoints.load(key)).position).toBe(await store.head())
    })
  })

  test('is not touched while the product runs', async () => {
    await inside(async ({ readStore }) => {
      await expect(rebuilt(['contact'])).rejects.toThrow(EventStoreLocked)
      expect(await readStore.collection(await collectionIn(readStore)).count({})).toBe(1)
    })
  })
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
