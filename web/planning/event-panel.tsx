import { useQuery } from '@tanstack/react-query'
import { Bell, EyeOff, Pencil, Repeat, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EventOccurrence } from '#contract/planning/planning.contract.ts'
import { type Scope, SCOPES } from '#contract/planning/planning.values.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Confirm } from '#web/kernel/ui/dialog.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'
import { DAY_MS, MINUTE_MS } from '#contract/kernel/time.values.ts'
import { useEventWords } from './event-words.ts'
import { eventsQuery } from './planning.queries.ts'
import { useEventWrites } from './use-event-writes.ts'

/** The longest series whose occurrences are counted: ten years. */
const LONGEST_MS = 3_650 * DAY_MS

/** Number of an occurrence in a series with an end; undefined for others. */
function usePlace({ id, start, recurring, schedulerStartDate, schedulerEndDate }: EventOccurrence) {
  const hasEnd =
    recurring && schedulerEndDate > 0 && schedulerEndDate - schedulerStartDate < LONGEST_MS
  const period = { from: schedulerStartDate, to: schedulerEndDate + DAY_MS }
  const own = useQuery({ ...eventsQuery(period), enabled: hasEnd }).data?.filter(
    (one) => one.id === id,
  )
  const at = own?.findIndex((one) => one.start === start) ?? -1
  return own && at >= 0 ? { place: at + 1, of: own.length } : undefined
}

/**
 * One occurrence: its time, its recurrence, its reminder. The reach of an act is chosen before the
 * act.
 */
export function EventPanel({
  row,
  onClose,
  onEdit,
}: {
  row: EventOccurrence
  onClose: () => void
  onEdit: (scope: Scope) => void
}) {
  const { t } = useTranslation(['planning', 'kernel'])
  const { can } = useSession()
  const words = useEventWords()
  const { dismiss, remove } = useEventWrites()
  const [scope, setScope] = useState<Scope>('this')
  const [asking, setAsking] = useState(false)
  const [history, setHistory] = useState(false)
  const place = usePlace(row)
  const reach: Scope = row.recurring ? scope : 'all'
  const confirmed = () => {
    remove.mutate({ params: { id: row.id }, query: { scope: reach, start: row.start } })
    onClose()
  }
  return (
    <Panel
      title={row.title}
      floating
      onClose={onClose}
      foot={
        <div className="flex grow flex-wrap gap-2">
          {can('perm_events_update') && (
            <>
              <Button icon={Pencil} onClick={() => onEdit(reach)}>
                {t('kernel:action.edit')}
              </Button>
              {row.recurring && (
                <Button
                  icon={EyeOff}
                  onClick={() => {
                    dismiss.mutate({ body: [{ id: row.id, start: row.start, end: row.end }] })
                    onClose()
                  }}
                >
                  {t('act.dismiss')}
                </Button>
              )}
            </>
          )}
          {can('perm_events_delete') && (
            <Button
              variant="danger"
              icon={Trash2}
              className="ms-auto"
              onClick={() => (row.recurring ? setAsking(true) : confirmed())}
            >
              {t('kernel:action.delete')}
            </Button>
          )}
        </div>
      }
    >
      <p className="mt-1 flex items-center gap-2 text-ink-muted">
        <span
          className="event-dot"
          style={{ '--c': `var(--swatch-${row.color})` } as React.CSSProperties}
          aria-hidden="true"
        />
        <span>{words.when(row)}</span>
      </p>
      {row.outdated && <p className="mt-1 text-sm text-ink-subtle">{t('outdated')}</p>}
      <ul className="mt-4 grid list-none gap-3 p-0">
        {row.recurring && (
          <li className="flex gap-3">
            <Repeat size={16} className="mt-0.5 shrink-0 text-ink-muted" />
            <span>
              {words.rhythm(row)}
              <span className="block text-xs text-ink-subtle">
                {[
                  place && t('place', place),
                  row.dismissed.length > 0 && t('dismissed', { count: row.dismissed.length }),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
          </li>
        )}
        {row.reminder > 0 && (
          <li className="flex gap-3">
            <Bell size={16} className="mt-0.5 shrink-0 text-ink-muted" />
            <span>
              {words.reminder(row.reminder)}
              {!row.allDay && !row.outdated && (
                <span className="block text-xs text-ink-subtle">
                  <Instant at={row.start - row.reminder * MINUTE_MS} />
                </span>
              )}
            </span>
          </li>
        )}
      </ul>
      {row.description && <p className="mt-4 whitespace-pre-line">{row.description}</p>}
      {row.recurring && (
        <section className="mt-5 border-t border-line pt-4">
          <h3 className="label mb-2">{t('scope.title')}</h3>
          <Segments
            label={t('scope.title')}
            value={scope}
            onChange={setScope}
            options={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
          />
          <p className="mt-2 text-sm text-ink-muted" aria-live="polite">
            {t(`scope.consequence.${scope}`, { day: words.when(row) })}
          </p>
        </section>
      )}
      <div className="mt-5 border-t border-line pt-3">
        {history ? (
          <HistoryPanel entity="calendarEvent" id={row.id} />
        ) : (
          <Button variant="quiet" size="sm" onClick={() => setHistory(true)}>
            {t('kernel:action.history')}
          </Button>
        )}
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('confirm.delete')}
        consequence={t(`scope.consequence.${scope}`, { day: words.when(row) })}
        verb={t('kernel:action.delete')}
        tone="danger"
        onConfirm={confirmed}
      />
    </Panel>
  )
}
