import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createReadiness } from '#api/operations/readiness.ts'
import { positionOf } from '#domain/kernel/event.ts'
import type { ProjectionStatus } from '#projections/kernel/catch-up.ts'

const live: ProjectionStatus = {
  name: 'bills',
  version: 1,
  state: 'live',
  replaces: false,
  position: positionOf(7),
  lag: { events: 0, more: false, seconds: 0 },
  failure: null,
}
const failure = {
  eventId: 'e-8',
  position: positionOf(8),
  message: 'Unhandled case: BillFolded',
  tries: 3,
  nextTryAt: 1_234,
}

function readiness({
  projections = async () => [live],
  queue = async () => true,
  events = async () => true,
}: {
  projections?: () => Promise<readonly ProjectionStatus[]>
  queue?: () => Promise<boolean>
  events?: () => Promise<boolean>
} = {}) {
  const asked = (name: string, answers: () => Promise<boolean>) => ({
    name,
    ask: async () => ({ name, ok: await answers(), detail: 'an engine' }),
  })
  return createReadiness({
    engines: [asked('events', events), { ...asked('queue', queue), mayBeAway: () => true }],
    projector: { status: async () => ({ head: positionOf(7), projections: await projections() }) },
    names: ['bills'],
  })
}

describe('the product', () => {
  test('is ready when its engines answer and its projections have caught up', async () => {
    expect(await readiness()()).toEqual({
      ready: true,
      engines: [
        { name: 'events', ok: true, detail: 'an engine' },
        { name: 'queue', ok: true, detail: 'an engine' },
      ],
      projections: [
        {
          name: 'bills',
          ok: true,
          state: 'live',
          position: positionOf(7),
          lag: { events: 0, more: false, seconds: 0 },
          detail: 'live',
        },
      ],
    })
  })

  test('is ready without its queue, and not without its events', async () => {
    expect(await readiness({ queue: async () => false })()).toMatchObject({ ready: true })
    expect(await readiness({ events: async () => false })()).toMatchObject({ ready: false })
  })

  test('is not ready while a projection is built, and says how far it is behind', async () => {
    const building: ProjectionStatus = {
      ...live,
      state: 'building',
      lag: { events: 10_000, more: true, seconds: 3_600 },
    }
    expect(await readiness({ projections: async () => [building] })()).toMatchObject({
      ready: false,
      projections: [
        {
          ok: false,
          state: 'building',
          lag: { events: 10_000, more: true, seconds: 3_600 },
          detail: 'building, 10000+ events behind',
        },
      ],
    })
  })

  test('is ready while an older edition of the projection answers, and says how far the new one is', async () => {
    const lag = { events: 12, more: false, seconds: 3 }
    const replacing: ProjectionStatus = { ...live, state: 'building', replaces: true, lag }
    expect(await readiness({ projections: async () => [replacing] })()).toMatchObject({
      ready: true,
      projections: [{ ok: true, state: 'building', lag, detail: 'building, 12 events behind' }],
    })
  })

  test('is ready while a projection stands still, and says what for', async () => {
    const stopped: ProjectionStatus = {
      ...live,
      state: 'stopped',
      lag: { events: 1, more: false, seconds: 60 },
      failure,
    }
    expect(await readiness({ projections: async () => [stopped] })()).toMatchObject({
      ready: true,
      projections: [
        {
          ok: false,
          state: 'stopped',
          detail: 'stopped, 1 event behind: waits for event e-8',
          waitsFor: failure,
        },
      ],
    })
  })

  test('does not know its projections while their checkpoints cannot be read', async () => {
    const away = readiness({
      projections: () => Promise.reject(new Error('MongoDB does not answer')),
    })
    expect(await away()).toMatchObject({
      ready: true,
      projections: [{ name: 'bills', ok: false, state: 'unknown', position: null, lag: null }],
    })
  })

  test('tells how its projections stood when they are slow to answer, and stays ready', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let isSlow = false
    const ask = readiness({
      projections: () => (isSlow ? new Promise(() => {}) : Promise.resolve([live])),
    })
    await ask()
    isSlow = true
    const answer = ask()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await answer).toMatchObject({
      ready: true,
      projections: [{ name: 'bills', state: 'live', position: live.position }],
    })
  })

  test('answers within two seconds, whatever is silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const silent = readiness({
      events: () => new Promise(() => {}),
      projections: () => new Promise(() => {}),
    })
    const answer = silent()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await answer).toMatchObject({
      ready: false,
      engines: [{ name: 'events', ok: false, detail: 'does not answer within 2 s' }, { ok: true }],
      projections: [{ state: 'unknown' }],
    })
  })

  test('asks its engines once for all who ask at the same moment', async () => {
    const events = vi.fn(async () => true)
    const ask = readiness({ events })
    await Promise.all([ask(), ask(), ask()])
    expect(events).toHaveBeenCalledOnce()
    await ask()
    expect(events).toHaveBeenCalledTimes(2)
  })
})
