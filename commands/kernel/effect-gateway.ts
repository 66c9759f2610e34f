import type { LogLine } from '#domain/operations/log-book.ts'
import type { EffectDefinition } from '#domain/operations/effect.ts'
import type { GatewayLine } from './gateway-line.ts'

export type EffectCall = {
  readonly owner: string
  /** Derived from the effect's id: the same at every attempt. */
  readonly key: string
  /** @unit epoch milliseconds */
  readonly requestedAt: number
  readonly signal: AbortSignal
  /**
   * Records that from here on the effect may have happened. Called once, immediately before what
   * cannot be taken back.
   *
   * @throws EFFECT_TAKEN when another worker has taken this effect: the gateway must then not
   * perform it
   */
  readonly handOver: () => Promise<unknown>
}

type Say = (more: Pick<LogLine, 'details' | 'durationMs' | 'correlationId'>) => LogLine

/** Performs the effects of one kind. */
export type EffectGateway<P, R> = {
  readonly effect: EffectDefinition<P, R>
  readonly line: GatewayLine
  /** Whether it performs the same key once, however often it is called. */
  readonly repeatable: boolean
  /** @throws EffectRefused · EffectUnavailable · EffectOutcomeUnknown */
  perform(payload: P, call: EffectCall): Promise<R>
  /** Lines of the technical log for the outcomes of an attempt. */
  readonly says: Readonly<Record<'done' | 'failed' | 'abandoned' | 'unknown', Say>>
}
