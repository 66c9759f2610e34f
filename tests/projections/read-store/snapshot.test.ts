import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { positionOf, type RecordedEvent } from '#domain/kernel/event.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { readModelSnapshot } from '#projections/read-store/snapshot.ts'
import { memoryReadStore } from '#projections/read-store/memory.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { snapshotCipher } from '#workers/kernel/snapshot-cipher.ts'
import { masterKeyOf } from '#commands/kernel/master-key.ts'
import { committed, recorded } from '#tests/kernel/events.ts'
import { foldAll } from '../kernel/projection-spec.ts'
import { counters } from '../kernel/simulation.ts'

const cipher = snapshotCipher({
  wrapper: masterKeyOf(Buffer.alloc(32, 7).toString('base64'), 'a test'),
})
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carnet-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const added = (key: string, amount = 1) => recorded(`counter-${key}`, 'Added', { key, amount })
const removed = (key: string) => recorded(`counter-${key}`, 'Removed', { key, amount: 0 })
const transferred = (key: string, other: string) =>
  recorded(`counter-${key}`, 'Transferred', { key, other, amount: 3 })
/** Nothing of it is in the log: an empty collection has a checkpoint too. */
const others: Projection = { ...counters, name: 'others', handles: ['Elsewhere'] }

/** One run of a process over a log, with the file of its data directory. */
function life(
  events: readonly RecordedEvent[],
  {
    code = 'this code',
    file = path.join(folder, 'read-models.sqlite'),
    projection = counters,
  } = {},
) {
  const store = eventLog(events)
  const readFrom: string[] = []
  const log = memoryLog()
  const readStore = memoryReadStore({ documents: 'frozen' })
  const kept = readModelSnapshot({ file, code, readStore, store, cipher, log })
  const engine = createProjector({
    store: {
      ...store,
      readAll: (after, options) => (readFrom.push(after), store.readAll(after, options)),
    },
    readStore,
    log,
    clock: { now: Date.now },
    queue: { wake: async () => {} },
    projections: [projection, others],
  })
  const catchUp = async () => {
    while ((await engine.catchUp('all')) === 'more');
  }
  /** As the engine left them, without what it marks them with. */
  const docs = async () => {
    const { items } = await (await engine.readModels.of(projection)).find({
      filter: {},
      sort: [['_id', 1]],
    })
    return items.map(({ _pos, ...doc }: (typeof items)[number] & { _pos?: string }) => doc)
  }
  return { store, readStore, kept, catchUp, docs, readFrom, log, file }
}
/** @returns the file that a run over these events leaves behind */
async function left(events: readonly RecordedEvent[]): Promise<string> {
  const { kept, catchUp, file } = life(events)
  await catchUp()
  await kept.save()
  return file
}

const many = (n: number) =>
  Array.from({ length: n }, (_, i) =>
    i % 11 === 10
      ? removed(`k${i % 700}`)
      : i % 7 === 6
        ? transferred(`k${i % 700}`, `k${(i * 3) % 700}`)
        : added(`k${i % 700}`, i),
  )
const LOG = committed(many(2_000))

test('a start takes up what was kept, and folds what the log has gained since alone', async () => {
  await left(LOG.slice(0, 1_500))
  const { kept, catchUp, docs, readFrom } = life(LOG)
  expect(await kept.restore()).toBe(true)
  await catchUp()
  expect(readFrom[0]).toBe(LOG[1_499]?.position)
  expect(await docs()).toEqual(foldAll(counters, LOG))
})

test('a removed document stays removed, and its tombstone is known to a slower process', async () => {
  await left(committed([added('a'), added('b'), removed('a')]))
  const { kept, readStore } = life(committed([added('a'), added('b'), removed('a')]))
  await kept.restore()
  const collection = readStore.collection('counters__v1')
  expect(await collection.count({})).toBe(1)
  expect((await collection.load(['a'])).get('a')).toMatchObject({ _deleted: true })
})

describe('is passed over, and the log folded from its first event:', () => {
  const fresh = async (run: ReturnType<typeof life>, events: readonly RecordedEvent[]) => {
    expect(await run.kept.restore()).toBe(false)
    expect(await run.readStore.names()).toEqual([])
    await run.catchUp()
    expect(run.readFrom[0]).toMatch(/^0+$/)
    expect(await run.docs()).toEqual(foldAll(counters, events))
  }

  test('a file that is not there', () => fresh(life(LOG), LOG))

  test('what other code made', async () => {
    await left(LOG)
    const run = life(LOG, { code: 'other code' })
    await fresh(run, LOG)
    expect(run.log.lines).toContainEqual(
      expect.objectContaining({
        details: expect.objectContaining({ reason: 'other code made it' }),
      }),
    )
  })

  test('what was made from a log that went on differently, as after a restored backup', async () => {
    await left(LOG)
    const restored = committed([
      ...many(1_900),
      ...Array.from({ length: 100 }, (_, i) => added(`restored${i}`)),
    ])
    await fresh(life(restored), restored)
  })

  test('what was made from a log that was longer', async () => {
    await left(LOG)
    await fresh(life(LOG.slice(0, 1_999)), LOG.slice(0, 1_999))
  })

  test.each([
    [
      'a changed letter in a document',
      (bytes: Buffer) => void bytes.write('9', bytes.lastIndexOf('"sum":') + 6),
    ],
    ['a changed page', (bytes: Buffer) => void bytes.fill(0x55, 4_096, 8_192)],
    ['no database at all', (bytes: Buffer) => void bytes.fill(0x55)],
  ])('%s', async (_, change) => {
    const file = await left(LOG)
    const bytes = readFileSync(file)
    change(bytes)
    writeFileSync(file, bytes)
    await fresh(life(LOG), LOG)
  })

  test('documents that are missing, and what was filled before them', async () => {
    const file = await left([
      ...LOG,
      ...committed([recorded('other-1', 'Elsewhere', { key: 'a', amount: 1 })]).map((event) => ({
        ...event,
        position: positionOf(2_001),
      })),
    ])
    const db = new Database(file)
    // The last collection; the other one is filled by then.
    const last = db.prepare('SELECT collection FROM documents ORDER BY rowid DESC').pluck().get()
    db.prepare('DELETE FROM documents WHERE rowid = (SELECT max(rowid) FROM documents)').run()
    db.close()
    const run = life(LOG)
    run.store.add(recorded('other-1', 'Elsewhere', { key: 'a', amount: 1 }))
    await fresh(run, LOG)
    expect(run.log.lines).toContainEqual(
      expect.objectContaining({
        details: expect.objectContaining({
          reason: `0 of 1 documents of ${String(last)} are there`,
        }),
      }),
    )
  })

  test.each([0, 100, 20_000])('a file of which %i bytes are left', async (bytes) => {
    truncateSync(await left(LOG), bytes)
    await fresh(life(LOG), LOG)
  })
})

test('documents that change while they are written are not folded twice', async () => {
  for (const at of [1, 40, 300, 900, 1_700]) {
    const run = life(LOG.slice(0, at))
    await run.catchUp()
    let written = false
    const keeping = run.kept.save().then(() => (written = true))
    for (let next = at; !written && next < LOG.length; next += 9) {
      run.store.add(...LOG.slice(next, next + 9))
      await run.catchUp()
    }
    await keeping
    const again = life(LOG)
    expect(await again.kept.restore()).toBe(true)
    await again.catchUp()
    expect(await again.docs()).toEqual(foldAll(counters, LOG))
  }
})

test('documents that hold more than the log has are of no use, whatever their checkpoint says', async () => {
  const run = life(LOG.slice(0, 900))
  await run.catchUp()
  const keeping = run.kept.save()
  run.store.add(...LOG.slice(900, 1_200))
  await run.catchUp()
  await keeping
  expect(await life(LOG.slice(0, 900)).kept.restore()).toBe(false)
  expect(await life(LOG.slice(0, 1_200)).kept.restore()).toBe(true)
})

test('a projection that stands still takes up where it stood, and goes on once its code can', async () => {
  const events = committed([added('a'), added('bad'), added('b')])
  let mended = false
  const fragile: typeof counters = {
    ...counters,
    evolve(doc, event, key) {
      if (key === 'bad' && !mended) throw new Error('no such thing')
      return counters.evolve(doc, event, key)
    },
  }
  const stopped = life(events, { projection: fragile })
  await stopped.catchUp()
  await stopped.kept.save()
  const again = life(events, { projection: fragile })
  expect(await again.kept.restore()).toBe(true)
  expect((await again.docs()).map(({ _id }) => _id)).toEqual(['a'])
  mended = true
  await again.catchUp()
  expect((await again.docs()).map(({ _id }) => _id)).toEqual(['a', 'b', 'bad'])
})

describe('keeping', () => {
  test('too little that is new changes nothing', async () => {
    const run = life(LOG.slice(0, 1_500))
    await run.catchUp()
    await run.kept.save({ atLeast: 1_501 })
    expect(existsSync(run.file)).toBe(false)
    await run.kept.save({ atLeast: 1_500 })
    const first = readFileSync(run.file)
    run.store.add(...LOG.slice(1_500, 1_600))
    await run.catchUp()
    await run.kept.save({ atLeast: 101 })
    expect(readFileSync(run.file)).toEqual(first)
    await run.kept.save({ atLeast: 100 })
    expect(readFileSync(run.file)).not.toEqual(first)
  })

  test('what is given up leaves what was kept before, and nothing beside it', async () => {
    const first = readFileSync(await left(LOG.slice(0, 1_500)))
    const run = life(LOG)
    await run.catchUp()
    await run.kept.save({ signal: AbortSignal.abort(new Error('Too late')) })
    expect(readFileSync(run.file)).toEqual(first)
    expect(readdirSync(folder)).toEqual(['read-models.sqlite'])
    expect(run.log.lines).toContainEqual(expect.objectContaining({ level: 'warn' }))
  })

  test('one place that takes no file is told, and no failure of who keeps', async () => {
    const run = life(LOG, { file: path.join(folder, 'nowhere', 'read-models.sqlite') })
    await run.catchUp()
    await run.kept.save()
    expect(run.log.lines).toContainEqual(expect.objectContaining({ level: 'warn' }))
  })

  test('of two at once comes one after the other', async () => {
    const run = life(LOG)
    await run.catchUp()
    await Promise.all([run.kept.save(), run.kept.save()])
    expect(await life(LOG).kept.restore()).toBe(true)
    expect(readdirSync(folder)).toEqual(['read-models.sqlite'])
  })
})
