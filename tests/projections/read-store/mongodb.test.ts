import { afterAll, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { positionOf } from '#domain/kernel/event.ts'
import type { Condition, Doc } from '#domain/kernel/ports/read-store.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import { readStoreSuite, sharedStoreSuite } from '#tests/conformance/read-store.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, ownMongoDb, realMongoDb } from '#tests/engines/mongodb.ts'

const server = await realMongoDb()
const url = (name: string) =>
  databaseAt('url' in server ? server.url : '', `carnet-${process.pid}-${name}`)

describe.skipIf(skipped(server))('on a server', () => {
  afterAll(() => ('stop' in server ? server.stop() : undefined))

  let opened = 0
  readStoreSuite('MongoDB', () => mongoReadStore(url(`suite-${++opened}`)), { runs: 60 })
  sharedStoreSuite('MongoDB', () => mongoReadStore(url(`suite-${++opened}`)))

  describe('a filter', () => {
    test.each<[string, Record<string, unknown>]>([
      ['$where', { $where: 'sleep(1000)' }],
      ['an operator as a field', { $or: [{ owner: 'user-2' }] }],
      ['an operator outside the grammar', { owner: { $regex: '.' } }],
      ['an operator below a value', { owner: { $ne: { $gt: '' } } }],
      ['an operator in a list', { owner: { $in: [{ $gt: '' }] } }],
      ['a list that is none', { owner: { $in: { 0: 'a' } } }],
      ['a nested operator', { 'a.$where': 'x' }],
    ])('refuses %s before the server hears of it', async (_, where) => {
      const store = await mongoReadStore(url('injection'))
      const c = store.collection<Doc>('rows')
      const filter = { where: where as Record<string, Condition> } // what a request could carry past the types
      await expect(c.find({ filter })).rejects.toBeInstanceOf(TypeError)
      await expect(c.count({ or: [filter.where] })).rejects.toBeInstanceOf(TypeError)
      await store.close()
    })

    test('names a document by a text and nothing else', async () => {
      const store = await mongoReadStore(url('injection'))
      const c = store.collection<Doc>('rows')
      const id: string = JSON.parse('{ "$gt": "" }') // what a request could carry past the types
      await expect(c.get(id)).rejects.toBeInstanceOf(TypeError)
      await expect(c.load([id])).rejects.toBeInstanceOf(TypeError)
      await store.close()
    })
  })

  test('two workers that race write each document once, and both are told who lost', async () => {
    const [one, two] = await Promise.all([mongoReadStore(url('race')), mongoReadStore(url('race'))])
    const docs = (n: number) =>
      Array.from({ length: 200 }, (_, i) => ({
        id: `d${i}`,
        ifPos: null,
        doc: { _id: `d${i}`, owner: `worker-${n}`, _pos: positionOf(n) },
      }))
    const [a, b] = await Promise.all([
      one.collection<Doc>('rows').apply(docs(1)),
      two.collection<Doc>('rows').apply(docs(2)),
    ])
    expect(new Set([...a.conflicts, ...b.conflicts]).size).toBe(200)
    expect(a.conflicts.length + b.conflicts.length).toBe(200)
    const written = (await one.collection<Doc>('rows').find({ filter: {} })).items
    expect(written.filter(({ owner }) => owner === 'worker-1')).toHaveLength(
      200 - a.conflicts.length,
    )
    const [first, second] = await Promise.all(
      [one, two].map((store, n) =>
        store
          .collection<Doc>('race')
          .apply([], { from: positionOf(0), to: positionOf(n + 1) })
          .then(({ moved }) => moved),
      ),
    )
    expect([first, second].filter(Boolean)).toHaveLength(1)
    await Promise.all([one.close(), two.close()])
  })

  test('what was written is there after the process has gone', async () => {
    const first = await mongoReadStore(url('kept'))
    await first
      .collection<Doc>('rows')
      .apply([{ id: 'a', ifPos: null, doc: { _id: 'a', owner: 'user-1', _pos: positionOf(3) } }], {
        from: positionOf(0),
        to: positionOf(3),
      })
    await first.close()
    const second = await mongoReadStore(url('kept'))
    expect(await second.collection<Doc>('rows').get('a')).toMatchObject({ owner: 'user-1' })
    expect(await second.checkpoints.load('rows')).toMatchObject({ position: positionOf(3) })
    await second.close()
  })
})

const own = await ownMongoDb()
describe.skipIf(skipped(own))('a server that goes away', () => {
  afterAll(() => ('dispose' in own ? own.dispose() : undefined))
  test('is unavailable, in time, and is used again once it is back', async () => {
    if ('missing' in own) return
    const store = await mongoReadStore(databaseAt(own.url, 'away'), { patience: 300, timeout: 500 })
    const c = store.collection<Doc>('rows')
    const write = (position: number) =>
      c.apply([
        {
          id: `d${position}`,
          ifPos: null,
          doc: { _id: `d${position}`, owner: 'user-1', _pos: positionOf(position) },
        },
      ])
    await write(1)
    // The stand-in keeps the last second in memory: that a kill loses nothing waits for MongoDB
    // itself.
    await own.stop('SIGTERM')
    const since = Date.now()
    await expect(c.get('d1')).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(c.find({ filter: {} })).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(write(2)).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(
      store.collection('rows').apply([], { from: positionOf(0), to: positionOf(1) }),
    ).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable)
    // By itself the driver would look for a server for 30 s in each of the five calls.
    expect(Date.now() - since).toBeLessThan(25_000)
    await own.start()
    await expect
      .poll(() => c.get('d1').catch(() => null), { timeout: 5_000 })
      .toMatchObject({ owner: 'user-1' })
    expect(await write(2)).toEqual({ conflicts: [], moved: false })
    own.pause()
    // A stopped process may still answer what was under way.
    await expect
      .poll(() => c.get('d1').catch((error: unknown) => error), { timeout: 5_000 })
      .toBeInstanceOf(StoreUnavailable)
    own.resume()
    await expect
      .poll(() => c.get('d2').catch(() => null), { timeout: 5_000 })
      .toMatchObject({ owner: 'user-1' })
    await store.close()
  })
})

test('a server that is not there is unavailable from the start', async () => {
  await expect(
    mongoReadStore('mongodb://127.0.0.1:9/none', { patience: 200 }),
  ).rejects.toBeInstanceOf(StoreUnavailable)
})
