import type { Decider, DomainEvent } from '../decider.ts'
import type { FieldKind } from './field.ts'
import { grants, type PermissionGroup, permissionFor } from '../permissions.ts'
import type { UsedBy } from './used-by.ts'

/**
 * Owner of the streams that belong to the product: roles, and records of scope `shared`. No user
 * has this id.
 */
export const SHARED = 'system'

/**
 * An entity with a history that the user can read. Its decider folds the events. `view` shows a
 * state in the wire's words; null means that there is none. Changes then read `field: from → to`,
 * and any past state can be shown.
 */
export type Entity<C = never, E extends DomainEvent = DomainEvent, S = unknown> = {
  readonly name: string
  readonly decider: Decider<C, E, S>
  /** The group whose `menu` opens the history. */
  readonly permission: PermissionGroup | 'signed-in'
  /** Entities that may use this one, and then keep it from being removed. */
  readonly usedBy?: readonly UsedBy[]
  /**
   * The kind of each value of `view`, by its path: `totalHT`, `address.country`, and
   * `lines.unitPrice` for each entry of a list. A path that is not named is shown as it comes:
   * text, a plain number, or yes or no.
   */
  readonly shows: Readonly<Record<string, FieldKind>>
  /** The field of `view` that holds the currency of its amounts; euros without. */
  readonly currency?: string
  /** The entities that references in `view` name, by the reference's path. */
  readonly refers?: Readonly<Record<string, string>>
  /**
   * Set where the streams belong to the product (`SHARED`): which users are told of their changes.
   */
  readonly shared?: 'everyone' | 'permitted'
  /** Events that only edit. Several of one user within a minute are shown as one. */
  readonly edits?: readonly E['type'][]
  /** Events of steps that a user does not know of; a history folds them. */
  readonly internal?: readonly E['type'][]
  /**
   * Fields that a history leaves out: ids whose names stand beside them, and figures that follow
   * from others.
   */
  readonly untold?: readonly string[]
  /** The event after which a stream has no state, though its history stays readable. */
  readonly removed?: E['type']
  view(state: S): Readonly<Record<string, unknown>> | null
  /** The record's name in a state that `view` gave; empty when it has none. */
  title(view: Readonly<Record<string, unknown>>): string
}

/** The first of these fields of a state that holds a text. */
export const firstText = (
  view: Readonly<Record<string, unknown>>,
  ...fields: readonly string[]
): string =>
  fields
    .map((field) => view[field])
    .find((value): value is string => typeof value === 'string' && value !== '') ?? ''

/** Whether these permissions open an entity's history. */
export const mayRead = (
  permissions: ReadonlySet<string>,
  { permission }: { readonly permission: PermissionGroup | 'signed-in' },
): boolean => permission === 'signed-in' || grants(permissions, permissionFor(permission, 'menu'))
