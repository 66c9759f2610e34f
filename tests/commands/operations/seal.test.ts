import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { verifyLog } from '#commands/kernel/verify.ts'
import { SealBroken, lastSeal, sealLog } from '#commands/operations/seal.ts'
import { externalSealAt } from '#commands/operations/external-seal.ts'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { type EventStore } from '#domain/kernel/ports/event-store.ts'
import { Seal, SEALS } from '#domain/operations/seal.ts'
import { AT } from '#tests/commands/kernel/events.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, realMongoDb } from '#tests/engines/mongodb.ts'
import { memoryWitness, write } from './sealing.ts'
import { type TamperedLog, eventStoreDbLog, sqliteLog } from './tampered-logs.ts'

const clock = { now: () => AT }
const seals = async (store: EventStore): Promise<readonly Seal[]> =>
  (await store.readStream(SEALS)).events.map(({ data }) => Seal.parse(data))

describe.each([
  ['SQLite', sqliteLog],
  ['EventStoreDB (its protocol double)', eventStoreDbLog],
])('sealing a log in %s', (_, make) => {
  let log: TamperedLog
  let store: EventStore
  let witness: ReturnType<typeof memoryWitness>
  beforeEach(async () => {
    log = await make()
    store = log.store
    witness = memoryWitness()
  })
  afterEach(() => log.dispose())
  const seal = () => sealLog({ store, clock, witness })

  test('leaves an empty log alone, and one that holds nothing new', async () => {
    expect(await seal()).toBeNull()
    await write(store, 'bill-1', 1)
    const first = await seal()
    expect(first).toMatchObject({ events: 1, at: AT })
    expect(await seal()).toEqual(first)
    expect(await seals(store)).toHaveLength(1)
    expect(await lastSeal(store)).toEqual(first)
  })

  test('is over every event once: each seal tells the streams that grew since the one before', async () => {
    await write(store, 'bill-1', 1, 2)
    await write(store, 'note-1', 1)
    await seal()
    await write(store, 'bill-1', 3)
    await seal()
    const [first, second] = await seals(store)
    expect(first).toMatchObject({
      events: 3,
      last: { stream: 'note-1', revision: 0 },
      heads: [
        ['bill-1', 1, expect.any(String)],
        ['note-1', 0, expect.any(String)],
      ],
    }) // prettier-ignore
    expect(second).toMatchObject({
      events: 5,
      last: { stream: 'bill-1', revision: 2 },
      heads: [
        [SEALS, 0, expect.any(String)],
        ['bill-1', 2, expect.any(String)],
      ],
    }) // prettier-ignore
    expect(witness.kept).toEqual(second)
    expect((await verifyLog(store)).damages).toEqual([])
  })

  test('reads no more than what was written since the last seal', async () => {
    for (let n = 0; n < 30; n++) await write(store, `bill-${n}`, n)
    await seal()
    await write(store, 'bill-3', 'more')
    let read = 0
    const counting: EventStore = {
      ...store,
      append: (...args) => store.append(...args),
      readStream: async (...args) => {
        const slice = await store.readStream(...args)
        read += slice.events.length
        return slice
      },
      readAll: async (...args) => {
        const slice = await store.readAll(...args)
        read += slice.events.length
        return slice
      },
    }
    await sealLog({ store: counting, clock, witness })
    expect((await seals(store)).at(-1)).toMatchObject({ events: 32 })
    expect(read).toBeLessThan(10)
  })

  test('writes several seals for more streams than one can tell', async () => {
    for (let n = 0; n < 9; n++) await write(store, `bill-${n}`, n)
    expect(await sealLog({ store, clock, witness, streams: 4 })).toMatchObject({ events: 11 })
    expect((await seals(store)).map(({ heads, events }) => [heads.length, events])).toEqual([
      [4, 4],
      [4, 8],
      [2, 11],
    ]) // prettier-ignore
    expect((await verifyLog(store)).damages).toEqual([])
  })

  test('writes one seal of a log that is written to all the time', async () => {
    await write(store, 'bill-1', 1)
    let written = 0
    const busy: EventStore = {
      ...store,
      readStream: store.readStream.bind(store),
      readAll: store.readAll.bind(store),
      append: async (...append) => {
        const appended = await store.append(...append)
        if (written++ < 5) await write(store, 'note-1', written)
        return appended
      },
    }
    await sealLog({ store: busy, clock, witness })
    expect(await seals(store)).toMatchObject([{ events: 1 }])
    await seal()
    expect(await seals(store)).toMatchObject([{ events: 1 }, { events: 3 }])
  })

  test('is refused over a log that lost what was sealed, and says to verify it', async () => {
    await write(store, 'bill-1', 1, 2)
    await seal()
    const shorter = {
      ...memoryWitness(),
      read: async () => ({ events: 99, root: '0'.repeat(64), kept: 'the drawer' }),
    }
    await expect(sealLog({ store, clock, witness: shorter })).rejects.toThrow(
      'the drawer is a seal over 99 events, which the log has lost. The log is damaged: run `npm run verify`',
    )
    await expect(sealLog({ store, clock, witness })).resolves.toMatchObject({ events: 2 })
  })
})

test('is refused in EventStoreDB when the last event that was sealed is gone', async () => {
  const log = await eventStoreDbLog()
  onTestFinished(() => log.dispose())
  const witness = memoryWitness()
  await write(log.store, 'bill-1', 1)
  await write(log.store, 'note-1', 1)
  await sealLog({ store: log.store, clock, witness })
  await log.tamper((events) => events.filter(({ stream }) => stream !== 'note-1'))
  await write(log.store, 'bill-1', 2)
  await expect(sealLog({ store: log.store, clock, witness })).rejects.toBeInstanceOf(SealBroken)
})

test('processes that seal at once, and lose replies, leave one chain of seals that verifies', async () => {
  const double = await new EventStoreDouble().start()
  const stores = Array.from({ length: 4 }, () =>
    openEventStoreDb(double.url, { deadline: 500, stall: 500 }),
  )
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()))
    double.stop()
  })
  // Calls take as long as they need, on a busy machine too.
  const quiet = openEventStoreDb(double.url)
  onTestFinished(() => quiet.close())
  const witnesses = stores.map(() => memoryWitness())
  let state = 7
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296
  for (let round = 0; round < 12; round++) {
    await write(quiet, `bill-${round}`, round)
    double.knobs.chaos = { loses: 0.3, refuses: 0.2, random }
    await Promise.allSettled(
      stores.map((store, i) => sealLog({ store, clock, witness: witnesses[i]! })),
    )
    double.knobs.chaos = null
    await sealLog({ store: quiet, clock, witness: witnesses[0]! })
  }
  const [report, all] = [await verifyLog(quiet), await seals(quiet)]
  expect(report.damages).toEqual([])
  expect(all.map(({ events }) => events)).toEqual(
    [...new Set(all.map(({ events }) => events))].sort((a, b) => a - b),
  )
  expect(all).toHaveLength(12)
  for (const { kept } of witnesses) expect(all).toContainEqual(kept)
}, 60_000)

const seal = {
  events: 3,
  root: 'a'.repeat(64),
  last: { stream: 'bill-1', revision: 2 },
  heads: [['bill-1', 2, 'b'.repeat(64)] as [string, number, string]],
}

describe('the seal kept in the data directory', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'carnet-witness-'))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))
  const witness = () => externalSealAt({ DATA_DIR: directory })

  test('is there again, with the name of its file', async () => {
    expect(await witness().read()).toBeNull()
    await witness().keep({ ...seal, events: 2 })
    await witness().keep(seal)
    expect(await witness().read()).toEqual({ ...seal, kept: path.join(directory, 'seal.json') })
  })

  test.each(['', '{"events":3', '{"events":0}', 'null'])(
    'is not taken for one when it holds %j',
    async (content) => {
      await witness().keep(seal)
      writeFileSync(path.join(directory, 'seal.json'), content)
      await expect(witness().read()).rejects.toThrow('holds no seal')
      expect(readFileSync(path.join(directory, 'seal.json'), 'utf8')).toBe(content)
    },
  )
})

const mongo = await realMongoDb()
describe.skipIf(skipped(mongo))('the seal kept in MongoDB', () => {
  afterAll(() => ('stop' in mongo ? mongo.stop() : undefined))

  test('is there again, for every process that asks', async () => {
    const addresses = {
      DATA_DIR: '/nowhere',
      MONGODB_URL: databaseAt('url' in mongo ? mongo.url : '', `carnet-${randomUUID()}`),
    }
    expect(await externalSealAt(addresses).read()).toBeNull()
    await externalSealAt(addresses).keep({ ...seal, events: 2 })
    await externalSealAt(addresses).keep(seal)
    expect(await externalSealAt(addresses).read()).toEqual({
      ...seal,
      kept: 'the collection _seals in MongoDB',
    })
  })
})
