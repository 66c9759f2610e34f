import { type EffectEvent, effectEvents, type EffectReason } from '#domain/operations/effect.ts'
import { ignored } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'
import { defineTodoList, NOT_DUE, type Todo } from '../kernel/todo-list.ts'

/**
 * Effects that have not succeeded. Some are due at `dueAt`; for a running attempt that is when it
 * counts as interrupted. Others have stopped until an administrator retries them. The row is
 * removed when the effect succeeds.
 *
 * @unit requestedAt, stoppedAt: epoch milliseconds
 */
export type UnfinishedEffect = Todo & {
  readonly kind: string
  readonly status: 'pending' | 'abandoned' | 'unknown'
  readonly attempts: number
  /** Null until an attempt has failed. */
  readonly reason: EffectReason | null
  readonly requestedAt: number
  readonly requestedBy: string
  /** 0 until it has stopped. */
  readonly stoppedAt: number
}

export const unfinishedEffects = defineTodoList<EffectEvent, UnfinishedEffect>({
  name: 'unfinished-effects',
  version: 1,
  on: {
    EffectRequested: (_, { data, meta }) => ({
      dueAt: meta.occurredAt,
      kind: data.kind,
      status: 'pending',
      attempts: 0,
      reason: null,
      requestedAt: meta.occurredAt,
      requestedBy: meta.actor.name ?? meta.actor.id,
      stoppedAt: 0,
    }),
    EffectAttempted: (row, { data }) =>
      row && { ...row, dueAt: data.until, attempts: data.attempt },
    EffectHandedOver: (row) => row,
    EffectSucceeded: () => null,
    EffectFailed: (row, { data: { nextAt, reason } }) =>
      row && { ...row, dueAt: nextAt || NOT_DUE, status: 'pending', reason, stoppedAt: 0 },
    EffectAbandoned: (row, { data: { reason }, meta }) =>
      row && { ...row, dueAt: NOT_DUE, status: 'abandoned', reason, stoppedAt: meta.occurredAt },
    EffectOutcomeUnknown: (row, { meta }) =>
      row && {
        ...row,
        dueAt: NOT_DUE,
        status: 'unknown',
        reason: { code: 'EFFECT_OUTCOME_UNKNOWN', detail: '' },
        stoppedAt: meta.occurredAt,
      },
    EffectRetried: (row, { meta }) =>
      row && { ...row, dueAt: meta.occurredAt, status: 'pending', stoppedAt: 0 },
    ...ignored(...effectEvents.marks),
  },
})

/** Stopped effects of every user, the last stopped first. */
export async function stoppedEffects(
  effects: ReadModel<UnfinishedEffect>,
  limit: number,
): Promise<readonly UnfinishedEffect[]> {
  const { items } = await effects.find({
    filter: { where: { dueAt: NOT_DUE } },
    sort: [['stoppedAt', -1]],
    limit,
  })
  return items
}
