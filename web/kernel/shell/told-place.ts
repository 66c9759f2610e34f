import type { Notification } from '#contract/notifications.schemas.ts'
import { paths } from '#web/screens.ts'
import { placeOf } from './found-place.ts'

/** Where the record of a told fact is shown; undefined for one that no screen shows. */
export function toldPlace({
  kind,
  entity,
  entityId,
  text,
}: Pick<Notification, 'entity' | 'entityId' | 'text'> & { readonly kind: string }): string | undefined {
  if (entity === 'task') return paths.board.to({}, { open: entityId })
  switch (kind) {
    case 'trialEnding':
      return paths.subscription.to()
    case 'supportAnswered':
      return paths.support.to()
    case 'importFinished':
      return paths.cvImport.to({}, { id: entityId })
    case 'jobSuggestion':
      return paths.jobs.to({}, { open: entityId })
    case 'processFailed':
      return paths.logs.to()
    default:
      return placeOf({ entity, id: entityId, title: text, detail: '' })?.to
  }
}
