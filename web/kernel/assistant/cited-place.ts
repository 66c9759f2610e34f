import type { Cite } from '#contract/assistant/assistant.contract.ts'
import { placeOf } from '#web/kernel/shell/found-place.ts'
import { paths } from '#web/screens.ts'

/** Where a cited record is opened; null when no screen shows it. */
export function placeOfCite({
  entity,
  id,
  title,
}: Pick<Cite, 'entity' | 'id' | 'title'>): string | null {
  if (entity === 'help') return `${paths.help.to()}#${id}`
  if (entity === 'board') return paths.board.to()
  return placeOf({ entity, id, title, detail: '' })?.to ?? null
}
