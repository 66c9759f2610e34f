import Database from 'better-sqlite3'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { sealLog } from '#commands/operations/seal.ts'
import { externalSealAt } from '#commands/operations/external-seal.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { projections } from '#projections/all.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import { verifyConfigured } from '#workers/operations/verify.ts'
import { chained } from '#commands/kernel/hash-chain.ts'
import { openSqliteKeys } from '#commands/gateways/keys/keys-sqlite.ts'
import { AT, event } from '#tests/commands/kernel/events.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, realMongoDb } from '#tests/engines/mongodb.ts'

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})
const freshDirectory = () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-verify-'))
  directories.push(directory)
  return directory
}
const contact = (store: EventStore, id: string, lastName: string) =>
  store.append(
    `contact-${id}`,
    -1,
    chained(`contact-${id}`, '', [{ ...event({ values: { lastName } }), type: 'ContactAdded' }]),
  )

describe('npm run verify, on a data directory', () => {
  /** Three contacts, sealed, and one more. */
  async function dataDirectory() {
    const DATA_DIR = freshDirectory()
    const file = path.join(DATA_DIR, 'events.sqlite')
    const store = openSqliteEventStore(file)
    for (const id of ['1', '2', '3']) await contact(store, id, `Quartz ${id}`)
    await sealLog({ store, clock: { now: () => AT }, witness: externalSealAt({ DATA_DIR }) })
    await contact(store, '4', 'Mica')
    await store.close()
    await openSqliteKeys(DATA_DIR).close()
    return { DATA_DIR, file }
  }
  const verify = (DATA_DIR: string, ...args: readonly string[]) =>
    new Promise<{ readonly code: number; readonly out: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', 'scripts/verify.ts', ...args],
        {
          env: {
            ...process.env,
            DATA_DIR,
            EVENTSTORE_URL: '',
            MONGODB_URL: '',
            // Another provider keeps the accounts.
            OIDC_ISSUER: 'https://accounts.example',
          },
        },
        (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, out: stdout + stderr }),
      )
    })

  test('says what it read and what it was compared with, and gives what is to be kept elsewhere', async () => {
    const { DATA_DIR, file } = await dataDirectory()
    const { code, out } = await verify(DATA_DIR)
    expect(out).toContain(`${file}: 5 events in 5 streams`)
    expect(out).toContain(
      `Sealed up to event 3, on ${new Date(AT).toISOString()}.\nCompared with ${path.join(DATA_DIR, 'seal.json')}.\nEvery event is what was written, in its place.`,
    )
    expect(code).toBe(0)
    const [expected = ''] = /5:[0-9a-f]{64}/.exec(out) ?? []
    expect((await verify(DATA_DIR, '--expect', expected)).code).toBe(0)

    // Events after the seal are cut off.
    const db = new Database(file)
    db.exec('DELETE FROM events WHERE position > 4')
    db.close()
    expect((await verify(DATA_DIR)).code).toBe(0)
    const cut = await verify(DATA_DIR, '--expect', expected)
    expect(cut).toMatchObject({
      code: 1,
      out: expect.stringContaining(
        'the log ends after 4 events, and --expect 5 is a seal over 5\n1 damage found.',
      ),
    })
  }, 30_000)

  test('calls a log that it may not open no damaged one', async () => {
    const { DATA_DIR, file } = await dataDirectory()
    // As on a read-only disk: SQLite needs a file of its own beside the log.
    symlinkSync(path.join(DATA_DIR, 'nowhere', 'wal'), `${file}-wal`)
    const { code, out } = await verify(DATA_DIR)
    expect([code, out]).toEqual([2, expect.stringContaining(`${file} cannot be opened`)])
    expect(out).not.toContain('damage')
  })

  test('names the end that was cut off with its seal, by the one in the data directory', async () => {
    const { DATA_DIR, file } = await dataDirectory()
    const db = new Database(file)
    db.exec('DELETE FROM events WHERE position > 2')
    db.close()
    const { code, out } = await verify(DATA_DIR)
    expect(code).toBe(1)
    expect(out).toContain(
      'stream at contact-3, revision 0: the stream is gone: it stood at revision 0 when it was sealed',
    )
    expect(out).toContain(
      `end at position 2, contact-3, revision 0: the log ends after 2 events, and ${path.join(DATA_DIR, 'seal.json')} is a seal over 3`,
    )
  })

  test('exits 2 where there is no log, and for what it does not understand', async () => {
    const { DATA_DIR } = await dataDirectory()
    expect(await verify(path.join(DATA_DIR, 'elsewhere'))).toMatchObject({
      code: 2,
      out: expect.stringContaining('There is no event log at'),
    })
    for (const args of [
      ['--expect'],
      ['--expect', '5'],
      ['--expect', `0:${'a'.repeat(64)}`],
      ['all'],
    ])
      expect(await verify(DATA_DIR, ...args)).toMatchObject({
        code: 2,
        out: expect.stringContaining('Usage:'),
      })
  }, 30_000)
})

const mongo = await realMongoDb()
describe.skipIf(skipped(mongo))('verifying a log on servers', () => {
  afterAll(() => ('stop' in mongo ? mongo.stop() : undefined))

  test('names the end that was cut off after the last seal, by a read model that was made from it', async () => {
    const double = await new EventStoreDouble().start()
    const addresses = {
      DATA_DIR: freshDirectory(),
      EVENTSTORE_URL: double.url,
      MONGODB_URL: databaseAt('url' in mongo ? mongo.url : '', `carnet-${randomUUID()}`),
    }
    const store = openEventStoreDb(double.url)
    const readStore = await mongoReadStore(addresses.MONGODB_URL)
    onTestFinished(async () => {
      await Promise.all([store.close(), readStore.close()])
      double.stop()
    })
    await contact(store, '1', 'Quartz')
    await sealLog({ store, clock: { now: () => AT }, witness: externalSealAt(addresses) })
    const { position } = await contact(store, '2', 'Mica')
    await createProjector({
      store,
      readStore,
      clock: { now: () => AT },
      log: memoryLog(),
      queue: { wake: async () => {} },
      projections,
    }).catchUp('all')
    expect(await verifyConfigured(addresses)).toMatchObject({
      events: 3,
      damages: [],
      comparedWith: ['the collection _seals in MongoDB', 'the read models in MongoDB'],
    })

    double.log.tamper((events) => events.filter(({ stream }) => stream !== 'contact-2'))
    const { damages, upTo } = await verifyConfigured(addresses)
    expect(damages).toEqual([
      {
        what: 'end',
        position: upTo,
        detail: `the log ends here, and 2 in the read model contact was made from an event at position ${Number(position)}`,
      },
    ])
    expect(upTo < position).toBe(true)
  })
})
