import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import {
  EffectOutcomeUnknown,
  EffectRefused,
  EffectUnavailable,
} from '#commands/kernel/effect-failures.ts'
import type { EffectGateway } from '#commands/kernel/effect-gateway.ts'
import { GatewayRests } from '#commands/kernel/gateway-line.ts'
import { effectKey } from '#commands/kernel/ids.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { Effect, EffectCommand } from '#domain/operations/effect.ts'
import { type LogBook, noLogBook } from '#domain/operations/log-book.ts'
import { type UnfinishedEffect, unfinishedEffects } from '#projections/operations/effects.ts'
import { LATER, type Reactor } from './reactor.ts'

/** Effects that one process performs at once: each waits for another server. */
const AT_ONCE = 4
/** Retries of writing a known outcome; after them the attempt counts as interrupted. */
const RECORDINGS = 5
const RECORDING_PAUSE_MS = 200

/** Performs the effects of one kind. */
export type EffectPerformer = {
  readonly kind: string
  perform(
    work: Pick<UnfinishedEffect, '_id' | 'owner'>,
    meta: CommandMeta,
    signal: AbortSignal,
  ): Promise<typeof LATER | undefined>
}

const isTaken = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'EFFECT_TAKEN'

/**
 * One attempt: recorded, made, its outcome recorded. Only the worker that recorded the attempt
 * makes it. Each attempt's command has a new id. With one id, two workers would both hold the
 * attempt.
 */
export function effectPerformer<P, R>(
  gateway: EffectGateway<P, R>,
  {
    handler,
    log,
    book = noLogBook,
    pauseMs = RECORDING_PAUSE_MS,
  }: {
    readonly handler: CommandHandler
    readonly log: Log
    readonly book?: Pick<LogBook, 'write'>
    readonly pauseMs?: number
  },
): EffectPerformer {
  const { effect, line, repeatable, says } = gateway
  const { kind, decider } = effect

  /** Sends a command until it is written, and logs the attempt's outcome. */
  async function record(
    id: string,
    command: EffectCommand<P, R>,
    meta: CommandMeta,
    since: number,
  ): Promise<void> {
    const commandId = randomUUID()
    for (let tried = 1; ; tried++) {
      try {
        const { events } = await handler.run(decider, id, command, { ...meta, commandId })
        const types = new Set(events.map(({ type }) => type))
        // data of that event type
        const failure = events.find(({ type }) => type === 'EffectFailed')?.data as
          | { reason?: object }
          | undefined
        const more = {
          details: {
            ...('attempt' in command && { attempt: command.attempt }),
            ...failure?.reason,
          },
          durationMs: Math.round(performance.now() - since),
          ...(meta.correlationId !== undefined && { correlationId: meta.correlationId }),
        }
        if (types.has('EffectSucceeded')) book.write(says.done(more))
        else if (types.has('EffectOutcomeUnknown')) book.write(says.unknown(more))
        else if (types.has('EffectAbandoned')) book.write(says.abandoned(more))
        else if (types.has('EffectFailed')) book.write(says.failed(more))
        return
      } catch (error) {
        if (error instanceof Refusal || tried === RECORDINGS) throw error
        await pause(pauseMs * 2 ** (tried - 1))
      }
    }
  }

  /**
   * Makes the recorded attempt. @returns the command for its outcome; null when another worker has
   * taken the effect
   */
  async function outcomeOf(
    id: string,
    { payload, attempts }: Extract<Effect<P, R>, { status: 'waiting' }>,
    requestedAt: number,
    meta: CommandMeta,
    signal: AbortSignal,
  ): Promise<EffectCommand<P, R> | null> {
    const attempt = attempts + 1
    let handedOver = false
    const handOver = async () => {
      await handler.run(
        decider,
        id,
        { type: 'HandOverEffect', attempt },
        { ...meta, commandId: randomUUID() },
      )
      handedOver = true
    }
    const failed = (code: string, detail: string, retryable: boolean) =>
      ({ type: 'FailEffect', attempt, reason: { code, detail }, retryable }) as const
    try {
      const valid = effect.Payload.parse(payload)
      const result = await line.run(
        (inTime) =>
          gateway.perform(valid, {
            owner: meta.owner,
            key: effectKey(kind, id),
            requestedAt,
            signal: inTime,
            handOver,
          }),
        signal,
      )
      return { type: 'SucceedEffect', attempt, result }
    } catch (error) {
      if (isTaken(error)) return null
      if (error instanceof EffectRefused)
        return failed(error.reason.code, error.reason.detail, false)
      if (error instanceof EffectUnavailable)
        return failed(error.reason.code, error.reason.detail, true)
      if (error instanceof GatewayRests) return failed('EFFECT_FAILED', 'rests', true)
      if (!repeatable && (handedOver || error instanceof EffectOutcomeUnknown))
        return { type: 'LoseEffectOutcome', attempt }
      if (!(error instanceof EffectOutcomeUnknown) && !signal.aborted)
        log.error(
          { err: error, kind, effect: id, attempt },
          'An effect failed in a way that its gateway does not know',
        )
      return failed('EFFECT_FAILED', '', true)
    }
  }

  return {
    kind,
    async perform({ _id: id, owner }, meta, signal) {
      const since = performance.now()
      const loaded = await handler.load(decider, id, owner)
      const state = loaded?.state ?? { status: 'none' as const }
      // The worker has not reported, and its time is over.
      if (state.status === 'attempting')
        await record(
          id,
          { type: 'InterruptEffect', attempt: state.attempts, repeatable },
          meta,
          since,
        )
      if (state.status !== 'waiting') return undefined
      if (line.rests()) return LATER
      const attempt = state.attempts + 1
      try {
        await handler.run(
          decider,
          id,
          { type: 'AttemptEffect', attempt },
          { ...meta, commandId: randomUUID() },
        )
      } catch (error) {
        if (isTaken(error)) return undefined
        throw error
      }
      const requestedAt = loaded?.events[0]?.meta.occurredAt ?? 0
      const outcome = await outcomeOf(id, state, requestedAt, meta, signal)
      if (outcome !== null) await record(id, outcome, meta, since)
      return undefined
    },
  }
}

/** Performs due effects of every kind; owners take turns. */
export function performEffects(performers: readonly EffectPerformer[]): Reactor<UnfinishedEffect> {
  const byKind = new Map(performers.map((performer) => [performer.kind, performer]))
  return {
    projection: unfinishedEffects,
    atOnce: AT_ONCE,
    async perform(work, meta, signal) {
      const performer = byKind.get(work.kind)
      if (!performer) throw new Error(`Nothing does effects of the kind ${work.kind}`)
      return performer.perform(work, meta, signal)
    },
  }
}
