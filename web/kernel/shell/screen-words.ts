import { findKey, translateKey } from '#web/kernel/words/translate-key.ts'
import type { Screen } from './screens.ts'

/** A screen's title in the menu, the palette and a role's line. */
export const screenTitle = ({ context, section }: Screen): string =>
  translateKey('titles', `${context}.${section}.title`)

/** One word for the phone's bottom bar. */
export const screenShort = ({ context, section }: Screen): string =>
  translateKey('titles', `${context}.${section}.short`)

/** "New …": the section's word, else the entity's. */
export const beginText = ({ context, section, of }: Screen): string =>
  findKey('titles', `${context}.${section}.new`) ?? translateKey('titles', `${context}.${of}.new`)
