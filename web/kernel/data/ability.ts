import type { Access } from '#contract/kernel/contract.ts'
import { permissionFor, type RecordAction } from '#contract/kernel/permissions.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { needsPlan } from './plans.ts'

/** Names of the permission catalogue, as the contract's routes write them. */
export type Permission = Extract<Access, { permission: unknown }>['permission']

/** Where no plan is needed, there is nothing to show of plans. */
const isOfPlans = (permission: Permission): boolean =>
  /^perm_(?:subscription|price_plan_roles)_/.test(permission)

/** `perm_admin` grants everything. */
export const may = (granted: ReadonlySet<string>, permission: Permission | undefined): boolean =>
  permission === undefined ||
  ((granted.has('perm_admin') || granted.has(permission)) &&
    (!isOfPlans(permission) || needsPlan()))

/** Whether a user may read the records of a type. */
export const isReadable = (
  { scope, read, permission }: Pick<RecordType, 'scope' | 'read' | 'permission'>,
  can: (permission: Permission) => boolean,
): boolean =>
  (scope === 'shared' && read !== 'permission') || can(permissionFor(permission, 'menu'))

export const permissionTo = (type: RecordType, action: RecordAction) =>
  permissionFor(type.permission, action)
