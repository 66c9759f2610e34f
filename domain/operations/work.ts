import type { Decider } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'

export type WorkCommand =
  | { readonly type: 'TellWorkFails' }
  | { readonly type: 'TellWorkRuns' }
  | { readonly type: 'RequestWorkRetry' }

/** Stored for good: add fields, never rename or remove. */
export type WorkEvent =
  | { readonly type: 'WorkFailed'; readonly data: Record<never, never> }
  | { readonly type: 'WorkRecovered'; readonly data: Record<never, never> }
  | { readonly type: 'WorkRetryRequested'; readonly data: Record<never, never> }

export type WorkState = { readonly fails: boolean }

/**
 * Whether work of a list fails, as facts. Another process than the failing one may answer an
 * administrator. The stream has the list's name. Only changes are written, not each attempt.
 */
export const workDecider: Decider<WorkCommand, WorkEvent, WorkState> = {
  category: 'work',
  initial: { fails: false },
  decide({ type }, { fails }) {
    switch (type) {
      case 'TellWorkFails':
        return fails ? [] : [{ type: 'WorkFailed', data: {} }]
      case 'TellWorkRuns':
        return fails ? [{ type: 'WorkRecovered', data: {} }] : []
      case 'RequestWorkRetry':
        return fails ? [{ type: 'WorkRetryRequested', data: {} }] : []
      default:
        return unreachable(type)
    }
  },
  evolve: (state, { type }) =>
    type === 'WorkRetryRequested' ? state : { fails: type === 'WorkFailed' },
}
