import type { Decider } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import type { DayOrNone } from '#domain/kernel/time.ts'

/** Stream category of forgotten persons. These streams hold no data that names them. */
export const FORGETTING = 'forgetting'

/** Scope of a person's erasure, fixed before it starts. */
export type ForgettingPlan = {
  readonly keys: readonly string[]
  /** Documents that no other person's data names. */
  readonly documents: readonly string[]
  /** Keys of mails that were composed for the person. */
  readonly mails: readonly string[]
  /** Papers of issued bills and accepted quotes, which stay until the law lets them go. */
  readonly papers: readonly string[]
  /** First day on which the papers may be erased; empty when there are none. */
  readonly keptUntil: DayOrNone
}

export type ForgettingCommand =
  | { readonly type: 'StartForgetting'; readonly plan: ForgettingPlan }
  | { readonly type: 'FinishForgetting' }
  | { readonly type: 'EndLegalTerm' }

/** Stored for good, and without any personal data. */
export type ForgettingEvent =
  | { readonly type: 'ForgettingStarted'; readonly data: ForgettingPlan }
  | { readonly type: 'PersonForgotten'; readonly data: Pick<ForgettingPlan, 'keptUntil'> }
  | { readonly type: 'LegalTermEnded'; readonly data: Record<never, never> }

export type Forgetting =
  | { readonly status: 'none' }
  | { readonly status: 'started' | 'forgotten' | 'ended'; readonly plan: ForgettingPlan }

/**
 * One stream a person, named by the person's key. Forgetting is started once, even if it is
 * requested again.
 */
export const forgettingDecider: Decider<ForgettingCommand, ForgettingEvent, Forgetting> = {
  category: FORGETTING,
  initial: { status: 'none' },
  decide(command, state, { today }) {
    switch (command.type) {
      case 'StartForgetting':
        return state.status === 'none' ? [{ type: 'ForgettingStarted', data: command.plan }] : []
      case 'FinishForgetting':
        return state.status === 'started'
          ? [{ type: 'PersonForgotten', data: { keptUntil: state.plan.keptUntil } }]
          : []
      case 'EndLegalTerm':
        return state.status === 'forgotten' &&
          state.plan.keptUntil !== '' &&
          state.plan.keptUntil <= today
          ? [{ type: 'LegalTermEnded', data: {} }]
          : []
      default:
        return unreachable(command)
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'ForgettingStarted':
        return { status: 'started', plan: event.data }
      case 'PersonForgotten':
        return state.status === 'none' ? state : { ...state, status: 'forgotten' }
      case 'LegalTermEnded':
        return state.status === 'none' ? state : { ...state, status: 'ended' }
      default:
        return unreachable(event)
    }
  },
}

/**
 * Years that the books and their papers are kept, from the end of the fiscal year. @source
 * Commercial code, article L123-22
 */
const KEPT_YEARS = 10

/**
 * The first day on which nothing of a fiscal year has to be kept. Fiscal years are assumed to be
 * calendar years.
 */
export const keptUntilOf = (year: number): string => `${year + KEPT_YEARS + 1}-01-01`
