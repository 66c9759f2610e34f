import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEffect, type EffectEvent } from '#domain/operations/effect.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'

const MINUTE = 60_000
const letter = defineEffect<{ to: string }, { id: string }>('letter', {
  Payload: z.object({ to: z.string() }),
  policy: { mostAttempts: 3, backoff: { firstMs: 1_000, longestMs: 1_500 }, attemptMs: MINUTE },
  isByHand: ({ id }) => id === 'A1',
})
const given = specification(letter.decider)
type Event = EffectEvent<{ to: string }, { id: string }>

const { now } = context
const later = { ...context, now: now + MINUTE }
const kind = 'letter'
const away = { code: 'LETTER_BOX_SHUT', detail: '421' }
const requested: Event = { type: 'EffectRequested', data: { kind, payload: { to: 'anna' } } }
const attempted = (attempt: number): Event => ({
  type: 'EffectAttempted',
  data: { kind, attempt, at: now, until: now + MINUTE },
})
const handedOver = (attempt: number): Event => ({
  type: 'EffectHandedOver',
  data: { kind, attempt },
})
const failed = (attempt: number, nextAt = now + 1_000, reason = away, retryable = true): Event => ({
  type: 'EffectFailed',
  data: { kind, attempt, reason, retryable, nextAt },
})
const abandoned = (attempts: number, reason = away): Event => ({
  type: 'EffectAbandoned',
  data: { kind, attempts, reason },
})
const unknown = (attempt: number): Event => ({
  type: 'EffectOutcomeUnknown',
  data: { kind, attempt },
})
const succeeded = (attempt: number): Event => ({
  type: 'EffectSucceeded',
  data: { kind, attempt, result: { id: 'A1' } },
})
const retried: Event = { type: 'EffectRetried', data: { kind } }

const attempt = (n: number) => ({ type: 'AttemptEffect', attempt: n }) as const
const fail = (n: number, retryable = true) =>
  ({ type: 'FailEffect', attempt: n, reason: away, retryable }) as const
const succeed = (n: number) =>
  ({ type: 'SucceedEffect', attempt: n, result: { id: 'A1' } }) as const
const interrupt = (n: number, repeatable: boolean) =>
  ({ type: 'InterruptEffect', attempt: n, repeatable }) as const

describe('an effect', () => {
  test('of the sample is told as done at once, so that no worker attempts it', () => {
    const tell = { type: 'TellEffect', payload: { to: 'anna' }, result: { id: 'A1' } } as const
    given().when(tell).yields(requested, attempted(1), succeeded(1))
    given(requested, attempted(1), succeeded(1)).when(tell).yields()
    given(requested, attempted(1), succeeded(1)).when(attempt(1)).refuses('EFFECT_TAKEN')
  })

  test('is asked for once', () => {
    given()
      .when({ type: 'RequestEffect', payload: { to: 'anna' } })
      .yields(requested)
    given(requested)
      .when({ type: 'RequestEffect', payload: { to: 'anna' } })
      .refuses('ID_ALREADY_USED')
    given().when(attempt(1)).refuses('NOT_FOUND')
  })

  test('is attempted by one worker: the next attempt and no other', () => {
    given(requested).when(attempt(1)).yields(attempted(1))
    given(requested).when(attempt(2)).refuses('EFFECT_TAKEN')
    given(requested, attempted(1)).when(attempt(1)).refuses('EFFECT_TAKEN')
    given(requested, attempted(1)).when(attempt(2)).refuses('EFFECT_TAKEN')
    given(requested, attempted(1), failed(1)).when(attempt(2)).yields(attempted(2))
  })

  test('is handed over once, by the worker whose attempt it is', () => {
    const handOver = { type: 'HandOverEffect', attempt: 1 } as const
    given(requested, attempted(1)).when(handOver).yields(handedOver(1))
    given(requested, attempted(1), handedOver(1)).when(handOver).refuses('EFFECT_TAKEN')
    given(requested, attempted(1), failed(1)).when(handOver).refuses('EFFECT_TAKEN')
    given(requested, attempted(1), failed(1), attempted(2)).when(handOver).refuses('EFFECT_TAKEN')
  })

  test('that succeeded stays so, and its success is believed however late it is told', () => {
    given(requested, attempted(1), handedOver(1)).when(succeed(1)).yields(succeeded(1))
    given(requested, attempted(1), succeeded(1)).when(succeed(1)).yields()
    given(requested, attempted(1), unknown(1)).when(succeed(1)).yields(succeeded(1))
    given(requested, attempted(1), failed(1), attempted(2)).when(succeed(1)).yields(succeeded(1))
    given(requested, attempted(1)).when(succeed(2)).yields()
    given(requested, attempted(1), succeeded(1)).when(attempt(2)).refuses('EFFECT_TAKEN')
  })
})

describe('an attempt that failed', () => {
  test('is followed by another, ever later up to a limit', () => {
    given(requested, attempted(1)).when(fail(1)).yields(failed(1))
    given(requested, attempted(1), failed(1), attempted(2))
      .when(fail(2))
      .yields(failed(2, now + 1_500))
  })

  test('for good leaves a dead letter at once', () => {
    given(requested, attempted(1))
      .when(fail(1, false))
      .yields(failed(1, 0, away, false), abandoned(1))
  })

  test('as the last of those it may have leaves a dead letter', () => {
    given(requested, attempted(1), failed(1), attempted(2), failed(2), attempted(3))
      .when(fail(3))
      .yields(failed(3, 0), abandoned(3))
  })

  test('is told once, and not by a worker whose attempt it no longer is', () => {
    given(requested, attempted(1), failed(1)).when(fail(1)).yields()
    given(requested, attempted(1), failed(1), attempted(2)).when(fail(1)).yields()
    given(requested, attempted(1), succeeded(1)).when(fail(1)).yields()
  })
})

describe('an attempt that was interrupted', () => {
  const lost = { code: 'EFFECT_INTERRUPTED', detail: '' }
  const next = later.now + 1_000

  test('is left alone until its time is over', () => {
    given(requested, attempted(1))
      .when(interrupt(1, false), { ...context, now: later.now - 1 })
      .yields()
    given(requested, attempted(1))
      .when(interrupt(1, false), later)
      .yields(failed(1, next, lost))
  })

  test('is made again when nothing was handed over, or when the gateway does the same key once', () => {
    given(requested, attempted(1), handedOver(1))
      .when(interrupt(1, false), later)
      .yields(unknown(1))
    given(requested, attempted(1), handedOver(1))
      .when(interrupt(1, true), later)
      .yields(failed(1, next, lost))
  })

  test('again and again leaves a dead letter', () => {
    given(requested, attempted(1), failed(1), attempted(2), failed(2), attempted(3))
      .when(interrupt(3, true), later)
      .yields(failed(3, 0, lost), abandoned(3, lost))
  })

  test('is not tried again by itself while its outcome is unknown', () => {
    given(requested, attempted(1), handedOver(1))
      .when({ type: 'LoseEffectOutcome', attempt: 1 })
      .yields(unknown(1))
    given(requested, attempted(1), unknown(1)).when(attempt(2)).refuses('EFFECT_TAKEN')
    // The worker was only slow, and now knows that the effect was not done.
    given(requested, attempted(1), unknown(1)).when(fail(1)).yields(failed(1))
  })
})

describe('a dead letter', () => {
  test('is retried by an administrator, with as many attempts as at first', () => {
    const dead = [
      requested,
      attempted(1),
      failed(1),
      attempted(2),
      failed(2),
      attempted(3),
      failed(3, 0),
      abandoned(3),
    ]
    given(...dead)
      .when({ type: 'RetryEffect' })
      .yields(retried)
    given(requested, attempted(1), unknown(1)).when({ type: 'RetryEffect' }).yields(retried)
    given(...dead, retried)
      .when(attempt(4))
      .yields(attempted(4))
    given(...dead, retried, attempted(4))
      .when(fail(4))
      .yields(failed(4))
  })

  test('is what can be retried, and nothing else', () => {
    given(requested).when({ type: 'RetryEffect' }).refuses('EFFECT_NOT_STOPPED')
    given(requested, attempted(1), failed(1))
      .when({ type: 'RetryEffect' })
      .refuses('EFFECT_NOT_STOPPED')
    given(requested, attempted(1), succeeded(1))
      .when({ type: 'RetryEffect' })
      .refuses('EFFECT_NOT_STOPPED')
  })

  test('that left its last step to the user is marked as done, and the mark taken back', () => {
    const prepared = [requested, attempted(1), succeeded(1)]
    const mark = (at: number) => ({ type: 'MarkEffectDone', at }) as const
    const marked: Event = { type: 'EffectMarkedDone', data: { kind, at: 7 } }
    const unmarked: Event = { type: 'EffectUnmarked', data: { kind } }
    given(...prepared)
      .when(mark(7))
      .yields(marked)
    given(...prepared, marked)
      .when(mark(7))
      .yields()
    given(...prepared, marked)
      .when(mark(8))
      .yields({ ...marked, data: { kind, at: 8 } })
    given(...prepared, marked)
      .when({ type: 'UnmarkEffect' })
      .yields(unmarked)
    given(...prepared)
      .when({ type: 'UnmarkEffect' })
      .yields()
    const elsewhere: Event = {
      type: 'EffectSucceeded',
      data: { kind, attempt: 1, result: { id: 'B1' } },
    }
    given(requested, attempted(1), elsewhere).when(mark(7)).refuses('EFFECT_NOT_BY_HAND')
    given(requested).when(mark(7)).refuses('EFFECT_NOT_BY_HAND')
  })

  test('keeps what is needed to do it', () => {
    expect(given(requested, attempted(1), failed(1, 0, away, false), abandoned(1)).state()).toEqual(
      {
        status: 'abandoned',
        payload: { to: 'anna' },
        attempts: 1,
        failures: 1,
        reason: away,
      },
    )
  })
})
