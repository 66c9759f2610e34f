import type { Permission } from '#web/kernel/data/ability.ts'
import { menu } from '#web/kernel/shell/menu.ts'
import { foldText, hasWords } from '#contract/kernel/fold-text.values.ts'
import type { MenuGroupName } from '#web/kernel/shell/screens.ts'

/**
 * The six columns. An action without a column of its own is shown in the column of the same
 * meaning.
 */
export const ACTIONS = ['menu', 'add', 'update', 'delete', 'manage', 'print'] as const
export type Action = (typeof ACTIONS)[number]

export type Catalogue = readonly {
  readonly group: string
  readonly permissions: readonly { readonly action: string; readonly name: string }[]
}[]
/** One line of the tree: a permission's name for each action that exists. */
export type TreeRow = {
  readonly key: string
  readonly permissions: Partial<Record<Action, string>>
}
/** `none` holds permissions without a screen. */
export type TreeSection = {
  readonly name: MenuGroupName | 'none'
  readonly rows: readonly TreeRow[]
}

const COLUMN: Readonly<Record<string, Action>> = { other_manage: 'manage' }
const isAction = (text: string): text is Action => (ACTIONS as readonly string[]).includes(text)

function rowsOf({ group, permissions }: Catalogue[number]): readonly TreeRow[] {
  const own: Partial<Record<Action, string>> = {}
  const more: TreeRow[] = []
  for (const { action, name } of permissions) {
    const column = COLUMN[action] ?? action
    // An action without a column is a line of its own: the contract statistics.
    if (isAction(column)) own[column] = name
    else more.push({ key: action, permissions: { menu: name } })
  }
  return [{ key: group, permissions: own }, ...more]
}

const groupOf = (permission: Permission | undefined): string =>
  permission?.replace(/^perm_|_menu$/g, '') ?? ''

/**
 * The catalogue as a tree in the order of the menu. Each group is at the place of its first screen.
 */
export function treeOf(catalogue: Catalogue): readonly TreeSection[] {
  const places = new Map<string, MenuGroupName>()
  for (const { name, items } of menu)
    for (const { permission } of items)
      if (!places.has(groupOf(permission))) places.set(groupOf(permission), name)
  const sections = menu.map(({ name, items }) => {
    const groups = [...new Set(items.map(({ permission }) => groupOf(permission)))]
    return {
      name,
      rows: groups
        .filter((group) => places.get(group) === name)
        .flatMap((group) => catalogue.filter((one) => one.group === group).flatMap(rowsOf)),
    }
  })
  const rest = catalogue.filter(({ group }) => !places.has(group)).flatMap(rowsOf)
  return [...sections, { name: 'none' as const, rows: rest }].filter(({ rows }) => rows.length > 0)
}

/**
 * The lines whose name has the words, and their sections. @param nameOf a line's name in the user's
 * language
 */
export function foundIn(
  tree: readonly TreeSection[],
  text: string,
  nameOf: (row: TreeRow) => string,
): readonly TreeSection[] {
  const words = foldText(text).trim()
  if (words === '') return tree
  const isFound = (row: TreeRow) => hasWords(foldText(nameOf(row)), words)
  return tree
    .map((section) => ({ ...section, rows: section.rows.filter(isFound) }))
    .filter(({ rows }) => rows.length > 0)
}

/**
 * Ticks or clears one permission. Clearing a screen clears its actions; ticking an action ticks its
 * screen.
 */
export function toggled(
  granted: ReadonlySet<string>,
  row: TreeRow,
  action: Action,
): ReadonlySet<string> {
  const next = new Set(granted)
  const name = row.permissions[action]
  if (name === undefined) return next
  const on = !next.has(name)
  if (on) next.add(name)
  else next.delete(name)
  if (on && action !== 'menu' && row.permissions.menu) next.add(row.permissions.menu)
  if (!on && action === 'menu')
    for (const other of Object.values(row.permissions)) next.delete(other)
  return next
}

/** The permissions without one of the changes. */
export const undone = (
  after: ReadonlySet<string>,
  { name, kind }: Pick<PermissionChange, 'name' | 'kind'>,
): ReadonlySet<string> =>
  new Set(kind === 'added' ? [...after].filter((one) => one !== name) : [...after, name])

/** The permissions as others saved them, with the changes that the user made before. */
export function rebased(
  old: ReadonlySet<string>,
  saved: ReadonlySet<string>,
  mine: ReadonlySet<string>,
): ReadonlySet<string> {
  const isChanged = (name: string) => old.has(name) !== mine.has(name)
  return new Set([...[...saved].filter((name) => !isChanged(name)), ...[...mine].filter(isChanged)])
}

export type PermissionChange = {
  readonly row: TreeRow
  readonly action: Action
  readonly name: string
  readonly kind: 'added' | 'removed'
}

/** The changes that a save would make, in the tree's order, additions first. */
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
  return [
    ...all.filter((change) => change.kind === 'added'),
    ...all.filter((change) => change.kind === 'removed'),
  ]
}
