import type { Decider, DomainEvent } from './decider.ts'
import type { PermissionGroup } from './permissions.ts'
import type { UsedBy } from './used-by.ts'

/**
 * What has a history the user can read: its decider folds it, `view` shows a state in the wire's words (null: nothing there),
 * so that a change reads `field: from → to` and any past state can be shown.
 */
export type Entity<C = never, E extends DomainEvent = DomainEvent, S = unknown> = {
  readonly name: string
  readonly decider: Decider<C, E, S>
  readonly permission: PermissionGroup
  /** What may use one, and keeps it from being removed. */
  readonly usedBy?: readonly UsedBy[]
  view(state: S): Readonly<Record<string, unknown>> | null
}
