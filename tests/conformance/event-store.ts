import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Appended, type EventStore, StaleRevision } from '#domain/kernel/ports/event-store.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { event, streamNamed } from '#tests/commands/kernel/events.ts'

/** One empty store. `reopen` closes it and opens what it left. */
export type StoreUnderTest = {
  readonly store: EventStore
  reopen(): Promise<EventStore>
  dispose(): Promise<void>
}

const ids = (events: readonly { id: string }[]) => events.map((e) => e.id)

async function everything(store: EventStore, limit = 100, after: Position = START) {
  const all = []
  for (let at = after; ; ) {
    const slice = await store.readAll(at, { limit })
    all.push(...slice.events)
    if (slice.atHead) return all
    at = slice.next
  }
}

/**
 * The contract of every event store.
 *
 * @param isAtomic an append of several streams is written whole or not at all
 */
export function eventStoreSuite(
  name: string,
  make: () => Promise<StoreUnderTest>,
  { isAtomic }: { readonly isAtomic: boolean },
): void {
  describe(`${name}, as an event store`, () => {
    let given: StoreUnderTest
    let store: EventStore
    let start: Position
    beforeEach(async () => {
      given = await make()
      store = given.store
      start = await store.head()
    })
    afterEach(() => given.dispose())

    describe('an append', () => {
      test('gives back what was written, with its place', async () => {
        const stream = streamNamed('bill')
        const events = [
          event({
            n: 1,
            text: 'Prestation “été” عقد 🧾',
            nothing: null,
            deep: { list: [1, 2.5, -3] },
          }),
          event({ n: 2 }),
        ]
        const appended = await store.append(stream, -1, events)
        expect(appended).toMatchObject({ revision: 1, replayed: false })

        const slice = await store.readStream(stream)
        expect(slice.revision).toBe(1)
        expect(slice.events).toMatchObject(
          events.map((e, revision) => ({ ...e, stream, revision })),
        )
        expect(slice.events.at(-1)?.position).toBe(appended.position)
        expect(await store.head()).toBe(appended.position)
      })

      test('goes behind the last event when its revision is expected', async () => {
        const stream = streamNamed('bill')
        await store.append(stream, -1, [event(1), event(2)])
        expect(await store.append(stream, 1, [event(3)])).toMatchObject({
          revision: 2,
          replayed: false,
        })
      })

      test.each([
        ['a new stream that is thought to stand', 0, 0],
        ['a stream that is thought to be new', 2, -1],
        ['a stream that has moved on', 2, 0],
        ['a stream that is thought to be further', 2, 5],
      ])('is refused on %s, and writes nothing', async (_, length, expected) => {
        const stream = streamNamed('bill')
        if (length > 0)
          await store.append(
            stream,
            -1,
            Array.from({ length }, (__, i) => event(i)),
          )
        const head = await store.head()
        const refused = store.append(stream, expected, [event('late')])
        await expect(refused).rejects.toBeInstanceOf(StaleRevision)
        await expect(refused).rejects.toMatchObject({ stream, expected, actual: length - 1 })
        expect((await store.readStream(stream)).events).toHaveLength(length)
        expect(await store.head()).toBe(head)
      })

      test('of several events is read whole or not at all by concurrent readers', async () => {
        const stream = streamNamed('bill')
        const seen: number[] = []
        for (let round = 0; round < 10; round++) {
          const appending = store.append(
            stream,
            round * 5 - 1,
            [1, 2, 3, 4, 5].map((n) => event(n)),
          )
          const reading = Promise.all([store.readStream(stream), everything(store, 100, start)])
          await appending
          const [slice, log] = await reading
          seen.push(slice.events.length % 5, log.length % 5)
        }
        expect(new Set(seen)).toEqual(new Set([0]))
      })

      test('of an event that is no JSON fails alone', async () => {
        const [fine, broken] = await Promise.allSettled([
          store.append(streamNamed('bill'), -1, [event(1)]),
          store.append(streamNamed('bill'), -1, [event(2n)]),
        ])
        expect(fine.status).toBe('fulfilled')
        expect(broken.status).toBe('rejected')
        expect(await everything(store, 100, start)).toHaveLength(1)
      })

      test('of nothing is a mistake', async () => {
        await expect(store.append(streamNamed('bill'), -1, [])).rejects.toBeInstanceOf(RangeError)
      })
    })

    describe('an append of several streams', () => {
      const one = (stream: string, expected: number, ...numbers: number[]) => ({
        stream,
        expected,
        events: numbers.map((n) => event(n)),
      })

      test('writes each of them, in the order of the call, and says where each stands', async () => {
        const [bill, series] = [streamNamed('bill'), streamNamed('series')]
        await store.append(bill, -1, [event(0)])
        const before = await store.head()
        const appended = await store.appendAll([one(bill, 0, 1, 2), one(series, -1, 3)])
        expect(appended).toMatchObject([
          { revision: 2, replayed: false },
          { revision: 0, replayed: false },
        ])
        const log = await everything(store, 100, before)
        expect(log.map(({ data }) => data)).toEqual([1, 2, 3])
        expect(appended.map(({ position }) => position)).toEqual([
          log[1]?.position,
          log[2]?.position,
        ])
        expect(await store.head()).toBe(appended[1]?.position)
      })

      test('is refused when its first stream moved on, and writes nothing', async () => {
        const [bill, series] = [streamNamed('bill'), streamNamed('series')]
        await store.append(bill, -1, [event(0)])
        const head = await store.head()
        const refused = store.appendAll([one(bill, -1, 1), one(series, -1, 2)])
        await expect(refused).rejects.toMatchObject({
          name: 'StaleRevision',
          stream: bill,
          expected: -1,
          actual: 0,
        })
        expect(await store.head()).toBe(head)
      })

      test('is refused when its last stream moved on; without transactions those before it are written', async () => {
        const [bill, series] = [streamNamed('bill'), streamNamed('series')]
        await store.append(series, -1, [event(0)])
        await expect(store.appendAll([one(bill, -1, 1), one(series, -1, 2)])).rejects.toMatchObject(
          { name: 'StaleRevision', stream: series, actual: 0 },
        )
        expect((await store.readStream(bill)).events).toHaveLength(isAtomic ? 0 : 1)
        expect((await store.readStream(series)).events).toHaveLength(1)
      })

      test('sent again answers the first result, and writes what is missing', async () => {
        const [bill, series, more] = [
          streamNamed('bill'),
          streamNamed('series'),
          streamNamed('more'),
        ]
        const appends = [one(bill, -1, 1, 2), one(series, -1, 3)]
        const first = await store.appendAll(appends)
        const all = first.map((appended) => ({ ...appended, replayed: true }))
        expect(await store.appendAll(appends)).toEqual(all)
        expect(await store.appendAll([...appends, one(more, -1, 4)])).toMatchObject([
          ...all,
          { revision: 0, replayed: false },
        ])
        expect((await store.readStream(bill)).events).toHaveLength(2)
        store = await given.reopen()
        expect(await store.appendAll(appends)).toEqual(all)
      })

      test('is read whole or not at all by concurrent readers, where the log is atomic', async () => {
        const seen: number[] = []
        for (let round = 0; round < 10; round++) {
          const appending = store.appendAll([
            one(streamNamed('bill'), -1, 1, 2),
            one(streamNamed('series'), -1, 3),
          ])
          const log = await everything(store, 100, start)
          await appending
          seen.push(log.length % 3)
        }
        if (isAtomic) expect(new Set(seen)).toEqual(new Set([0]))
        expect(await everything(store, 100, start)).toHaveLength(30)
      })

      test('by fifty writers who share a stream: each gets in once, whole', async () => {
        const shared = streamNamed('series')
        const write = async (n: number) => {
          const mine = one(streamNamed('bill'), -1, n)
          const number = event(n)
          for (;;) {
            const { revision } = await store.readStream(shared, {
              limit: 1,
              direction: 'backwards',
            })
            try {
              return await store.appendAll([
                { stream: shared, expected: revision, events: [number] },
                mine,
              ])
            } catch (error) {
              if (!(error instanceof StaleRevision)) throw error
            }
          }
        }
        const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => write(n)))
        expect(answers.map(([series]) => series?.revision ?? -1).sort((a, b) => a - b)).toEqual(
          Array.from({ length: 50 }, (_, i) => i),
        )
        expect(await everything(store, 100, start)).toHaveLength(100)
      })

      test.each([
        ['of no stream', () => []],
        ['of no event for one of them', () => [one(streamNamed('bill'), -1, 1), one('bill-1', -1)]],
        ['that names a stream twice', () => [one('bill-1', -1, 1), one('bill-1', 0, 2)]],
      ])('%s is a mistake, and writes nothing', async (_, appends) => {
        const head = await store.head()
        await expect(store.appendAll(appends())).rejects.toBeInstanceOf(RangeError)
        expect(await store.head()).toBe(head)
      })
    })

    describe('an append sent again', () => {
      test('answers the first result, however far the stream has gone', async () => {
        const stream = streamNamed('bill')
        const events = [event(1), event(2)]
        const first = await store.append(stream, -1, events)
        await store.append(stream, 1, [event(3), event(4)])
        expect(await store.append(stream, -1, events)).toEqual({ ...first, replayed: true })
        expect((await store.readStream(stream)).revision).toBe(3)
      })

      test('at the same moment is written once', async () => {
        const stream = streamNamed('bill')
        const events = [event(1), event(2)]
        const answers = await Promise.all([1, 2, 3, 4].map(() => store.append(stream, -1, events)))
        expect(answers.filter((a) => !a.replayed)).toHaveLength(1)
        expect(new Set(answers.map((a) => a.position)).size).toBe(1)
        expect((await store.readStream(stream)).events).toHaveLength(2)
      })

      test.each<[string, (a: string, b: string, c: string) => readonly [number, string[]]]>([
        ['with one event more', (a, b, c) => [-1, [a, b, c]]],
        ['in another order', (a, b) => [-1, [b, a]]],
        ['with the last event changed', (a, _, c) => [-1, [a, c]]],
        ['with the first event changed', (_, b, c) => [-1, [c, b]]],
        ['after another revision', (a, b) => [0, [a, b]]],
      ])('%s is another append, and stale', async (_, again) => {
        const stream = streamNamed('bill')
        const events = [event(1), event(2), event(3)] as const
        await store.append(stream, -1, events.slice(0, 2))
        const [expected, wanted] = again(events[0].id, events[1].id, events[2].id)
        const resent = wanted
          .map((id) => events.find((e) => e.id === id))
          .filter((e) => e !== undefined)
        await expect(store.append(stream, expected, resent)).rejects.toBeInstanceOf(StaleRevision)
        expect((await store.readStream(stream)).events).toHaveLength(2)
      })

      test('with its first event alone answers where that event stands', async () => {
        const stream = streamNamed('bill')
        const events = [event(1), event(2)]
        await store.append(stream, -1, events)
        expect(await store.append(stream, -1, events.slice(0, 1))).toMatchObject({
          revision: 0,
          replayed: true,
        })
      })

      test('is known after the store was closed and opened', async () => {
        const stream = streamNamed('bill')
        const events = [event(1), event(2)]
        const first = await store.append(stream, -1, events)
        store = await given.reopen()
        expect(await store.append(stream, -1, events)).toEqual({ ...first, replayed: true })
      })
    })

    describe('fifty writers', () => {
      test('of one stream: one wins each revision, and the others are told where it stands', async () => {
        const stream = streamNamed('series')
        const won: Appended[] = []
        for (let revision = 0; revision < 10; revision++) {
          const outcomes = await Promise.allSettled(
            Array.from({ length: 50 }, (_, writer) =>
              store.append(stream, revision - 1, [event(writer)]),
            ),
          )
          won.push(...outcomes.filter((o) => o.status === 'fulfilled').map((o) => o.value))
          const lost = outcomes
            .filter((o) => o.status === 'rejected')
            .map((o) => o.reason as StaleRevision)
          expect(lost).toHaveLength(49)
          for (const reason of lost)
            expect(reason).toMatchObject({
              name: 'StaleRevision',
              expected: revision - 1,
              actual: revision,
            })
        }
        expect(won.map((w) => w.revision)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      })

      test('who each load and try again all get in, once', async () => {
        const stream = streamNamed('series')
        const writer = async (n: number) => {
          const mine = [event(n)]
          for (;;) {
            try {
              return await store.append(
                stream,
                (await store.readStream(stream, { limit: 1, direction: 'backwards' })).revision,
                mine,
              )
            } catch (error) {
              if (!(error instanceof StaleRevision)) throw error
            }
          }
        }
        await Promise.all(Array.from({ length: 50 }, (_, n) => writer(n)))
        const { events } = await store.readStream(stream)
        expect(events.map((e) => e.revision)).toEqual(Array.from({ length: 50 }, (_, i) => i))
        expect(events.map((e) => e.data).sort((a, b) => Number(a) - Number(b))).toEqual(
          Array.from({ length: 50 }, (_, i) => i),
        )
      })

      test('of fifty streams do not disturb each other, nor does a conflict among them', async () => {
        const taken = streamNamed('bill')
        await store.append(taken, -1, [event(0)])
        const outcomes = await Promise.allSettled(
          Array.from({ length: 50 }, (_, n) =>
            store.append(n % 10 === 0 ? taken : streamNamed('bill'), -1, [event(n), event(n)]),
          ),
        )
        expect(outcomes.map((o) => o.status)).toEqual(
          outcomes.map((_, n) => (n % 10 === 0 ? 'rejected' : 'fulfilled')),
        )
        expect(await everything(store, 100, start)).toHaveLength(1 + 45 * 2)
      })
    })

    describe('a stream', () => {
      let stream: string
      beforeEach(async () => {
        // A server keeps the writes of earlier tests, so each test has its own.
        stream = streamNamed('bill')
        await store.append(
          stream,
          -1,
          [0, 1, 2, 3, 4].map((n) => event(n)),
        )
      })
      const numbers = async (options?: Parameters<EventStore['readStream']>[1]) =>
        (await store.readStream(stream, options)).events.map((e) => e.data)

      test('reads forwards from its beginning', async () =>
        expect(await numbers()).toEqual([0, 1, 2, 3, 4]))
      test('reads from a revision on', async () =>
        expect(await numbers({ from: 3 })).toEqual([3, 4]))
      test('reads no more than the limit', async () =>
        expect(await numbers({ from: 1, limit: 2 })).toEqual([1, 2]))
      test('reads backwards from its end', async () =>
        expect(await numbers({ direction: 'backwards', limit: 2 })).toEqual([4, 3]))
      test('reads backwards from a revision', async () =>
        expect(await numbers({ direction: 'backwards', from: 2 })).toEqual([2, 1, 0]))
      test('says where it stands, whatever was asked for', async () => {
        expect(await store.readStream(stream, { from: 1, limit: 1 })).toMatchObject({ revision: 4 })
        expect(await store.readStream(stream, { from: 9 })).toEqual({ events: [], revision: 4 })
      })
      test('that does not exist is empty, at revision -1', async () => {
        expect(await store.readStream(streamNamed('bill'))).toEqual({ events: [], revision: -1 })
        expect(await store.readStream(`${stream}0`)).toEqual({ events: [], revision: -1 })
      })
    })

    describe('the log', () => {
      test('holds the events of all streams in the order of their commits', async () => {
        const [one, two] = [streamNamed('bill'), streamNamed('contact')]
        const appended = [
          await store.append(one, -1, [event(1), event(2)]),
          await store.append(two, -1, [event(3)]),
          await store.append(one, 1, [event(4)]),
        ]
        const all = await everything(store, 100, start)
        expect(all.map((e) => e.data)).toEqual([1, 2, 3, 4])
        const positions = all.map((e) => e.position)
        expect(positions).toEqual([...positions].sort())
        expect(new Set(positions).size).toBe(4)
        expect(appended.map((a) => a.position)).toEqual([positions[1], positions[2], positions[3]])
      })

      test('reads in pages, each event once, to its head', async () => {
        await store.append(
          streamNamed('bill'),
          -1,
          Array.from({ length: 10 }, (_, i) => event(i)),
        )
        const first = await store.readAll(start, { limit: 4 })
        expect(first).toMatchObject({ atHead: false })
        expect(first.events).toHaveLength(4)
        expect((await everything(store, 3, start)).map((e) => e.data)).toEqual([
          0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
        ])
      })

      test('hands out every event of the types asked for, and passes over the others', async () => {
        const of = (type: string, data: number) => ({ ...event(data), type })
        await store.append(streamNamed('bill'), -1, [
          of('Wanted', 0),
          of('Other', 1),
          of('Wanted', 2),
        ])
        const { position } = await store.append(streamNamed('bill'), -1, [
          of('Other', 3),
          of('Other', 4),
        ])
        const wanted: unknown[] = []
        let at = start
        for (let more = true; more; ) {
          const slice = await store.readAll(at, { limit: 2, types: new Set(['Wanted']) })
          wanted.push(
            ...slice.events.filter(({ type }) => type === 'Wanted').map(({ data }) => data),
          )
          at = slice.next
          more = !slice.atHead
        }
        expect(wanted).toEqual([0, 2])
        expect(at >= position).toBe(true)
      })

      test('at its head has nothing more, and never goes back', async () => {
        const { position } = await store.append(streamNamed('bill'), -1, [event(1)])
        const { next, ...rest } = await store.readAll(position, { limit: 10 })
        expect(rest).toEqual({ events: [], atHead: true })
        expect(next >= position).toBe(true) // further where a server notes things of its own
      })

      test('reads gapless while it is written to', async () => {
        const written = Promise.all(
          Array.from({ length: 200 }, (_, n) =>
            new Promise((go) => setImmediate(go)).then(() =>
              store.append(streamNamed('bill'), -1, [event(n), event(n)]),
            ),
          ),
        )
        const read: string[] = []
        let at = start
        for (let done = false; ; ) {
          const slice = await store.readAll(at, { limit: 7 })
          read.push(...ids(slice.events))
          at = slice.next
          if (slice.atHead) {
            if (done) break
            await written
            done = true
          }
        }
        expect(read).toEqual(ids(await everything(store, 1_000, start)))
        expect(read).toHaveLength(400)
      })

      test('reads backwards from its head, page by page', async () => {
        await store.append(
          streamNamed('bill'),
          -1,
          Array.from({ length: 5 }, (_, i) => event(i)),
        )
        const newest = await store.readAllBackwards(null, { limit: 3 })
        expect(newest.events.map((e) => e.data)).toEqual([4, 3, 2])
        const older = await store.readAllBackwards(newest.next, { limit: 2 })
        expect(older.events.map((e) => e.data)).toEqual([1, 0])
        const rest = await store.readAllBackwards(older.next, { limit: 100 })
        expect(rest.events.filter((e) => e.position > start)).toEqual([])
      })

      test('of an empty store begins at the start', async () => {
        expect(await everything(store, 10, start)).toEqual([])
      })
    })

    describe('a watcher', () => {
      test('is told how far the log has grown once it can be read', async () => {
        const readable = new Promise<readonly string[]>((resolve) => {
          const stop = store.watch((upTo) => {
            stop()
            void everything(store, 100, start).then((all) =>
              resolve([upTo, all.at(-1)?.position ?? '']),
            )
          })
        })
        const { position } = await store.append(streamNamed('bill'), -1, [event(1)])
        expect(await readable).toEqual([position, position])
      })

      test('that fails disturbs neither the append nor the others', async () => {
        let told = 0
        store.watch(() => {
          throw new Error('a watcher of its own')
        })
        const heard = new Promise<void>((resolve) =>
          store.watch(() => {
            told++
            resolve()
          }),
        )
        await store.append(streamNamed('bill'), -1, [event(1)])
        await heard
        expect(told).toBe(1)
      })

      test('that has stopped is told nothing more', async () => {
        let told = 0
        store.watch(() => void told++)()
        const heard = new Promise<void>((resolve) => store.watch(() => resolve()))
        await store.append(streamNamed('bill'), -1, [event(1)])
        await heard
        expect(told).toBe(0)
      })
    })

    test('all that was acknowledged is there after it was closed and opened, and goes on', async () => {
      const stream = streamNamed('bill')
      await store.append(stream, -1, [event(1), event(2)])
      const before = await everything(store, 100, start)
      store = await given.reopen()
      expect(await everything(store, 100, start)).toEqual(before)
      const { position } = await store.append(stream, 1, [event(3)])
      expect(position > (before.at(-1)?.position ?? '')).toBe(true)
    })
  })
}
