import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import {
  AppendOutcomeUnknown,
  type EventStore,
  StaleRevision,
  StoreUnavailable,
} from '#domain/kernel/ports/event-store.ts'
import { START } from '#domain/kernel/event.ts'
import { unmeasured } from '#domain/kernel/ports/metrics.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { verifyStream } from '#commands/kernel/verify.ts'
import { OWNER, someId } from './events.ts'

type Command =
  | { add: number }
  | { addEach: readonly number[] }
  | { nothing: true }
  | { today: true }
type Event =
  | { type: 'Added'; data: { by: number; note?: string | undefined } }
  | { type: 'Dated'; data: { day: string } }
const jarRefusal = catalogue({ JAR_FULL: 'invalid' })

let decisions = 0
const jar: Decider<Command, Event, { total: number; days: readonly string[] }> = {
  category: 'jar',
  initial: { total: 0, days: [] },
  decide(command, { total }, { today }) {
    decisions++
    if ('nothing' in command) return []
    if ('today' in command) return [{ type: 'Dated', data: { day: today } }]
    const added = 'add' in command ? [command.add] : command.addEach
    if (total + added.reduce((sum, n) => sum + n, 0) > 100) throw jarRefusal('JAR_FULL')
    return added.map((by) => ({ type: 'Added', data: { by, note: undefined } }))
  },
  evolve: (state, event) =>
    event.type === 'Added'
      ? { ...state, total: state.total + event.data.by }
      : { ...state, days: [...state.days, event.data.day] },
}

const NOW = Date.UTC(2026, 2, 14, 23, 30) // in Paris the 15th has begun
const clock = { now: () => NOW }
const meta = (more: Partial<CommandMeta> = {}): CommandMeta => ({
  commandId: someId(),
  owner: OWNER,
  actor: { kind: 'user', id: OWNER, name: 'Atelier Quartz' },
  ...more,
})

describe('the handler', () => {
  let directory: string
  let store: EventStore
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'carnet-handler-'))
    store = openSqliteEventStore(join(directory, 'events.sqlite'))
    decisions = 0
  })
  afterEach(async () => {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  })
  /** The real store with some of its answers changed. */
  const storeWith = (changed: Partial<EventStore>): EventStore => ({
    append: (...args) => store.append(...args),
    appendAll: (...args) => store.appendAll(...args),
    readStream: (...args) => store.readStream(...args),
    readAll: (...args) => store.readAll(...args),
    readAllBackwards: (...args) => store.readAllBackwards(...args),
    watch: (...args) => store.watch(...args),
    head: () => store.head(),
    close: () => store.close(),
    ...changed,
  })
  const handler = (changed: Partial<Parameters<typeof createHandler>[0]> = {}) =>
    createHandler({ store, clock, random: () => 0, ...changed })
  const stored = async () => (await store.readStream('jar-1')).events

  test('appends what was decided and answers where the thing stands', async () => {
    const result = await handler().run(jar, '1', { addEach: [1, 2] }, meta())
    expect(result).toMatchObject({ id: '1', version: 2, state: { total: 3 } })
    expect(result.events).toEqual(await stored())
    expect(result.position).toBe(result.events.at(-1)?.position)
    const one = await handler().run(jar, '1', { add: 4 }, meta())
    expect(one).toMatchObject({ version: 3, state: { total: 7 } })
    expect(one.events).toStrictEqual((await stored()).slice(2))
  })

  test('writes who, why, when and for whom, and links the events', async () => {
    const process = { kind: 'process', id: 'bill-numbering' } as const
    await handler().run(jar, '1', { add: 1 }, meta({ commandId: 'c1' }))
    await handler().run(
      jar,
      '1',
      { add: 2 },
      meta({ commandId: 'c2', actor: process, correlationId: 'c1', causationId: 'e1' }),
    )
    await handler({ schemaOf: () => 3 }).run(
      jar,
      '1',
      { add: 3 },
      meta({ commandId: 'c3', cause: 'import' }),
    )
    const events = await stored()
    expect(events.map((e) => e.meta)).toMatchObject([
      {
        schema: 1,
        owner: OWNER,
        actor: { kind: 'user', id: OWNER, name: 'Atelier Quartz' },
        cause: 'user',
        commandId: 'c1',
        correlationId: 'c1',
        causationId: 'c1',
        occurredAt: NOW,
        prevHash: '',
      },
      {
        actor: process,
        cause: 'process',
        commandId: 'c2',
        correlationId: 'c1',
        causationId: 'e1',
        prevHash: events[0]?.meta.hash,
      },
      { schema: 3, cause: 'import', prevHash: events[1]?.meta.hash },
    ])
    expect(verifyStream(events)).toEqual([])
  })

  test('tells a decision the day it is where the owner lives', async () => {
    await handler().run(jar, '1', { today: true }, meta())
    await handler().run(jar, '1', { today: true }, meta({ timeZone: 'America/Martinique' }))
    expect((await handler().load(jar, '1', OWNER))?.state.days).toEqual([
      '2026-03-15',
      '2026-03-14',
    ])
  })

  test('appends nothing when there is nothing to do', async () => {
    expect(await handler().run(jar, '1', { nothing: true }, meta())).toEqual({
      id: '1',
      version: 0,
      position: START,
      state: jar.initial,
      events: [],
    })
    const { position } = await handler().run(jar, '1', { add: 1 }, meta())
    expect(await handler().run(jar, '1', { nothing: true }, meta())).toMatchObject({
      version: 1,
      position,
      events: [],
    })
  })

  test('appends nothing of what is refused', async () => {
    await handler().run(jar, '1', { add: 60 }, meta())
    await expect(handler().run(jar, '1', { addEach: [40, 1] }, meta())).rejects.toMatchObject({
      code: 'JAR_FULL',
    })
    expect(await handler().run(jar, '1', { addEach: [39, 1] }, meta())).toMatchObject({
      state: { total: 100 },
    })
  })

  test('refuses an event that is no JSON before anything is written', async () => {
    await expect(handler().run(jar, '1', { add: Number.NaN }, meta())).rejects.toBeInstanceOf(
      TypeError,
    )
    expect(await stored()).toEqual([])
  })

  describe('sent a command twice', () => {
    test('answers the first result without deciding, whatever has happened since', async () => {
      const sent = meta()
      const first = await handler().run(jar, '1', { addEach: [1, 2] }, sent)
      await handler().run(jar, '1', { add: 90 }, meta())
      decisions = 0
      expect(await handler().run(jar, '1', { addEach: [1, 2] }, sent)).toEqual(first)
      expect(await handler().run(jar, '1', { addEach: [1, 2] }, { ...sent, version: 0 })).toEqual(
        first,
      )
      expect(decisions).toBe(0)
      expect(await stored()).toHaveLength(3)
    })

    test('at the same moment, through two handlers, appends once', async () => {
      const sent = meta()
      const results = await Promise.all(
        [handler(), handler(), handler()].map((h) => h.run(jar, '1', { addEach: [1, 2] }, sent)),
      )
      expect(await stored()).toHaveLength(2)
      expect(results[1]).toEqual(results[0])
      expect(results[2]).toEqual(results[0])
    })

    test('touches each of two streams once', async () => {
      const sent = meta()
      for (const id of ['1', '2', '1', '2']) await handler().run(jar, id, { add: 1 }, sent)
      expect((await store.readAll(START, { limit: 10 })).events.map((e) => e.stream)).toEqual([
        'jar-1',
        'jar-2',
      ])
    })
  })

  describe('given the version that the caller saw', () => {
    beforeEach(() => handler().run(jar, '1', { addEach: [1, 2] }, meta()))

    test('decides when it still stands', async () => {
      expect(await handler().run(jar, '1', { add: 3 }, meta({ version: 2 }))).toMatchObject({
        version: 3,
      })
    })
    test('refuses when the stream has moved on', async () => {
      await expect(handler().run(jar, '1', { add: 3 }, meta({ version: 1 }))).rejects.toMatchObject(
        {
          code: 'STALE_VERSION',
          kind: 'stale',
          details: { version: 1, current: 2 },
        },
      )
      expect(await stored()).toHaveLength(2)
    })
    test('lets one of two handlers win', async () => {
      const outcomes = await Promise.allSettled(
        [handler(), handler()].map((h) => h.run(jar, '1', { add: 3 }, meta({ version: 2 }))),
      )
      expect(outcomes.map((o) => o.status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(outcomes.find((o) => o.status === 'rejected')?.reason).toMatchObject({
        code: 'STALE_VERSION',
      })
      expect(await stored()).toHaveLength(3)
    })
    test('finds nothing where there never was anything', async () => {
      await expect(handler().run(jar, '2', { add: 3 }, meta({ version: 2 }))).rejects.toMatchObject(
        {
          code: 'NOT_FOUND',
        },
      )
    })
  })

  describe('for another owner', () => {
    beforeEach(() => handler().run(jar, '1', { add: 1 }, meta()))
    test('knows of nothing', async () => {
      await expect(
        handler().run(jar, '1', { add: 1 }, meta({ owner: 'someone-else' })),
      ).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      expect(await handler().load(jar, '1', 'someone-else')).toBeNull()
      expect(await stored()).toHaveLength(1)
    })
    test('not even of a command it already has', async () => {
      const sent = meta()
      await handler().run(jar, '1', { add: 1 }, sent)
      await expect(
        handler().run(jar, '1', { add: 1 }, { ...sent, owner: 'someone-else' }),
      ).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    })
  })

  test('loads a thing as it stands, and null where there is none', async () => {
    const { position, events } = await handler().run(jar, '1', { addEach: [1, 2] }, meta())
    expect(await handler().load(jar, '1', OWNER)).toEqual({
      state: { total: 3, days: [] },
      version: 2,
      position,
      owner: OWNER,
      events,
    })
    expect(await handler().load(jar, '2', OWNER)).toBeNull()
  })

  describe('when the stream moves on between reading and appending', () => {
    /** Another process gets in first, so many times. */
    const raced = (times: number) => {
      const other = handler()
      let left = times
      return storeWith({
        append: async (stream, expected, events) => {
          if (left-- > 0) await other.run(jar, '1', { add: 10 }, meta())
          return store.append(stream, expected, events)
        },
      })
    }
    test('loads and decides again, up to five times', async () => {
      const result = await handler({ store: raced(5) }).run(jar, '1', { add: 1 }, meta())
      expect(result).toMatchObject({ version: 6, state: { total: 51 } })
      expect(verifyStream(await stored())).toEqual([])
    })
    test('gives up as a conflict after that, with nothing written', async () => {
      await expect(
        handler({ store: raced(6) }).run(jar, '1', { add: 1 }, meta()),
      ).rejects.toMatchObject({
        code: 'CONFLICT',
      })
      expect(await stored()).toHaveLength(6)
    })
    test('decides on what it then finds', async () => {
      await expect(
        handler({ store: raced(1) }).run(jar, '1', { add: 95 }, meta()),
      ).rejects.toMatchObject({
        code: 'JAR_FULL',
      })
    })
    test('does not decide again what was sent with a version', async () => {
      await handler().run(jar, '1', { add: 1 }, meta())
      decisions = 0
      await expect(
        handler({ store: raced(1) }).run(jar, '1', { add: 1 }, meta({ version: 1 })),
      ).rejects.toMatchObject({
        code: 'STALE_VERSION',
      })
      expect(decisions).toBe(2) // this one's and the other process's
    })
  })

  test('lets a hundred commands on one stream in, one after the other', async () => {
    const one = handler()
    await Promise.all(Array.from({ length: 100 }, () => one.run(jar, '1', { add: 1 }, meta())))
    expect((await stored()).map((e) => e.revision)).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    )
    await expect(one.run(jar, '1', { add: 1 }, meta())).rejects.toMatchObject({ code: 'JAR_FULL' })
  })

  describe('commands together', () => {
    const both = (own: ReturnType<typeof handler>, sent = meta()) =>
      own.together(sent, async (grouped) => [
        await own.run(jar, '1', { add: 1 }, { ...grouped, commandId: `${sent.commandId} 1` }),
        await own.run(jar, '2', { add: 2 }, { ...grouped, commandId: `${sent.commandId} 2` }),
      ])
    const log = async () => (await store.readAll(START, { limit: 100 })).events

    test('are appended by one append, whose position is answered, and wake once', async () => {
      let appends = 0
      const woken: string[] = []
      const counted = storeWith({
        append: () => Promise.reject(new Error('one by one')),
        appendAll: (all) => {
          appends++
          return store.appendAll(all)
        },
      })
      const own = handler({ store: counted, wake: (upTo) => woken.push(upTo) })
      const { value, position } = await both(own)
      const events = await log()
      expect(events.map(({ stream }) => stream)).toEqual(['jar-1', 'jar-2'])
      expect(position).toBe(events.at(-1)?.position)
      expect(value.map(({ version, state }) => [version, state.total])).toEqual([
        [1, 1],
        [1, 2],
      ])
      await vi.waitFor(() => expect(woken).toEqual([position]))
      expect(appends).toBe(1)
    })

    test('see what those before them decided, which other readers do not', async () => {
      const own = handler()
      await own.run(jar, '1', { add: 90 }, meta())
      const within = await own.together(meta(), async (grouped) => {
        const step = (n: number) => ({ ...grouped, commandId: `${grouped.commandId} ${n}` })
        await own.run(jar, '1', { add: 5 }, step(1))
        const { version, state } = await own.run(jar, '1', { add: 5 }, step(2))
        await expect(own.run(jar, '1', { add: 1 }, step(3))).rejects.toThrow('JAR_FULL')
        return {
          run: [version, state.total],
          mine: (await own.load(jar, '1', OWNER, grouped))?.state.total,
          others: (await own.load(jar, '1', OWNER))?.state.total,
        }
      })
      expect(within.value).toEqual({ run: [3, 100], mine: 100, others: 90 })
      expect((await stored()).map(({ data }) => data)).toEqual([{ by: 90 }, { by: 5 }, { by: 5 }])
      expect(verifyStream(await stored())).toEqual([])
    })

    test('leave nothing when one of them is refused', async () => {
      const own = handler()
      await own.run(jar, '2', { add: 99 }, meta())
      await expect(both(own)).rejects.toMatchObject({ code: 'JAR_FULL' })
      expect((await log()).map(({ stream }) => stream)).toEqual(['jar-2'])
    })

    test('are decided again when a stream moved on, and appended once', async () => {
      const own = handler()
      let first = true
      const slow = handler({
        store: storeWith({
          appendAll: async (all) => {
            if (first) await own.run(jar, '2', { add: 10 }, meta())
            first = false
            return store.appendAll(all)
          },
        }),
      })
      const { value } = await both(slow)
      expect(value.map(({ version, state }) => [version, state.total])).toEqual([
        [1, 1],
        [2, 12],
      ])
      expect(await log()).toHaveLength(3)
    })

    test('take turns with all others of the process, in whatever order they meet the streams', async () => {
      const metrics = { ...unmeasured, commandRetried: () => expect.unreachable('no conflict') }
      const own = handler({ metrics })
      const pair = (ids: readonly string[]) =>
        own.together(meta(), async (grouped) => {
          for (const id of ids) await own.run(jar, id, { add: 1 }, grouped)
        })
      await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          n % 3 === 0
            ? own.run(jar, '1', { add: 1 }, meta())
            : pair(n % 3 === 1 ? ['1', '2', '3'] : ['3', '2', '1']),
        ),
      )
      const totals = ['1', '2', '3'].map(
        async (id) => (await own.load(jar, id, OWNER))?.state.total,
      )
      expect(await Promise.all(totals)).toEqual([30, 20, 20])
    })

    test('sent again are answered with the first result', async () => {
      const sent = meta()
      const first = await both(handler(), sent)
      const again = await both(handler(), sent)
      expect(again.value.map(({ version }) => version)).toEqual([1, 1])
      expect(again.value.at(-1)?.position).toBe(first.position)
      expect(again.position).toBe(START)
      expect(await log()).toHaveLength(2)
    })

    test('whose append was taken without an answer are found, and answered', async () => {
      const forgetful = storeWith({
        appendAll: async (all) => {
          await store.appendAll(all)
          throw new AppendOutcomeUnknown('the reply was lost')
        },
      })
      const { value } = await both(handler({ store: forgetful }))
      expect(value.at(-1)).toMatchObject({ version: 1, position: (await log()).at(-1)?.position })
      expect(await log()).toHaveLength(2)
    })

    test('of which the log took the first alone are finished by the same call', async () => {
      const sent = meta()
      const own = handler()
      await own.run(jar, '1', { add: 1 }, { ...sent, commandId: `${sent.commandId} 1` })
      const { value } = await both(own, sent)
      expect(value.map(({ version }) => version)).toEqual([1, 1])
      expect((await log()).map(({ stream }) => stream)).toEqual(['jar-1', 'jar-2'])
    })

    test('and the version that the caller saw: one is accepted, an older one refused', async () => {
      const own = handler()
      await own.run(jar, '1', { add: 1 }, meta())
      const seen = (version: number) =>
        own.together(meta({ version }), (grouped) => own.run(jar, '1', { add: 1 }, grouped))
      await expect(seen(0)).rejects.toMatchObject({ code: 'STALE_VERSION' })
      expect((await seen(1)).value.version).toBe(2)
    })
  })

  describe('when nobody knows how an append ended', () => {
    test('finds that it was committed, and answers it', async () => {
      const forgetful = storeWith({
        append: async (...args) => {
          await store.append(...args)
          throw new AppendOutcomeUnknown('the reply was lost')
        },
      })
      const result = await handler({ store: forgetful }).run(jar, '1', { addEach: [1, 2] }, meta())
      expect(result).toMatchObject({ version: 2, state: { total: 3 } })
      expect(decisions).toBe(1)
      expect(await stored()).toHaveLength(2)
    })
    test('finds that it was not, and sends the very same events again', async () => {
      const sent: string[][] = []
      const lossy = storeWith({
        append: async (stream, expected, events) => {
          sent.push(events.map((event) => event.id))
          if (sent.length < 3) throw new AppendOutcomeUnknown('the request was lost')
          return store.append(stream, expected, events)
        },
      })
      expect(
        await handler({ store: lossy }).run(jar, '1', { addEach: [1, 2] }, meta()),
      ).toMatchObject({ version: 2 })
      expect(await stored()).toHaveLength(2)
      expect(sent).toEqual([sent[0], sent[0], sent[0]])
      expect(new Set(sent[0]).size).toBe(2)
    })
    test('says so when it cannot find out: never that nothing was written', async () => {
      let reads = 0
      const gone = storeWith({
        append: async () => {
          throw new AppendOutcomeUnknown('the connection broke')
        },
        readStream: async (...args) => {
          if (reads++ > 0) throw new StoreUnavailable('no connection')
          return store.readStream(...args)
        },
      })
      await expect(
        handler({ store: gone }).run(jar, '1', { add: 1 }, meta()),
      ).rejects.toBeInstanceOf(AppendOutcomeUnknown)
      const lost = storeWith({
        append: async () => {
          throw new AppendOutcomeUnknown('the connection broke')
        },
      })
      await expect(
        handler({ store: lost }).run(jar, '1', { add: 1 }, meta()),
      ).rejects.toBeInstanceOf(AppendOutcomeUnknown)
    })
  })

  test('answers the first result when the same append is acknowledged to another sender', async () => {
    const sent = meta()
    let first = true
    const beaten = storeWith({
      append: async (stream, expected, events) => {
        if (first) {
          first = false
          await store.append(stream, expected, events)
        }
        return store.append(stream, expected, events)
      },
    })
    expect(await handler({ store: beaten }).run(jar, '1', { add: 1 }, sent)).toMatchObject({
      version: 1,
      events: await stored(),
    })
    expect(await stored()).toHaveLength(1)
  })

  test('passes on that the store is out of reach, and tries nothing again', async () => {
    let appends = 0
    const down = storeWith({
      append: async () => {
        appends++
        throw new StoreUnavailable('no connection')
      },
    })
    await expect(handler({ store: down }).run(jar, '1', { add: 1 }, meta())).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
    expect(appends).toBe(1)
  })

  test('wakes the projections with the position, after the append alone', async () => {
    const woken: string[] = []
    const waking = handler({ wake: (upTo) => woken.push(upTo) })
    const { position } = await waking.run(jar, '1', { add: 1 }, meta())
    await waking.run(jar, '1', { nothing: true }, meta())
    await expect(waking.run(jar, '1', { add: 100 }, meta())).rejects.toThrow()
    expect(woken).toEqual([position])
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('no queue')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no queue'))],
    ['never ends', () => new Promise(() => {})],
  ])('carries a command through when waking %s', async (_, wake) => {
    expect(await handler({ wake }).run(jar, '1', { add: 1 }, meta())).toMatchObject({ version: 1 })
  })

  test('goes on with a stream after a command on it failed', async () => {
    const one = handler()
    const outcomes = await Promise.allSettled([
      one.run(jar, '1', { add: 101 }, meta()),
      one.run(jar, '1', { add: 1 }, meta()),
    ])
    expect(outcomes.map((o) => o.status)).toEqual(['rejected', 'fulfilled'])
  })

  test('tells what it measures: how each command ended, and how often it was decided again', async () => {
    const told: string[] = []
    const metrics = {
      ...unmeasured,
      commandEnded: (command: string, outcome: string) => void told.push(`${command} ${outcome}`),
      commandRetried: (because: string) => void told.push(`again, ${because}`),
    }
    let failing: readonly Error[] = []
    const measured = handler({
      metrics,
      store: storeWith({
        append: (...args) => {
          const [error, ...rest] = failing
          failing = rest
          return error ? Promise.reject(error) : store.append(...args)
        },
      }),
    })
    const stale = new StaleRevision('jar-1', -1, 0)
    const run = async (
      command: Command,
      more: Partial<CommandMeta> = {},
      ...errors: readonly Error[]
    ) => {
      failing = errors
      await measured.run(jar, '1', command, meta(more)).catch(() => {})
      return told.splice(0)
    }
    expect(await run({ add: 1 })).toEqual(['jar done'])
    expect(await run({ nothing: true })).toEqual(['jar unchanged'])
    expect(await run({ add: 1_000 })).toEqual(['jar refused'])
    expect(await run({ add: 1 }, { version: 7 })).toEqual(['jar stale'])
    expect(await run({ add: 1 }, {}, stale, stale)).toEqual([
      'again, stale',
      'again, stale',
      'jar done',
    ])
    expect(await run({ add: 1 }, {}, stale, stale, stale, stale, stale, stale)).toEqual([
      ...Array.from({ length: 5 }, () => 'again, stale'),
      'jar conflict',
    ])
    expect(await run({ add: 1 }, {}, new AppendOutcomeUnknown('?'))).toEqual([
      'again, unknown',
      'jar done',
    ])
    expect(await run({ add: 1 }, {}, new StoreUnavailable('away'))).toEqual(['jar unavailable'])
    expect(await run({ add: 1 }, {}, new TypeError('a bug'))).toEqual(['jar failed'])
  })

  test('never takes a stale revision for a refusal of the domain', async () => {
    const always = storeWith({
      append: async (stream, expected) => {
        throw new StaleRevision(stream, expected, expected + 1)
      },
    })
    await expect(
      handler({ store: always }).run(jar, '1', { add: 1 }, meta()),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      kind: 'conflict',
    })
  })
})
