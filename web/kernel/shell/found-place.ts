import type { LucideIcon } from 'lucide-react'
import type { Found } from '#contract/kernel/search.contract.ts'
import { screens } from '#web/screens.ts'
import { path } from './path.ts'
import type { Screen } from './screens.ts'

const all = Object.values<Screen>(screens)

/** The icon of an entity: that of its line in the menu. */
export const iconOf = (entity: string): LucideIcon | undefined =>
  all.find((screen) => screen.of === entity && screen.icon)?.icon

/**
 * Where a found thing is opened: the screen that shows it, and its address there; null when none
 * does.
 */
export function placeOf(
  found: Found,
): { readonly screen: Screen; readonly icon: LucideIcon | undefined; readonly to: string } | null {
  for (const screen of all.filter(({ of }) => of === found.entity)) {
    const place = screen.shows?.(found)
    if (!place) continue
    const icon = screen.icon ?? iconOf(found.entity)
    return { screen, icon, to: path(screen.path).to(place.params ?? {}, place.query) }
  }
  return null
}
