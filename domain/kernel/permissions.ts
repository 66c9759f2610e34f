type Group = {
  readonly actions: readonly string[]
  /** Whether the freelancer's role has the group's permissions. */
  readonly freelancer: boolean
  /**
   * Edition of this catalogue that brought the group. A new group or action takes the next one: the
   * highest here and one more.
   */
  readonly since: number
  /** Actions that a later edition added, with that edition. */
  readonly added?: Readonly<Record<string, number>>
  /** Actions that only administrators have from an edition on. */
  readonly withdrawn?: Readonly<Record<string, number>>
}

/**
 * Permission groups of the menu and their actions (specification, section 6). A name is
 * `perm_<group>_<action>`.
 */
const GROUPS = {
  dashboard: { actions: ['menu', 'contract_statistics'], freelancer: true, since: 1 },
  personal_info: { actions: ['menu', 'update'], freelancer: true, since: 1 },
  professional_info: { actions: ['menu', 'update'], freelancer: true, since: 1 },
  subscription: { actions: ['menu', 'update'], freelancer: true, since: 1 },
  cv: { actions: ['menu', 'print'], freelancer: true, since: 1 },
  company: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 1 },
  contact: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 1 },
  contract: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 1 },
  timesheet: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 1 },
  billing: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 1 },
  quote: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 3 },
  option_set: { actions: ['menu', 'add', 'update', 'delete'], freelancer: false, since: 1 },
  transaction: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 1 },
  charge: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 1 },
  events: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 1 },
  product: { actions: ['menu', 'add', 'update', 'delete'], freelancer: true, since: 1 },
  offer: {
    actions: ['menu', 'add', 'update', 'delete', 'other_manage'],
    freelancer: true,
    since: 1,
    withdrawn: { other_manage: 2 },
  },
  task_board: { actions: ['menu'], freelancer: true, since: 1 },
  access_roles: { actions: ['menu', 'manage'], freelancer: false, since: 1 },
  access_users: { actions: ['menu', 'manage'], freelancer: false, since: 1 },
  price_plan_roles: { actions: ['menu', 'manage'], freelancer: false, since: 1 },
  support_request: { actions: ['menu', 'manage'], freelancer: false, since: 1 },
  blogs: { actions: ['menu', 'manage'], freelancer: false, since: 1 },
  access_logs: { actions: ['menu', 'manage'], freelancer: false, since: 1 },
  process_center: { actions: ['menu', 'manage'], freelancer: false, since: 1 },
} as const satisfies Readonly<Record<string, Group>>

type Groups = typeof GROUPS
export type PermissionGroup = keyof Groups
export type Permission =
  | 'perm_admin'
  | { [G in PermissionGroup]: `perm_${G}_${Groups[G]['actions'][number]}` }[PermissionGroup]

export type RecordAction = 'menu' | 'add' | 'update' | 'delete'

/**
 * The permission that an action needs on a group's data. For a group without the action: to write,
 * `manage` if the group has it, then `update`. Otherwise its `menu` allows reading and writing.
 */
export function permissionFor(group: PermissionGroup, action: RecordAction): Permission {
  const { permissions } = permissionCatalogue.find((one) => one.group === group) ?? {
    permissions: [],
  }
  const named = (wanted: string) =>
    permissions.find((permission) => permission.action === wanted)?.name
  const permission = named(action) ?? named('manage') ?? named('update') ?? named('menu')
  if (permission === undefined) throw new Error(`${group} has no permission for ${action}`)
  return permission
}

type CataloguedPermission = {
  readonly action: string
  readonly name: Permission
  /** Edition that added it. */
  readonly since: number
}

// entries forget the key type
const groups: readonly (readonly [PermissionGroup, Group])[] = Object.entries(GROUPS) as [
  PermissionGroup,
  Group,
][]
const nameOf = (group: PermissionGroup, action: string) => `perm_${group}_${action}` as Permission

/** Every permission, by group; `perm_admin`, which grants all of them, stands apart. */
export const permissionCatalogue: readonly {
  readonly group: PermissionGroup
  readonly permissions: readonly CataloguedPermission[]
}[] = groups.map(([group, { actions, since, added }]) => ({
  group,
  permissions: actions.map((action) => ({
    action,
    name: nameOf(group, action),
    since: added?.[action] ?? since,
  })),
}))

export const allPermissions: readonly Permission[] = [
  'perm_admin',
  ...permissionCatalogue.flatMap((g) => g.permissions.map((p) => p.name)),
]

/** The present edition of the catalogue. */
export const permissionEdition = Math.max(
  ...groups.flatMap(([, { since, added = {}, withdrawn = {} }]) => [
    since,
    ...Object.values(added),
    ...Object.values(withdrawn),
  ]),
)

/** The freelancer's permissions in an edition of the catalogue: everything but administration. */
export const freelancerPermissions = (edition = permissionEdition): readonly Permission[] =>
  permissionCatalogue.flatMap(({ group, permissions }) => {
    const { freelancer, withdrawn }: Group = GROUPS[group]
    if (!freelancer) return []
    return permissions
      .filter(
        ({ action, since }) =>
          since <= edition && edition < (withdrawn?.[action] ?? Number.POSITIVE_INFINITY),
      )
      .map(({ name }) => name)
  })

/** The permissions that the catalogue has gained since an edition. */
export const permissionsAfter = (edition: number): readonly Permission[] =>
  permissionCatalogue.flatMap(({ permissions }) =>
    permissions.filter(({ since }) => since > edition).map(({ name }) => name),
  )

/** `perm_admin` grants everything. */
export const grants = (
  granted: ReadonlySet<string> | readonly string[],
  wanted: Permission,
): boolean => {
  const set = granted instanceof Set ? granted : new Set(granted)
  return set.has('perm_admin') || set.has(wanted)
}
