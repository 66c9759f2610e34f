import { Ability as CaslAbility } from '@casl/ability'
import type { Access } from '#contract/kernel/contract.ts'
import { permissionFor, type RecordAction } from '#contract/kernel/permissions.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { needsPlan } from './plans.ts'

/** Names of the permission catalogue, as the contract's routes write them. */
export type Permission = Extract<Access, { permission: unknown }>['permission']
export type Ability = CaslAbility<[string, string]>

/**
 * Each permission is a subject; `perm_admin` allows all. Permissions have no conditions, so the
 * condition engine is not in the bundle.
 */
export const abilityOf = (permissions: readonly string[]): Ability =>
  new CaslAbility(
    permissions.map((name) =>
      name === 'perm_admin'
        ? { action: 'manage', subject: 'all' }
        : { action: 'hold', subject: name },
    ),
  )

/** Where no plan is needed, there is nothing to show of plans. */
const isOfPlans = (permission: Permission): boolean =>
  /^perm_(?:subscription|price_plan_roles)_/.test(permission)

export const may = (ability: Ability, permission: Permission | undefined): boolean =>
  permission === undefined ||
  (ability.can('hold', permission) && (!isOfPlans(permission) || needsPlan()))

export const permissionTo = (type: RecordType, action: RecordAction) =>
  permissionFor(type.permission, action)
