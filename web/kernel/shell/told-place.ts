import type { Notification } from '#contract/planning/notifications.contract.ts'
import { paths } from '#web/screens.ts'
import { placeOf } from './found-place.ts'

/** Where the record of a told fact is shown; undefined for one that no screen shows. */
export function toldPlace({
  kind,
  entity,
  entityId,
  text,
}: Pick<Notification, 'entity' | 'entityId' | 'text'> & { readonly kind: string }):
  | string
  | undefined {
  if (entity === 'task') return paths.board.to({}, { open: entityId })
  if (entity === 'vat') return paths.vat.to()
  if (entity === 'subscription') return paths.subscription.to()
  switch (kind) {
    case 'supportAnswered':
      return paths.support.to()
    case 'recordOpened':
      return paths.ownData.to()
    case 'importFinished':
    case 'importFailed':
      return paths.cvImport.to({}, { id: entityId })
    case 'jobSuggestion':
      return paths.jobs.to({}, { open: entityId })
    case 'processFailed':
      return entity === 'process' ? paths.processes.to() : paths.logs.to()
    default:
      return placeOf({ entity, id: entityId, title: text, detail: '' })?.to
  }
}
