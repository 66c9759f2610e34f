import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import { EFFECT_EVENTS, type EffectEvent, type EffectReason } from '#domain/operations/effect.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'

/** Nothing to do until an administrator says so. */
const NOT_DUE = 253_402_300_799_999

/**
 * Effects that have not succeeded: those to be tried at `dueAt` (which for one under way is when its attempt counts as
 * interrupted), and those that stopped. The row goes when the effect has succeeded. @unit dueAt, stoppedAt: epoch milliseconds
 */
export type UnfinishedEffect = Doc & {
  readonly dueAt: number
  readonly cause: string
  readonly correlationId: string
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

export const unfinishedEffects: Projection<UnfinishedEffect> = {
  name: 'unfinished-effects',
  version: 1,
  handles: EFFECT_EVENTS,
  keyOf: (event) => idOf(event.stream),
  evolve(doc, recorded, key) {
    const event = recorded as RecordedEvent & EffectEvent // `handles` admits no other
    const { id: cause, meta } = event
    const before: UnfinishedEffect = doc ?? {
      _id: key,
      owner: meta.owner,
      dueAt: NOT_DUE,
      cause,
      correlationId: meta.correlationId,
      kind: event.data.kind,
      status: 'pending',
      attempts: 0,
      reason: null,
      requestedAt: meta.occurredAt,
      requestedBy: meta.actor.name ?? meta.actor.id,
      stoppedAt: 0,
    }
    const due = (dueAt: number): UnfinishedEffect => ({ ...before, status: 'pending', stoppedAt: 0, cause, dueAt })
    const stopped = (status: 'abandoned' | 'unknown', reason: EffectReason): UnfinishedEffect => ({
      ...before,
      status,
      reason,
      cause,
      dueAt: NOT_DUE,
      stoppedAt: meta.occurredAt,
    })
    switch (event.type) {
      case 'EffectRequested':
      case 'EffectRetried':
        return due(meta.occurredAt)
      case 'EffectAttempted':
        return { ...due(event.data.until), attempts: event.data.attempt }
      case 'EffectHandedOver':
        return before
      case 'EffectFailed':
        return { ...due(event.data.nextAt || NOT_DUE), reason: event.data.reason }
      case 'EffectAbandoned':
        return stopped('abandoned', event.data.reason)
      case 'EffectOutcomeUnknown':
        return stopped('unknown', { code: 'EFFECT_OUTCOME_UNKNOWN', detail: '' })
      case 'EffectSucceeded':
        return null
      default:
        return unreachable(event)
    }
  },
  indexes: [{ fields: ['dueAt'] }, { fields: ['stoppedAt'] }],
}

/** Dead letters of every user, the last stopped first. */
export async function stoppedEffects(readModels: ReadModels, limit: number): Promise<readonly UnfinishedEffect[]> {
  const found = await (await readModels.of(unfinishedEffects)).find({
    filter: { where: { stoppedAt: { $gt: 0 } } },
    sort: [['stoppedAt', -1]],
    limit,
  })
  return found.items
}

export const unfinishedEffect = async (readModels: ReadModels, id: string): Promise<UnfinishedEffect | null> =>
  (await readModels.of(unfinishedEffects)).get(id)
