import type { CAUSES } from './causes.values.ts'
import type { Day } from './time.ts'

/**
 * Actor. `process` is a reactor or a timer, `system` the product itself (its first start, a job).
 */
export type Actor = {
  readonly kind: 'user' | 'system' | 'process'
  readonly id: string
  readonly name?: string
}

/** Whether a stranger acts: a visitor of a public page. */
export const isPublic = ({ kind, id }: Actor): boolean => kind === 'system' && id === 'public'

/** Why a change happened, beyond who made it; shown in the history. */
export type Cause = (typeof CAUSES)[number]

/**
 * All that a decision may know besides command and state. It is fixed before deciding, so that a
 * retry decides alike.
 */
export type DecisionContext = {
  /** @unit epoch milliseconds */
  readonly now: number
  /** The day it is where the owner lives. */
  readonly today: Day
  readonly actor: Actor
}

export type DomainEvent = { readonly type: string; readonly data: unknown }

/**
 * One aggregate: its commands, its events, its state. Pure.
 *
 * `decide` returns the new events in order (none when there is nothing to do) or throws a
 * `Refusal`.
 */
export type Decider<C, E extends DomainEvent, S> = {
  /** The stream is `<category>-<id>`; a category holds no hyphen. */
  readonly category: string
  readonly initial: S
  decide(command: C, state: S, context: DecisionContext): readonly E[]
  evolve(state: S, event: E): S
}

export const fold = <C, E extends DomainEvent, S>(
  decider: Decider<C, E, S>,
  events: Iterable<E>,
): S => {
  let state = decider.initial
  for (const event of events) state = decider.evolve(state, event)
  return state
}
