import { describe, expect, test, vi } from 'vitest'
import { GatewayRests, gatewayLine } from '#commands/kernel/gateway-line.ts'
import { unmeasured } from '#domain/kernel/ports/metrics.ts'

class Away extends Error {}
class Refused extends Error {}
const REST_MS = 40

function line(timeoutMs = 1_000) {
  const gatewayCalled = vi.fn()
  const made = gatewayLine('letters', {
    timeoutMs,
    failures: 3,
    restMs: REST_MS,
    isOutage: (error) => !(error instanceof Refused),
    metrics: { ...unmeasured, gatewayCalled },
  })
  const outcome = (work: () => Promise<string>) => made.run(work).catch((error: unknown) => error)
  const fails = () => outcome(() => Promise.reject(new Away('away')))
  const does = () => outcome(async () => 'done')
  return {
    made,
    outcome,
    fails,
    does,
    outcomes: () => gatewayCalled.mock.calls.map(([, what]) => String(what)),
  }
}

describe('a line to a gateway', () => {
  test('gives what the work gives, and tells the figures', async () => {
    const { does, outcome, outcomes, made } = line()
    expect(await does()).toBe('done')
    expect(await outcome(() => Promise.reject(new Refused('no')))).toBeInstanceOf(Refused)
    expect(outcomes()).toEqual(['done', 'refused'])
    expect(made.health()).toMatchObject({ name: 'letters', ok: true })
  })

  test('is left alone after failures one after another, and not for refusals or failures apart', async () => {
    const { fails, does, outcome, made, outcomes } = line()
    for (let i = 0; i < 2; i++) await fails()
    await does()
    for (let i = 0; i < 2; i++) await fails()
    for (let i = 0; i < 5; i++) await outcome(() => Promise.reject(new Refused('no')))
    expect(made.rests()).toBe(false)
    for (let i = 0; i < 3; i++) await fails()
    expect(made.rests()).toBe(true)
    expect(made.health()).toMatchObject({ ok: false })
    const work = vi.fn(async () => 'done')
    expect(await outcome(work)).toBeInstanceOf(GatewayRests)
    expect(work).not.toHaveBeenCalled()
    expect(outcomes().at(-1)).toBe('rests')
  })

  test('is tried by one call once it has rested: a failure lets it rest again, a success opens it', async () => {
    const { fails, does, made } = line()
    for (let i = 0; i < 3; i++) await fails()
    await expect.poll(() => made.rests(), { interval: 5 }).toBe(false)
    expect(await fails()).toBeInstanceOf(Away)
    expect(made.rests()).toBe(true)
    await expect.poll(() => made.rests(), { interval: 5 }).toBe(false)
    expect(await does()).toBe('done')
    expect(made.health()).toMatchObject({ ok: true })
  })

  test('rests as long whatever the wall clock does', async () => {
    const { fails, does, made } = line()
    for (let i = 0; i < 3; i++) await fails()
    const real = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => real() - 3_600_000)
    await expect.poll(() => made.rests(), { interval: 5 }).toBe(false)
    expect(await does()).toBe('done')
  })

  test('tells the work to end when its time is over, or when it is told so itself', async () => {
    const { made } = line(30)
    const waits = (signal?: AbortSignal) =>
      made
        .run(
          (inTime) =>
            new Promise((_, reject) => inTime.addEventListener('abort', () => reject(new Away()))),
          signal,
        )
        .catch((error: unknown) => error)
    expect(await waits()).toBeInstanceOf(Away)
    const ends = new AbortController()
    const { made: patient } = line(60_000)
    const waiting = patient
      .run(
        (inTime) =>
          new Promise((_, reject) => inTime.addEventListener('abort', () => reject(new Refused()))),
        ends.signal,
      )
      .catch((error: unknown) => error)
    ends.abort()
    expect(await waiting).toBeInstanceOf(Refused)
  })
})
