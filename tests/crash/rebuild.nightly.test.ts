import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect, isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { projections } from '#projections/all.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { editionOf } from '#projections/kernel/projection.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import { writeYears } from '#tests/bench/years.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { skipped } from '#tests/engines/local.ts'
import { randoms, repeated, SEED } from '#tests/kernel/nightly.ts'
import { databaseAt, ownMongoDb } from '#tests/engines/mongodb.ts'

const KILLS = repeated({ daily: 2, nightly: 10 })
const random = randoms(SEED)
const EVENTS = 1_000

type Documents = Readonly<Record<string, readonly Doc[]>>

/**
 * Read models that are not as they were, each with its first documents that differ: a whole log has
 * thousands.
 */
const differing = (before: Documents, now: Documents): readonly string[] =>
  Object.keys({ ...before, ...now }).flatMap((name) => {
    const [was, is] = [before, now].map((all) => new Map(all[name]?.map((doc) => [doc._id, doc])))
    const ids = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    const other = ids.filter((id) => !isDeepStrictEqual(was?.get(id), is?.get(id)))
    return other.length === 0
      ? []
      : `${name}, ${other.length} of ${ids.length}: ${inspect([was?.get(other[0] ?? ''), is?.get(other[0] ?? '')])}`
  })

const mongo = await ownMongoDb()
describe.skipIf(skipped(mongo))(
  'a rebuild of every projection from the command line, on MongoDB',
  () => {
    afterAll(() => ('dispose' in mongo ? mongo.dispose() : undefined))

    test(`killed ${KILLS} times, leaves what serves whole, and in the end the same documents`, async () => {
      if ('missing' in mongo) return
      const directory = mkdtempSync(path.join(tmpdir(), 'carnet-rebuild-'))
      const url = databaseAt(mongo.url, 'carnet-rebuild')
      const store = openSqliteEventStore(path.join(directory, 'events.sqlite'))
      await writeYears(store, EVENTS)
      // The rebuild is under test: a server that is slow beside other tests is waited for.
      const readStore = await mongoReadStore(url, { timeout: 180_000, patience: 30_000 })
      const worker = createProjector({
        store,
        readStore,
        clock: Date,
        log: memoryLog(),
        queue: { wake: async () => {} },
        projections,
      })
      // A call ends early when a claim cannot be had: what counts is that every projection stands
      // at the head.
      const isBehind = async () =>
        (await worker.status()).projections.some(({ state }) => state !== 'live')
      do while ((await worker.catchUp('all')) === 'more');
      while (await isBehind())

      /** Every document that is served, without its position. */
      const served = async () => {
        const models = await Promise.all(
          projections.map(async (projection) => {
            const { items } = await (await worker.readModels.of(projection)).find({ filter: {} })
            return [
              projection.name,
              items.toSorted((a: Doc, b: Doc) => (a._id < b._id ? -1 : 1)),
            ] as const
          }),
        )
        return Object.fromEntries(models)
      }
      const before = await served()
      expect(before['bills']?.length).toBeGreaterThan(100)

      const rebuild = () =>
        spawn(
          process.execPath,
          ['--disable-warning=ExperimentalWarning', 'scripts/projections.ts', 'rebuild', 'all'],
          {
            env: { ...process.env, DATA_DIR: directory, MONGODB_URL: url, EVENTSTORE_URL: '' },
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        )
      let interrupted = 0
      for (let round = 0; round < KILLS; round++) {
        const child = rebuild()
        const ended = once(child, 'close')
        await Promise.race([once(child.stdout, 'data'), ended])
        await pause(200 + random() * 800)
        child.kill('SIGKILL')
        const [code] = (await ended) as [number | null]
        if (code === null) interrupted++
        expect(differing(before, await served())).toEqual([])
      }
      expect(interrupted).toBeGreaterThan(1)

      const last = rebuild()
      last.stdout.resume()
      expect(await once(last, 'close')).toEqual([0, null])
      await pause(2_000) // for as long as a process may remember an alias
      expect(differing(before, await served())).toEqual([])
      const editions = (await readStore.names()).flatMap((name) => editionOf(name) ?? [])
      expect(editions.length).toBeGreaterThan(5)
      expect(Math.min(...editions.map(({ generation }) => generation))).toBeGreaterThan(0)

      await readStore.close()
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    }, 600_000)
  },
)
