import type { LucideIcon } from 'lucide-react'
import type { Permission } from '#web/kernel/data/ability.ts'
import { type ScreenName, screens } from '#web/screens.ts'
import { MENU_GROUPS, type MenuGroupName, type Screen } from './screens.ts'

export type MenuItem = Screen<string, ScreenName> & { readonly icon: LucideIcon }
export type MenuGroup = { readonly name: MenuGroupName; readonly items: readonly MenuItem[] }

const hasLine = (screen: Screen<string, ScreenName>): screen is MenuItem =>
  screen.group !== undefined && screen.icon !== undefined
const lines = Object.values<Screen<string, ScreenName>>(screens).filter(hasLine)

/** Entries of menu, phone sheet, palette and role tree. A screen without a group has no entry. */
export const menu: readonly MenuGroup[] = MENU_GROUPS.map((name) => ({
  name,
  items: lines.filter(({ group }) => group === name),
})).filter(({ items }) => items.length > 0)

/** Groups that come first for a user who runs the installation without a business in it. */
const OF_ADMINISTRATION: readonly MenuGroupName[] = [
  'navigation',
  'dashboard',
  'administration',
  'access',
  'settings',
]
const inOrderOf = (isAdministration: boolean): readonly MenuGroup[] =>
  isAdministration
    ? menu.toSorted((a, b) => Number(isOfBusiness(a.name)) - Number(isOfBusiness(b.name)))
    : menu
const isOfBusiness = (name: MenuGroupName): boolean => !OF_ADMINISTRATION.includes(name)

/** Groups that are folded until the user unfolds one: those that are seldom opened. */
export const usuallyFolded = (isAdministration: boolean): readonly MenuGroupName[] =>
  isAdministration
    ? ['navigation', ...MENU_GROUPS.filter(isOfBusiness)]
    : ['navigation', 'administration', 'access', 'settings']

/**
 * The entries that this user may open; empty groups are left out.
 * @param isAdministration whether the user runs the installation and has no business
 */
export const permittedMenu = (
  can: (permission: Permission | undefined) => boolean,
  isAdministration = false,
): readonly MenuGroup[] =>
  inOrderOf(isAdministration)
    .map((group) => ({ ...group, items: group.items.filter((item) => can(item.permission)) }))
    .filter((group) => group.items.length > 0)

const underOther = new Map(
  Object.values<Screen<string, ScreenName>>(screens).flatMap(({ path, under }) =>
    under ? [[path, under]] : [],
  ),
)

/** The entry of a page: the one it is under, else the longest path that contains it. */
export function itemOf(pathname: string): MenuItem | undefined {
  const place = underOther.get(pathname) ?? pathname
  return lines
    .filter((item) => place === item.path || place.startsWith(`${item.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
}
