import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createHandler } from '#commands/kernel/handle.ts'
import {
  EffectOutcomeUnknown,
  EffectRefused,
  EffectUnavailable,
} from '#commands/kernel/effect-failures.ts'
import type { EffectCall, EffectGateway } from '#commands/kernel/effect-gateway.ts'
import { gatewayLine } from '#commands/kernel/gateway-line.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { defineEffect, type EffectEvent } from '#domain/operations/effect.ts'
import type { LogLine } from '#domain/operations/log-book.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { memoryReadStore } from '#projections/read-store/memory.ts'
import { stoppedEffects, unfinishedEffects } from '#projections/operations/effects.ts'
import { effectPerformer, performEffects } from '#workers/kernel/effects.ts'
import { createReactorRunner } from '#workers/kernel/reactor.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'

const MINUTE = 60_000
const letter = defineEffect<{ to: string }, { id: string }>('letter', {
  Payload: z.object({ to: z.string() }),
  policy: { mostAttempts: 4, backoff: { firstMs: 1_000, longestMs: 8_000 }, attemptMs: MINUTE },
})

type Perform = (payload: { to: string }, call: EffectCall) => Promise<{ id: string }>

function house({ repeatable = false }: { repeatable?: boolean } = {}) {
  const store = eventLog()
  const time = { now: 1_000_000 }
  const clock = { now: () => time.now }
  const log = memoryLog()
  const lines: LogLine[] = []
  const projector = createProjector({
    store,
    readStore: memoryReadStore({ documents: 'frozen' }),
    clock,
    log,
    queue: { wake: async () => {} },
    projections: [unfinishedEffects],
  })
  const handler = createHandler({ store, clock })
  const sent: string[] = []
  let behave: Perform = async ({ to }, { handOver }) => {
    await handOver()
    sent.push(to)
    return { id: `id of ${to}` }
  }
  const says = (message: string) => (more: object) =>
    ({ level: 'Info', source: 'Gmail', message, ...more }) satisfies LogLine

  /** A worker of its own: its circuit and its memory of what it tried go with it. */
  function worker(own: { handler?: CommandHandler; perform?: Perform } = {}) {
    const gateway: EffectGateway<{ to: string }, { id: string }> = {
      effect: letter,
      repeatable,
      line: gatewayLine('letters', {
        timeoutMs: 5_000,
        failures: 3,
        restMs: 50,
        isOutage: (error) => error instanceof EffectUnavailable,
      }),
      says: {
        done: says('DONE'),
        failed: says('FAILED'),
        abandoned: says('ABANDONED'),
        unknown: says('UNKNOWN'),
      },
      perform: (payload, call) => (own.perform ?? behave)(payload, call),
    }
    const performer = effectPerformer(gateway, {
      handler: own.handler ?? handler,
      log,
      book: { write: (line) => void lines.push(line) },
      pauseMs: 1,
    })
    const { readModels } = projector
    const runner = createReactorRunner({
      readModels,
      clock,
      log,
      workLists: [performEffects([performer])],
    })
    return { runner, line: gateway.line, work: () => runner.perform(unfinishedEffects.name) }
  }
  const catchUp = () => projector.catchUp('all')
  let asked = 0
  return {
    store,
    time,
    lines,
    log,
    sent,
    handler,
    worker,
    catchUp,
    behaves: (as: Perform) => void (behave = as),
    /** The user asks for a letter. */
    ask: async (to: string, owner = 'user-1') => {
      const id = `letter${++asked}`
      const meta = { commandId: id, owner, actor: { kind: 'user', id: owner } } as const
      await handler.run(letter.decider, id, { type: 'RequestEffect', payload: { to } }, meta)
      return id
    },
    retry: (id: string, owner = 'user-1') =>
      handler.run(
        letter.decider,
        id,
        { type: 'RetryEffect' },
        { commandId: `retry ${id} ${asked++}`, owner, actor: { kind: 'user', id: 'admin' } },
      ),
    tick: async (by: { work: () => Promise<unknown> }) => {
      await catchUp()
      await by.work()
      await catchUp()
    },
    state: async (id: string, owner = 'user-1') =>
      (await handler.load(letter.decider, id, owner))?.state,
    stopped: async () =>
      (await stoppedEffects(await projector.readModels.of(unfinishedEffects), 100)).map(
        ({ _id, status }) => [_id, status],
      ),
  }
}

describe('an effect', () => {
  test('of a forgotten person is given up without the gateway', async () => {
    const it = house()
    const id = 'letter of nobody'
    // As the log gives it back once the person's key is destroyed.
    await it.handler.run(
      {
        ...letter.decider,
        decide: (): readonly EffectEvent<{ to: string }, { id: string }>[] => [
          { type: 'EffectRequested', data: { kind: letter.kind, payload: null } },
        ],
      },
      id,
      { type: 'RetryEffect' },
      { commandId: id, owner: 'user-1', actor: { kind: 'user', id: 'user-1' } },
    )
    await it.tick(it.worker())
    expect(it.sent).toEqual([])
    expect(await it.state(id)).toMatchObject({
      status: 'abandoned',
      reason: { code: 'EFFECT_FORGOTTEN' },
    })
    expect(it.lines.map(({ message }) => message)).toEqual(['ABANDONED'])
  })

  test('is done once, and what came of it is a fact and a line of the log', async () => {
    const { ask, worker, tick, sent, state, lines, store } = house()
    const id = await ask('anna')
    const by = worker()
    await tick(by)
    await tick(by)
    expect(sent).toEqual(['anna'])
    expect(await state(id)).toMatchObject({
      status: 'succeeded',
      attempts: 1,
      result: { id: 'id of anna' },
    })
    expect((await store.readStream(`effect-${id}`)).events.map(({ type }) => type)).toEqual([
      'EffectRequested',
      'EffectAttempted',
      'EffectHandedOver',
      'EffectSucceeded',
    ])
    expect(lines).toMatchObject([{ message: 'DONE', correlationId: id, details: { attempt: 1 } }])
  })

  test('is given the same key at every attempt, and no other effect is given it', async () => {
    const { ask, worker, tick, behaves, time } = house()
    const keys: string[] = []
    behaves(async (_, { key }) => {
      keys.push(key)
      throw new EffectUnavailable('AWAY')
    })
    await ask('anna')
    const by = worker()
    await tick(by)
    time.now += 1_000
    await tick(by)
    await ask('bob')
    await tick(by)
    expect(keys).toHaveLength(3)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('is tried again ever later, then is a dead letter; retried, it is tried at once', async () => {
    const { ask, worker, tick, behaves, time, stopped, retry, sent, lines, state } = house()
    const tries: number[] = []
    behaves(async () => {
      tries.push(time.now)
      throw new EffectUnavailable('AWAY', '421')
    })
    const id = await ask('anna')
    for (let i = 0; i < 60; i++, time.now += 250) await tick(worker())
    expect(tries.map((at) => at - (tries[0] ?? 0))).toEqual([0, 1_000, 3_000, 7_000])
    expect(await stopped()).toEqual([[id, 'abandoned']])
    expect(lines.map(({ message }) => message)).toEqual(['FAILED', 'FAILED', 'FAILED', 'ABANDONED'])
    expect(lines.at(-1)?.details).toEqual({ attempt: 4, code: 'AWAY', detail: '421' })
    behaves(async ({ to }, { handOver }) => {
      await handOver()
      sent.push(to)
      return { id: 'late' }
    })
    await retry(id)
    await tick(worker())
    expect(sent).toEqual(['anna'])
    expect(await state(id)).toMatchObject({ status: 'succeeded', attempts: 5 })
    expect(await stopped()).toEqual([])
  })

  test('that is refused is a dead letter at once', async () => {
    const { ask, worker, tick, behaves, stopped, time } = house()
    let tries = 0
    behaves(async () => {
      tries++
      throw new EffectRefused('NOBODY_THERE', '550')
    })
    const id = await ask('anna')
    const by = worker()
    for (let i = 0; i < 5; i++, time.now += MINUTE) await tick(by)
    expect(tries).toBe(1)
    expect(await stopped()).toEqual([[id, 'abandoned']])
  })

  test.each([
    [false, 'unknown', 1],
    [true, 'succeeded', 2],
  ])(
    'without an answer, where a repetition is harmless: %s, ends %s',
    async (repeatable, status, deliveries) => {
      const { ask, worker, tick, behaves, time, sent, state } = house({ repeatable })
      behaves(async ({ to }, { handOver }) => {
        await handOver()
        sent.push(to)
        if (sent.length === 1) throw new EffectOutcomeUnknown('No answer')
        return { id: 'x' }
      })
      const id = await ask('anna')
      const by = worker()
      for (let i = 0; i < 5; i++, time.now += MINUTE) await tick(by)
      expect(sent).toHaveLength(deliveries)
      expect(await state(id)).toMatchObject({ status })
    },
  )

  test('is tried again after an unknown error unless it was handed over, and that is logged', async () => {
    const { ask, worker, tick, behaves, log, state } = house()
    behaves(async ({ to }, { handOver }) => {
      if (to === 'bob') await handOver()
      throw new TypeError('a bug')
    })
    const [anna, bob] = [await ask('anna'), await ask('bob')]
    await tick(worker())
    expect(await state(anna)).toMatchObject({ status: 'waiting', failures: 1 })
    expect(await state(bob)).toMatchObject({ status: 'unknown' })
    expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })
})

describe('two workers', () => {
  test('that see the same effect do it once', async () => {
    const { ask, worker, catchUp, sent } = house()
    for (let i = 0; i < 20; i++) await ask(`n${i}`)
    await catchUp()
    await Promise.all([worker(), worker(), worker()].map((one) => one.work()))
    expect(sent.toSorted()).toEqual(Array.from({ length: 20 }, (_, i) => `n${i}`).toSorted())
  })

  test('of which one slept past its time: it does not hand over what the other has', async () => {
    const { ask, worker, tick, behaves, time, sent, state, catchUp } = house()
    const asleep = Promise.withResolvers<void>()
    let first = true
    behaves(async ({ to }, { handOver }) => {
      if (first) {
        first = false
        await asleep.promise
      }
      await handOver()
      sent.push(to)
      return { id: 'x' }
    })
    const id = await ask('anna')
    await catchUp()
    const slow = worker().work()
    await expect.poll(async () => (await state(id))?.status).toBe('attempting')
    const other = worker()
    time.now += MINUTE
    await tick(other) // counts as interrupted
    time.now += 1_000
    await tick(other) // done by the other
    expect(sent).toEqual(['anna'])
    asleep.resolve()
    await slow
    expect(sent).toEqual(['anna'])
    expect(await state(id)).toMatchObject({ status: 'succeeded', attempts: 2 })
  })

  test('of which one slept behind the handing over: its late news is believed', async () => {
    const { ask, worker, tick, behaves, time, sent, state, catchUp } = house()
    const asleep = Promise.withResolvers<void>()
    behaves(async ({ to }, { handOver }) => {
      await handOver()
      await asleep.promise
      sent.push(to)
      return { id: 'x' }
    })
    const id = await ask('anna')
    await catchUp()
    const slow = worker().work()
    await expect.poll(async () => (await state(id))?.status).toBe('attempting')
    await expect.poll(async () => JSON.stringify(await state(id))).toContain('"handedOver":true')
    time.now += MINUTE
    await tick(worker())
    expect(await state(id)).toMatchObject({ status: 'unknown' })
    asleep.resolve()
    await slow
    expect(sent).toEqual(['anna'])
    expect(await state(id)).toMatchObject({ status: 'succeeded' })
  })
})

describe('owners', () => {
  test('take turns: who asks for much keeps nobody waiting', async () => {
    const { ask, worker, tick, sent } = house()
    for (let i = 0; i < 120; i++) await ask(`a${i}`)
    await ask('bob', 'user-2')
    await ask('carol', 'user-3')
    await tick(worker())
    expect(sent.slice(0, 3).toSorted()).toEqual(['a0', 'bob', 'carol'])
    expect(sent).toHaveLength(122)
  })
})

describe('a circuit', () => {
  test('that is open spares the attempts of the others, and closes when the gateway is back', async () => {
    const { ask, worker, tick, behaves, sent, state, time } = house()
    let calls = 0
    behaves(async () => {
      calls++
      throw new EffectUnavailable('AWAY')
    })
    const by = worker()
    for (let i = 0; i < 3; i++) await ask(`first ${i}`)
    await tick(by)
    expect(by.line.rests()).toBe(true)
    expect(by.line.health()).toMatchObject({ name: 'letters', ok: false })
    const later = await ask('later')
    await tick(by)
    expect(calls).toBe(3)
    expect(await state(later)).toMatchObject({ status: 'waiting', attempts: 0 })
    behaves(async ({ to }, { handOver }) => {
      await handOver()
      sent.push(to)
      return { id: 'x' }
    })
    await expect.poll(() => by.line.rests()).toBe(false)
    time.now += 10_000
    await tick(by)
    expect(sent).toHaveLength(4)
    expect(by.line.health()).toMatchObject({ ok: true })
  })
})

/**
 * A process that is killed: from a step on, nothing it does has an effect and no answer reaches it.
 */
class Killed extends Error {}
const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 4_294_967_296
}

/**
 * Two workers do ten letters, killed or asleep between any two steps. Clocks jump, and the store is
 * away now and then.
 *
 * @returns how often each letter arrived, and how each ended
 */
async function simulate(seed: number, repeatable: boolean) {
  const rnd = random(seed * 104_729 + 1)
  const { ask, worker, catchUp, time, state, handler } = house({ repeatable })
  const arrived = new Map<string, number>()
  const byKey = new Set<string>()
  const ids = new Map<string, string>()
  for (let i = 0; i < 10; i++) ids.set(`n${i}`, await ask(`n${i}`, `user-${i % 3}`))

  function mortal() {
    let dead = false
    const sleeps = Promise.withResolvers<void>()
    const wakes = Promise.withResolvers<void>()
    /** Before and after each step it may die, fall asleep, or wait while others go on. */
    const step = async <T>(does: () => Promise<T>): Promise<T> => {
      for (let i = Math.floor(rnd() * 3); i > 0; i--) await turn()
      if (rnd() < 0.02) {
        sleeps.resolve()
        await wakes.promise
      }
      if (dead || rnd() < 0.03) {
        dead = true
        throw new Killed()
      }
      const done = await does()
      if (rnd() < 0.03) dead = true
      if (dead) throw new Killed()
      return done
    }
    const own: CommandHandler = {
      ...handler,
      run: (decider, id, command, meta) =>
        step(async () => {
          if (rnd() < 0.02) throw new StoreUnavailable('away')
          return handler.run(decider, id, command, meta)
        }),
    }
    const perform: Perform = async ({ to }, { key, handOver }) => {
      await step(async () => {})
      if (rnd() < 0.15) throw new EffectUnavailable('AWAY')
      await handOver()
      await step(async () => {})
      await step(async () => {
        if (repeatable && byKey.has(key)) return
        byKey.add(key)
        arrived.set(to, (arrived.get(to) ?? 0) + 1)
      })
      if (rnd() < 0.05) throw new EffectOutcomeUnknown('No answer')
      return { id: to }
    }
    const { work } = worker({ handler: own, perform })
    let asleep = false
    void sleeps.promise.then(() => (asleep = true))
    /** Until it has done what is due, or sleeps. */
    const until = () => Promise.race([(working = work()), sleeps.promise])
    let working: Promise<unknown> = Promise.resolve()
    return {
      work: until,
      isDead: () => dead,
      sleeps: () => asleep,
      wake: () => (wakes.resolve(), working),
    }
  }

  let workers = [mortal(), mortal()]
  const sleeping: typeof workers = []
  const open = async () => {
    const left: string[] = []
    for (const [to, id] of ids) {
      const status = (await state(id, `user-${Number(to.slice(1)) % 3}`))?.status
      if (status === 'waiting' || status === 'attempting') left.push(to)
    }
    return left
  }
  for (let round = 0; (await open()).length > 0; round++) {
    if (round > 2_000) throw new Error(`seed ${seed}: not done after ${round} rounds`)
    await catchUp()
    await Promise.all(workers.map((one) => one.work()))
    // Further workers follow the killed and sleeping ones. The clock runs, jumps ahead, and now and
    // then goes back a little.
    sleeping.push(...workers.filter((one) => one.sleeps()))
    workers = workers.map((one) => (one.isDead() || one.sleeps() ? mortal() : one))
    if (rnd() < 0.3) void sleeping.splice(Math.floor(rnd() * sleeping.length), 1)[0]?.wake()
    time.now += rnd() < 0.1 ? 3_600_000 : rnd() < 0.1 ? -20_000 : 5_000
  }
  await Promise.all([...sleeping, ...workers].map((one) => one.wake()))
  const ends = new Map<string, string>()
  for (const [to, id] of ids)
    ends.set(to, (await state(id, `user-${Number(to.slice(1)) % 3}`))?.status ?? 'lost')
  return { arrived, ends }
}

describe('two workers that are killed or sleep between any two steps, with clocks that jump', () => {
  test.each([
    [false, 60],
    [true, 60],
  ])(
    'never do a letter twice and never lose one (repeatable: %s)',
    async (repeatable, seeds) => {
      const seen = new Map<string, number>()
      for (let seed = 0; seed < seeds; seed++) {
        const { arrived, ends } = await simulate(seed, repeatable)
        for (const [to, status] of ends) {
          const times = arrived.get(to) ?? 0
          const told = `seed ${seed}, ${to}: ${status}, arrived ${times} times`
          seen.set(`${status} ${times}`, (seen.get(`${status} ${times}`) ?? 0) + 1)
          expect(times, told).toBeLessThanOrEqual(1)
          if (status === 'succeeded') expect(times, told).toBe(1)
          else expect(['abandoned', 'unknown'], told).toContain(status)
          if (repeatable) expect(status, told).not.toBe('unknown')
        }
      }
      // The simulation has met what it is for.
      expect(seen.get('succeeded 1') ?? 0).toBeGreaterThan(300)
      if (!repeatable)
        expect((seen.get('unknown 0') ?? 0) > 0 && (seen.get('unknown 1') ?? 0) > 0).toBe(true)
    },
    60_000,
  )
})
