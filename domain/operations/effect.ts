import type { z } from 'zod'
import { type Backoff, waitAfter } from '#domain/kernel/backoff.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import { eventGroups } from '#domain/kernel/event-groups.ts'
import { type Forgettable, ofOwner, personal } from '#domain/kernel/personal.ts'

/**
 * Reason of a failed attempt: a code of a catalogue, and a detail such as a status, never a text.
 */
export type EffectReason = { readonly code: string; readonly detail: string }

/** Number and time of an effect's attempts. */
export type EffectPolicy = {
  /**
   * Attempts until the effect is a dead letter. When an administrator retries it, it has as many
   * again.
   */
  readonly mostAttempts: number
  readonly backoff: Backoff
  /** An attempt without an outcome after this long was interrupted. @unit milliseconds */
  readonly attemptMs: number
}

/** `attempt` counts from 1, over the whole life of the effect. */
export type EffectCommand<P, R> =
  | { readonly type: 'RequestEffect'; readonly payload: P }
  /** Sample data: the effect is requested and done in one step, so that no worker finds it due. */
  | { readonly type: 'TellEffect'; readonly payload: P; readonly result: R }
  | { readonly type: 'AttemptEffect'; readonly attempt: number }
  | { readonly type: 'HandOverEffect'; readonly attempt: number }
  | { readonly type: 'SucceedEffect'; readonly attempt: number; readonly result: R }
  | {
      readonly type: 'FailEffect'
      readonly attempt: number
      readonly reason: EffectReason
      readonly retryable: boolean
    }
  | { readonly type: 'LoseEffectOutcome'; readonly attempt: number }
  /**
   * An attempt whose worker died or fell silent. `repeatable`: the gateway performs the same key
   * once, however often it is called.
   */
  | { readonly type: 'InterruptEffect'; readonly attempt: number; readonly repeatable: boolean }
  | { readonly type: 'RetryEffect' }
  /** The user has done by hand what the effect prepared. @unit at: epoch milliseconds */
  | { readonly type: 'MarkEffectDone'; readonly at: number }
  | { readonly type: 'UnmarkEffect' }

type Of<D> = { readonly kind: string } & D

/**
 * Stored for good. Each names its kind, so that a read model of one kind needs no other event.
 * @unit at, until, nextAt: epoch milliseconds
 */
export type EffectEvent<P = unknown, R = unknown> =
  | { readonly type: 'EffectRequested'; readonly data: Of<{ readonly payload: Forgettable<P> }> }
  /** Written before the effect. Until `until` no other worker tries. */
  | {
      readonly type: 'EffectAttempted'
      readonly data: Of<{ readonly attempt: number; readonly at: number; readonly until: number }>
    }
  /**
   * Written immediately before the gateway is given what cannot be taken back. From here on the
   * effect may have happened.
   */
  | { readonly type: 'EffectHandedOver'; readonly data: Of<{ readonly attempt: number }> }
  | {
      readonly type: 'EffectSucceeded'
      readonly data: Of<{ readonly attempt: number; readonly result: R }>
    }
  | {
      readonly type: 'EffectFailed'
      readonly data: Of<{
        readonly attempt: number
        readonly reason: EffectReason
        readonly retryable: boolean
        /** 0 when there is no automatic retry. */
        readonly nextAt: number
      }>
    }
  | {
      readonly type: 'EffectAbandoned'
      readonly data: Of<{ readonly attempts: number; readonly reason: EffectReason }>
    }
  | { readonly type: 'EffectOutcomeUnknown'; readonly data: Of<{ readonly attempt: number }> }
  | { readonly type: 'EffectRetried'; readonly data: Of<object> }
  | { readonly type: 'EffectMarkedDone'; readonly data: Of<{ readonly at: number }> }
  | { readonly type: 'EffectUnmarked'; readonly data: Of<object> }

export const effectEvents = eventGroups<EffectEvent>()({
  request: ['EffectRequested'],
  attempts: ['EffectAttempted', 'EffectHandedOver', 'EffectFailed'],
  outcomes: ['EffectSucceeded', 'EffectAbandoned', 'EffectOutcomeUnknown', 'EffectRetried'],
  marks: ['EffectMarkedDone', 'EffectUnmarked'],
})

/** Effects name people: a mail's recipients, and its text. */
export const effectPersonal = personal<EffectEvent>(ofOwner, {
  EffectRequested: { payload: null },
  // A mail server's answer repeats the address.
  EffectFailed: { 'reason.detail': '' },
  EffectAbandoned: { 'reason.detail': '' },
})

/** `attempts`: all attempts. `failures`: those that failed since the request or the last retry. */
type Counted<P> = {
  readonly payload: Forgettable<P>
  readonly attempts: number
  readonly failures: number
}

/** The state of an effect. */
export type Effect<P = unknown, R = unknown> =
  | { readonly status: 'none' }
  | ({ readonly status: 'waiting'; readonly dueAt: number } & Counted<P>)
  | ({
      readonly status: 'attempting'
      readonly until: number
      readonly handedOver: boolean
    } & Counted<P>)
  /** `doneAt`: when the user did by hand what was prepared; 0 before. */
  | ({ readonly status: 'succeeded'; readonly result: R; readonly doneAt: number } & Counted<P>)
  /** A dead letter: waits for an administrator. */
  | ({ readonly status: 'abandoned'; readonly reason: EffectReason } & Counted<P>)
  /** The effect may have happened, and a retry could repeat it: an administrator decides. */
  | ({ readonly status: 'unknown' } & Counted<P>)

const effectRefusal = catalogue({
  /** Another worker makes or has made this attempt. */
  EFFECT_TAKEN: 'conflict',
  EFFECT_NOT_STOPPED: 'conflict',
  /** Nothing was prepared for the user to do. */
  EFFECT_NOT_BY_HAND: 'conflict',
})

/** Reasons that every kind shares. Their sentences are beside those of the refusals. */
catalogue({
  EFFECT_INTERRUPTED: 'unavailable',
  EFFECT_FAILED: 'outside',
  EFFECT_OUTCOME_UNKNOWN: 'outside',
  /** The person of the effect was forgotten before it was made. */
  EFFECT_FORGOTTEN: 'missing',
})

/** Whether the effect's last attempt is the named one, and its worker has not reported yet. */
const isUnderWay = <P, R>(
  effect: Effect<P, R>,
  { attempt }: { readonly attempt: number },
): effect is Extract<Effect<P, R>, { status: 'attempting' }> =>
  effect.status === 'attempting' && attempt === effect.attempts

/** Whether the named attempt is the last one, and its outcome is not known. */
const isUnknown = <P, R>(effect: Effect<P, R>, { attempt }: { readonly attempt: number }) =>
  effect.status === 'unknown' && attempt === effect.attempts

/** Whether an administrator decides what becomes of it. */
const isStopped = ({ status }: Effect): boolean => status === 'abandoned' || status === 'unknown'

export type EffectDefinition<P, R> = {
  readonly kind: string
  /** Input of the gateway. Large bytes are documents, named here by their SHA-256. */
  readonly Payload: z.ZodType<P>
  readonly policy: EffectPolicy
  readonly decider: Decider<EffectCommand<P, R>, EffectEvent<P, R>, Effect<P, R>>
}

/**
 * An effect outside the house: a mail, a payment, a call that costs. Each is a stream of its own.
 *
 * An attempt is recorded before it is made, and only its recorder makes it. Two workers cannot
 * record the same attempt. The last step that cannot be taken back is recorded too
 * (`EffectHandedOver`). An attempt that a crash interrupted before this step is made again. After
 * the step it is made again only if the gateway is `repeatable`.
 */
export function defineEffect<P, R>(
  kind: string,
  {
    Payload,
    policy,
    isByHand = () => false,
  }: {
    readonly Payload: z.ZodType<P>
    readonly policy: EffectPolicy
    /** Whether the last step is left to the user. */
    readonly isByHand?: (result: R) => boolean
  },
): EffectDefinition<P, R> {
  type State = Effect<P, R>
  type Event = EffectEvent<P, R>

  function failed(
    effect: Counted<P>,
    attempt: number,
    reason: EffectReason,
    retryable: boolean,
    now: number,
  ): readonly Event[] {
    const failures = effect.failures + 1
    const again = retryable && failures < policy.mostAttempts
    const nextAt = again ? now + waitAfter(failures, policy.backoff) : 0
    const failure: Event = {
      type: 'EffectFailed',
      data: { kind, attempt, reason, retryable, nextAt },
    }
    return again
      ? [failure]
      : [failure, { type: 'EffectAbandoned', data: { kind, attempts: effect.attempts, reason } }]
  }

  const requested = (payload: P): Event => ({ type: 'EffectRequested', data: { kind, payload } })
  const attempted = (attempt: number, now: number): Event => ({
    type: 'EffectAttempted',
    data: { kind, attempt, at: now, until: now + policy.attemptMs },
  })
  const succeeded = (attempt: number, result: R): Event => ({
    type: 'EffectSucceeded',
    data: { kind, attempt, result },
  })
  const told = (
    { payload, result }: Extract<EffectCommand<P, R>, { type: 'TellEffect' }>,
    effect: State,
    now: number,
  ): readonly Event[] =>
    effect.status === 'none' ? [requested(payload), attempted(1, now), succeeded(1, result)] : []
  const outcomeUnknown = (attempt: number): Event => ({
    type: 'EffectOutcomeUnknown',
    data: { kind, attempt },
  })

  function interrupted(
    effect: Extract<State, { status: 'attempting' }>,
    { attempt, repeatable }: { readonly attempt: number; readonly repeatable: boolean },
    now: number,
  ): readonly Event[] {
    if (now < effect.until) return []
    if (effect.handedOver && !repeatable) return [outcomeUnknown(attempt)]
    return failed(effect, attempt, { code: 'EFFECT_INTERRUPTED', detail: '' }, true, now)
  }

  const unmarked = (effect: State): readonly Event[] =>
    effect.status === 'succeeded' && effect.doneAt > 0
      ? [{ type: 'EffectUnmarked', data: { kind } }]
      : []
  function marked(effect: State, at: number): readonly Event[] {
    if (effect.status !== 'succeeded' || !isByHand(effect.result))
      throw effectRefusal('EFFECT_NOT_BY_HAND')
    return effect.doneAt === at ? [] : [{ type: 'EffectMarkedDone', data: { kind, at } }]
  }

  return {
    kind,
    Payload,
    policy,
    decider: {
      category: 'effect',
      initial: { status: 'none' },
      decide(command, effect, { now }) {
        if (command.type === 'RequestEffect') {
          if (effect.status !== 'none') throw refusal('ID_ALREADY_USED')
          return [requested(command.payload)]
        }
        if (command.type === 'TellEffect') return told(command, effect, now)
        if (effect.status === 'none') throw refusal('NOT_FOUND')
        switch (command.type) {
          case 'AttemptEffect':
            if (effect.status !== 'waiting' || command.attempt !== effect.attempts + 1)
              throw effectRefusal('EFFECT_TAKEN')
            return [attempted(command.attempt, now)]
          case 'HandOverEffect':
            if (!isUnderWay(effect, command) || effect.handedOver)
              throw effectRefusal('EFFECT_TAKEN')
            return [{ type: 'EffectHandedOver', data: { kind, attempt: command.attempt } }]
          case 'SucceedEffect':
            // A late success is still a success.
            if (effect.status === 'succeeded' || command.attempt > effect.attempts) return []
            return [succeeded(command.attempt, command.result)]
          case 'FailEffect':
            return isUnderWay(effect, command) || isUnknown(effect, command)
              ? failed(effect, command.attempt, command.reason, command.retryable, now)
              : []
          case 'LoseEffectOutcome':
            return isUnderWay(effect, command) ? [outcomeUnknown(command.attempt)] : []
          case 'InterruptEffect':
            return isUnderWay(effect, command) ? interrupted(effect, command, now) : []
          case 'RetryEffect':
            if (!isStopped(effect)) throw effectRefusal('EFFECT_NOT_STOPPED')
            return [{ type: 'EffectRetried', data: { kind } }]
          case 'MarkEffectDone':
            return marked(effect, command.at)
          case 'UnmarkEffect':
            return unmarked(effect)
          default:
            return unreachable(command)
        }
      },
      evolve(effect, event): State {
        if (event.type === 'EffectRequested')
          return {
            status: 'waiting',
            payload: event.data.payload,
            attempts: 0,
            failures: 0,
            dueAt: 0,
          }
        if (effect.status === 'none') return effect
        const { payload, attempts, failures } = effect
        switch (event.type) {
          case 'EffectAttempted': {
            const { attempt, until } = event.data
            return {
              status: 'attempting',
              payload,
              attempts: attempt,
              failures,
              until,
              handedOver: false,
            }
          }
          case 'EffectHandedOver':
            return effect.status === 'attempting' ? { ...effect, handedOver: true } : effect
          case 'EffectSucceeded':
            return {
              status: 'succeeded',
              payload,
              attempts,
              failures,
              result: event.data.result,
              doneAt: 0,
            }
          case 'EffectFailed':
            return {
              status: 'waiting',
              payload,
              attempts,
              failures: failures + 1,
              dueAt: event.data.nextAt,
            }
          case 'EffectAbandoned':
            return { status: 'abandoned', payload, attempts, failures, reason: event.data.reason }
          case 'EffectOutcomeUnknown':
            return { status: 'unknown', payload, attempts, failures }
          case 'EffectRetried':
            return { status: 'waiting', payload, attempts, failures: 0, dueAt: 0 }
          case 'EffectMarkedDone':
            return effect.status === 'succeeded' ? { ...effect, doneAt: event.data.at } : effect
          case 'EffectUnmarked':
            return effect.status === 'succeeded' ? { ...effect, doneAt: 0 } : effect
          default:
            return unreachable(event)
        }
      },
    },
  }
}
