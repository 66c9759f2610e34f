/** The six columns. A group's action that has no column of its own stands in the one that says the same. */
export const ACTIONS = ['menu', 'add', 'update', 'delete', 'manage', 'print'] as const
export type Action = (typeof ACTIONS)[number]

export type Catalogue = readonly {
  readonly group: string
  readonly permissions: readonly { readonly action: string; readonly name: string }[]
}[]
/** One line of the tree: a permission's name for each action that exists. */
export type TreeRow = { readonly key: string; readonly permissions: Partial<Record<Action, string>> }
export type TreeSection = { readonly name: SectionName; readonly rows: readonly TreeRow[] }
type SectionName = keyof typeof SECTIONS

/** Permission groups as the menu groups them. */
const SECTIONS = {
  steering: ['dashboard', 'events'],
  management: ['contract', 'timesheet', 'billing', 'task_board'],
  finance: ['transaction', 'charge', 'product'],
  prospecting: ['company', 'offer', 'contact'],
  profile: ['personal_info', 'professional_info', 'cv', 'subscription'],
  administration: [
    'access_roles',
    'access_users',
    'access_logs',
    'process_center',
    'price_plan_roles',
    'support_request',
    'blogs',
    'option_set',
  ],
} as const

const COLUMN: Readonly<Record<string, Action>> = { other_manage: 'manage' }
const isAction = (text: string): text is Action => (ACTIONS as readonly string[]).includes(text)

function rowsOf({ group, permissions }: Catalogue[number]): readonly TreeRow[] {
  const own: Partial<Record<Action, string>> = {}
  const more: TreeRow[] = []
  for (const { action, name } of permissions) {
    const column = COLUMN[action] ?? action
    // An action that no column tells is a screen of its own: the contract statistics.
    if (isAction(column)) own[column] = name
    else more.push({ key: action, permissions: { menu: name } })
  }
  return [{ key: group, permissions: own }, ...more]
}

/** The catalogue as a tree by menu group. A group that the menu does not know yet stands under administration. */
export function treeOf(catalogue: Catalogue): readonly TreeSection[] {
  const known = new Set<string>(Object.values(SECTIONS).flat())
  return (Object.entries(SECTIONS) as [SectionName, readonly string[]][]).map(([name, groups]) => {
    const members = groups.flatMap((group) => catalogue.filter((one) => one.group === group))
    const strangers = name === 'administration' ? catalogue.filter((one) => !known.has(one.group)) : []
    return { name, rows: [...members, ...strangers].flatMap(rowsOf) }
  })
}

/** Ticks or clears one permission: a closed screen closes its actions, and an action opens its screen. */
export function toggled(held: ReadonlySet<string>, row: TreeRow, action: Action): ReadonlySet<string> {
  const next = new Set(held)
  const name = row.permissions[action]
  if (name === undefined) return next
  const on = !next.has(name)
  if (on) next.add(name)
  else next.delete(name)
  if (on && action !== 'menu' && row.permissions.menu) next.add(row.permissions.menu)
  if (!on && action === 'menu') for (const other of Object.values(row.permissions)) next.delete(other)
  return next
}

export type PermissionChange = {
  readonly row: TreeRow
  readonly action: Action
  readonly name: string
  readonly kind: 'added' | 'removed'
}

/** What a save would change, in the tree's order, what is added first. */
export function changesOf(
  tree: readonly TreeSection[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly PermissionChange[] {
  const all = tree.flatMap((section) =>
    section.rows.flatMap((row) =>
      ACTIONS.flatMap((action): PermissionChange[] => {
        const name = row.permissions[action]
        if (name === undefined || before.has(name) === after.has(name)) return []
        return [{ row, action, name, kind: after.has(name) ? 'added' : 'removed' }]
      }),
    ),
  )
  return [...all.filter((change) => change.kind === 'added'), ...all.filter((change) => change.kind === 'removed')]
}
