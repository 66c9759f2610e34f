import type { Decider, DomainEvent } from './decider.ts'
import type { PermissionGroup } from './permissions.ts'

/**
 * What has a history the user can read: its decider folds it, `view` shows a state in the wire's words (null: nothing there),
 * so that a change reads `field: from → to` and any past state can be shown.
 */
export type Entity<C = never, E extends DomainEvent = DomainEvent, S = unknown> = {
  readonly name: string
  readonly decider: Decider<C, E, S>
  readonly permission: PermissionGroup
  view(state: S): Readonly<Record<string, unknown>> | null
}
