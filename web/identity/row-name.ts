import type { Screen } from '#web/kernel/shell/screens.ts'
import { screenTitle } from '#web/kernel/shell/screen-words.ts'
import { entityTitle } from '#web/kernel/words/record-words.ts'
import { findKey, translateKey } from '#web/kernel/words/translate-key.ts'
import { screens } from '#web/screens.ts'
import type { TreeRow } from './permission-tree.ts'

/**
 * A row has the name of what its permission opens: the screen, or the entity when several screens
 * show it. A group of several entities, or without a screen, has a word of its own.
 */
export function rowName({ key, permissions }: TreeRow): string {
  const own = findKey('kernel', `permission.${key}`)
  const screen = Object.values<Screen>(screens).find(
    ({ permission }) => permission === permissions.menu,
  )
  if (own !== undefined || permissions.menu === undefined || screen === undefined)
    return own ?? translateKey('kernel', `permission.${key}`)
  return screen.of === undefined ? screenTitle(screen) : entityTitle(screen.of)
}
