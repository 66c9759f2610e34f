import { describe, test } from 'vitest'
import type { EffectEvent } from '#domain/operations/effect.ts'
import { NOT_DUE } from '#projections/kernel/todo-list.ts'
import { unfinishedEffects } from '#projections/operations/effects.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const kind = 'letter'
const reason = { code: 'AWAY', detail: '421' }
const requested: EffectEvent = { type: 'EffectRequested', data: { kind, payload: {} } }
const attempted: EffectEvent = {
  type: 'EffectAttempted',
  data: { kind, attempt: 1, at: 1_000, until: 61_000 },
}
const handedOver: EffectEvent = { type: 'EffectHandedOver', data: { kind, attempt: 1 } }
const failed: EffectEvent = {
  type: 'EffectFailed',
  data: { kind, attempt: 1, reason, retryable: true, nextAt: 9_000 },
}
const abandoned: EffectEvent = { type: 'EffectAbandoned', data: { kind, attempts: 1, reason } }
const unknown: EffectEvent = { type: 'EffectOutcomeUnknown', data: { kind, attempt: 1 } }
const succeeded: EffectEvent = { type: 'EffectSucceeded', data: { kind, attempt: 1, result: {} } }
const retried: EffectEvent = { type: 'EffectRetried', data: { kind } }
const given = (...events: readonly EffectEvent[]) =>
  spec(unfinishedEffects)(
    ...events.map(({ type, data }) => recorded('effect-a', type, data, { occurredAt: 2_000 })),
  )

describe('an effect', () => {
  test('is due at once, and while it is tried when its attempt counts as interrupted', () => {
    given(requested).gives({
      _id: 'a',
      dueAt: 2_000,
      kind,
      status: 'pending',
      requestedBy: 'Anna Exemple',
    })
    given(requested, attempted).gives({ _id: 'a', dueAt: 61_000, attempts: 1 })
    given(requested, attempted, handedOver).gives({
      _id: 'a',
      dueAt: 61_000,
      cause: 'event-effect-a-1',
    })
  })
  test('that failed is due when it is tried again', () =>
    given(requested, attempted, failed).gives({ _id: 'a', dueAt: 9_000, reason, stoppedAt: 0 }))
  test('that stopped stays to be seen and is not due, until it is retried', () => {
    given(requested, attempted, failed, abandoned).gives({
      _id: 'a',
      dueAt: NOT_DUE,
      status: 'abandoned',
      reason,
      stoppedAt: 2_000,
    })
    given(requested, attempted, unknown).gives({
      _id: 'a',
      dueAt: NOT_DUE,
      status: 'unknown',
      reason: { code: 'EFFECT_OUTCOME_UNKNOWN' },
    })
    given(requested, attempted, unknown, retried).gives({
      _id: 'a',
      dueAt: 2_000,
      status: 'pending',
      stoppedAt: 0,
    })
  })
  test('that succeeded is gone', () => {
    given(requested, attempted, succeeded).gives()
    given(requested, attempted, unknown, succeeded).gives()
  })
})
