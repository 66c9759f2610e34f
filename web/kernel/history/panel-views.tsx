import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'

/** A panel's two views of an entry: its details, and its history. */
export function PanelViews({
  details,
  entity,
  id,
  children,
}: {
  /** The word of the first view. */
  details: string
  entity: string
  id: string
  children: ReactNode
}) {
  const { t } = useTranslation('kernel')
  const [view, setView] = useState<'details' | 'history'>('details')
  return (
    <>
      <div className="tabs -mt-2 mb-4 border-b border-line">
        {(['details', 'history'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="tab cursor-pointer border-0 bg-transparent"
            aria-current={view === name ? 'true' : undefined}
            onClick={() => setView(name)}
          >
            {name === 'history' ? t('action.history') : details}
          </button>
        ))}
      </div>
      {view === 'history' ? (
        <div className="panel-bleed -mt-4">
          <HistoryPanel entity={entity} id={id} />
        </div>
      ) : (
        children
      )}
    </>
  )
}
