import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EventStoreLocked } from '#commands/event-store/sqlite-file.ts'
import { openKeys } from '#commands/gateways/keys/open-keys.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { blank } from '#domain/kernel/records/field.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { editionOf } from '#projections/kernel/projection.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { openOwnReadModels } from '#workers/kernel/own-read-models.ts'
import { openLog } from '#workers/operations/archive.ts'
import { named } from '#workers/operations/projections.ts'
import { rebuildHere } from '#workers/operations/rebuild.ts'

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
      const handler = createHandler({ store, clock })
      await handler.run(
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
