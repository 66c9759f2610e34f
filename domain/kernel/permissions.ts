/** Permission groups of the menu and their actions (specification, section 6). A name is `perm_<group>_<action>`. */
const GROUPS = {
  dashboard: ['menu', 'contract_statistics'],
  personal_info: ['menu', 'update'],
  professional_info: ['menu', 'update'],
  subscription: ['menu', 'update'],
  cv: ['menu', 'print'],
  company: ['menu', 'add', 'update', 'delete'],
  contact: ['menu', 'add', 'update', 'delete'],
  contract: ['menu', 'add', 'update', 'delete'],
  timesheet: ['menu', 'add', 'update', 'delete'],
  billing: ['menu', 'add', 'update', 'delete'],
  option_set: ['menu', 'add', 'update', 'delete'],
  transaction: ['menu', 'add', 'update', 'delete'],
  charge: ['menu', 'add', 'update', 'delete'],
  events: ['menu', 'add', 'update', 'delete'],
  product: ['menu', 'add', 'update', 'delete'],
  offer: ['menu', 'add', 'update', 'delete', 'other_manage'],
  task_board: ['menu'],
  access_roles: ['menu', 'manage'],
  access_users: ['menu', 'manage'],
  price_plan_roles: ['menu', 'manage'],
  support_request: ['menu', 'manage'],
  blogs: ['menu', 'manage'],
  access_logs: ['menu', 'manage'],
  process_center: ['menu', 'manage'],
} as const

type Groups = typeof GROUPS
export type PermissionGroup = keyof Groups
export type Permission = 'perm_admin' | { [G in PermissionGroup]: `perm_${G}_${Groups[G][number]}` }[PermissionGroup]

export type RecordAction = 'menu' | 'add' | 'update' | 'delete'

/**
 * The permission that opens an action on what a group guards. A group without the action: `manage` opens writing where it has that,
 * then `update`; otherwise its `menu` opens reading and writing.
 */
export function permissionFor(group: PermissionGroup, action: RecordAction): Permission {
  const { permissions } = permissionCatalogue.find((one) => one.group === group) ?? { permissions: [] }
  const named = (wanted: string) => permissions.find((permission) => permission.action === wanted)?.name
  const permission = named(action) ?? named('manage') ?? named('update') ?? named('menu')
  if (permission === undefined) throw new Error(`${group} has no permission for ${action}`)
  return permission
}

/** Every permission, by group; `perm_admin`, which grants all of them, stands apart. */
export const permissionCatalogue: readonly {
  group: PermissionGroup
  permissions: readonly { action: string; name: Permission }[]
}[] = (Object.keys(GROUPS) as PermissionGroup[]) // Object.keys forgets the key type
  .map((group) => ({
    group,
    permissions: GROUPS[group].map((action) => ({ action, name: `perm_${group}_${action}` as Permission })),
  }))

export const allPermissions: readonly Permission[] = [
  'perm_admin',
  ...permissionCatalogue.flatMap((g) => g.permissions.map((p) => p.name)),
]

const ADMINISTRATION: readonly PermissionGroup[] = [
  'access_roles',
  'access_users',
  'price_plan_roles',
  'support_request',
  'blogs',
  'access_logs',
  'process_center',
  'option_set',
]

/** What the freelancer role starts with: everything but administration. */
export const freelancerPermissions: readonly Permission[] = permissionCatalogue
  .filter((g) => !ADMINISTRATION.includes(g.group))
  .flatMap((g) => g.permissions.map((p) => p.name))

/** `perm_admin` grants everything. */
export const grants = (held: ReadonlySet<string> | readonly string[], wanted: Permission): boolean => {
  const set = held instanceof Set ? held : new Set(held)
  return set.has('perm_admin') || set.has(wanted)
}
