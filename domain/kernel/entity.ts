import type { Decider, DomainEvent } from './decider.ts'
import type { FieldKind } from './field.ts'
import { grants, type PermissionGroup, permissionFor } from './permissions.ts'
import type { UsedBy } from './used-by.ts'

/** Owner of the streams that belong to the product: roles, and records of scope `shared`. No user has this id. */
export const SHARED = 'system'

/**
 * What has a history the user can read: its decider folds it, `view` shows a state in the wire's words (null: nothing there),
 * so that a change reads `field: from → to` and any past state can be shown.
 */
export type Entity<C = never, E extends DomainEvent = DomainEvent, S = unknown> = {
  readonly name: string
  readonly decider: Decider<C, E, S>
  /** The group whose `menu` opens the history. */
  readonly permission: PermissionGroup | 'signed-in'
  /** What may use one, and keeps it from being removed. */
  readonly usedBy?: readonly UsedBy[]
  /**
   * How the values of `view` are read, by their path: `totalHT`, `address.country`, and `lines.unitPrice` for each entry of a list.
   * What is not named is text, a plain number or a yes or no, as it comes.
   */
  readonly shows: Readonly<Record<string, FieldKind>>
  /** The field of `view` that holds the currency of its amounts; euros without. */
  readonly currency?: string
  /** The entities that references in `view` name, by the reference's path. */
  readonly refers?: Readonly<Record<string, string>>
  /** Set where the streams are the product's own (`SHARED`): who is told as they change. */
  readonly shared?: 'everyone' | 'permitted'
  view(state: S): Readonly<Record<string, unknown>> | null
}

/** Whether these permissions open what is told of an entity. */
export const mayRead = (
  permissions: ReadonlySet<string>,
  { permission }: { readonly permission: PermissionGroup | 'signed-in' },
): boolean => permission === 'signed-in' || grants(permissions, permissionFor(permission, 'menu'))
