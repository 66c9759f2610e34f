import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { entityName } from '#web/kernel/words/record-words.ts'

/** The history of what a screen sets for a profile: its returns, or its opening balance. */
export function HistorySide({
  entity,
  profileId,
  onClose,
}: {
  entity: 'vatDeclarations' | 'openingBalance'
  profileId: string
  onClose: () => void
}) {
  return (
    <Panel title={entityName(entity)} onClose={onClose} floating>
      <div className="panel-bleed">
        <HistoryPanel entity={entity} id={profileId} mayBeNew />
      </div>
    </Panel>
  )
}
