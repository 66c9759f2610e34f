import type { Decider } from '#domain/kernel/decider.ts'
import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { addOnce, same } from '#domain/kernel/records/changes.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import {
  freelancerPermissions,
  type Permission,
  permissionEdition,
} from '#domain/kernel/permissions.ts'

/**
 * The two roles of the first start. Their ids are fixed, so that two processes that make them make
 * them once.
 */
export const ADMIN_ROLE = '0000000000000000000000000A'
export const FREELANCER_ROLE = '0000000000000000000000000F'

export type RoleCommand =
  | { readonly type: 'AddRole'; readonly name: string; readonly permissions: readonly Permission[] }
  | {
      readonly type: 'ChangeRole'
      readonly name?: string
      readonly permissions?: readonly Permission[]
    }
  /**
   * Gives the freelancer's role the permissions that the catalogue has gained, and takes those that
   * it has withdrawn.
   */
  | { readonly type: 'OfferPermissions' }
  | { readonly type: 'RemoveRole' }

type Content = {
  readonly name: string
  readonly permissions: readonly Permission[]
  /**
   * Edition of the permissions' catalogue that the role was chosen from; the first one when absent.
   */
  readonly offered?: number
}
export type RoleEvent =
  | { readonly type: 'RoleAdded'; readonly data: Content }
  | { readonly type: 'RoleChanged'; readonly data: Partial<Content> }
  | { readonly type: 'RoleRemoved'; readonly data: Record<never, never> }

export type RoleState =
  | { readonly status: 'none' }
  | ({ readonly status: 'live'; readonly added: Content } & Required<Content>)
  | { readonly status: 'removed' }

export const roleRefusal = catalogue({
  ROLE_NAME_TAKEN: 'conflict',
  ROLE_IN_USE: 'conflict',
  ROLE_UNKNOWN: 'invalid',
  ROLE_NEEDED: 'conflict',
  ROLE_ADMINISTERS: 'conflict',
  LAST_ADMIN: 'conflict',
  PERMISSION_NOT_HELD: 'forbidden',
})

const FIRST_EDITION = 1

/**
 * Order says nothing: permissions are kept sorted, each once, so that equal sets are equal texts.
 */
const tidy = (permissions: readonly Permission[]): readonly Permission[] =>
  [...new Set(permissions)].sort()

/**
 * A named set of permissions. The command checks who holds it and who is the last administrator
 * (`commands/identity/access.ts`).
 */
export const roleDecider: Decider<RoleCommand, RoleEvent, RoleState> = {
  category: 'role',
  initial: { status: 'none' },
  decide(command, state) {
    if (command.type === 'AddRole') {
      const facts = { name: command.name, permissions: tidy(command.permissions) }
      // A role that is added again may have been added from another edition of the catalogue.
      const before =
        state.status === 'live'
          ? { name: state.added.name, permissions: state.added.permissions }
          : null
      return addOnce({ status: state.status, added: before }, facts, {
        type: 'RoleAdded',
        data: { ...facts, offered: permissionEdition },
      })
    }
    if (state.status !== 'live') {
      if (command.type === 'RemoveRole' && state.status === 'removed') return []
      throw refusal('NOT_FOUND')
    }
    if (command.type === 'RemoveRole') return [{ type: 'RoleRemoved', data: {} }]
    if (command.type === 'OfferPermissions') {
      // Once an administrator has changed the role, the catalogue no longer changes it.
      const isUnchanged = same(state.permissions, tidy(freelancerPermissions(state.offered)))
      if (state.offered >= permissionEdition || !isUnchanged) return []
      return [
        {
          type: 'RoleChanged',
          data: { permissions: tidy(freelancerPermissions()), offered: permissionEdition },
        },
      ]
    }
    const permissions = command.permissions === undefined ? undefined : tidy(command.permissions)
    const data: Partial<Content> = {
      ...(command.name === undefined || command.name === state.name ? {} : { name: command.name }),
      ...(permissions === undefined || same(permissions, state.permissions)
        ? {}
        : {
            permissions,
            ...(state.offered < permissionEdition && { offered: permissionEdition }),
          }),
    }
    return Object.keys(data).length === 0 ? [] : [{ type: 'RoleChanged', data }]
  },
  evolve(state, event) {
    switch (event.type) {
      case 'RoleAdded':
        return { status: 'live', offered: FIRST_EDITION, added: event.data, ...event.data }
      case 'RoleChanged':
        return state.status === 'live' ? { ...state, ...event.data } : state
      case 'RoleRemoved':
        return { status: 'removed' }
      default:
        return unreachable(event)
    }
  },
}

export const roleEntity: Entity<RoleCommand, RoleEvent, RoleState> = {
  name: 'role',
  decider: roleDecider,
  permission: 'access_roles',
  // A role decides what its holders' screens show, so every open session is told of a change.
  shared: 'everyone',
  shows: { permissions: 'choices' },
  edits: ['RoleChanged'],
  removed: 'RoleRemoved',
  view: (state) =>
    state.status === 'live' ? { name: state.name, permissions: state.permissions } : null,
  title: (view) => firstText(view, 'name'),
}
