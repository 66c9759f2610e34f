import clsx from 'clsx'
import { History, Plus, Repeat } from 'lucide-react'
import { type CSSProperties, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DatedFact, EventOccurrence } from '#contract/planning/planning.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { durationText, today } from '#web/kernel/words/formats.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { paths } from '#web/screens.ts'
import { MINUTE_MS } from '#contract/kernel/time.values.ts'
import { Mark } from './day-bands.tsx'
import { useEventWords } from './event-words.ts'
import { byDay, daysOf, keyOf } from './shown-days.ts'

type AgendaProps = {
  readonly days: readonly number[]
  readonly events: readonly EventOccurrence[]
  readonly facts: readonly DatedFact[]
  /** Days before it are folded; absent to show all. */
  readonly from?: number
  /** Shows the folded days, from the first on. */
  readonly onPast?: (day: number) => void
  readonly onOpen: (occurrence: EventOccurrence) => void
}

/**
 * A strip of seven days with a dot for each event. A day's button leads to its place in the agenda.
 */
export function DayStrip({
  days,
  events,
  chosen,
  onDay,
}: Pick<AgendaProps, 'days' | 'events'> & { chosen: number; onDay: (day: number) => void }) {
  const { t } = useTranslation('planning')
  const { language } = usePreferences()
  const words = useEventWords()
  const weekday = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' })
  const now = today()
  const ofDays = useMemo(() => byDay(events), [events])
  return (
    <fieldset className="day-strip" aria-label={t('strip')}>
      {days.map((day) => {
        const own = ofDays.get(day) ?? []
        return (
          <button
            key={day}
            type="button"
            className={clsx(
              day === now && 'is-today',
              [0, 6].includes(new Date(day).getUTCDay()) && 'is-off',
            )}
            aria-pressed={day === chosen}
            onClick={() => onDay(day)}
          >
            <span className="sr-only">{`${words.fullDay(day)}, ${t('events', { count: own.length })}`}</span>
            <span aria-hidden="true">{weekday.format(day)}</span>
            <b className="num" aria-hidden="true">
              {new Date(day).getUTCDate()}
            </b>
            <span className="dots" aria-hidden="true">
              {own.slice(0, 3).map((one) => (
                <i
                  key={keyOf(one)}
                  style={{ '--c': `var(--swatch-${one.color})` } as CSSProperties}
                />
              ))}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
}

/** Days with what is on them: dated facts first, then hours. */
export function Agenda({ days, events, facts, from = 0, onPast, onOpen }: AgendaProps) {
  const { t } = useTranslation('planning')
  const { language } = usePreferences()
  const { can } = useSession()
  const words = useEventWords()
  const now = today()
  const ofDays = useMemo(() => byDay(events), [events])
  const filled = days.map((day) => ({
    day,
    own: ofDays.get(day) ?? [],
    dated: facts.filter((fact) => fact.day === day),
  }))
  const all = filled.filter(
    ({ day, own, dated }) => day === now || own.length > 0 || dated.length > 0,
  )
  const shown = all.filter(({ day }) => day >= from)
  const [first] = all
  const past = all.length - shown.length
  if (shown.length === 0) return <p className="py-8 text-ink-muted">{t('nothing')}</p>
  return (
    <div className="agenda">
      {first && past > 0 && onPast && (
        <Button variant="quiet" icon={History} onClick={() => onPast(first.day)}>
          {t('pastDays', { count: past })}
        </Button>
      )}
      {shown.map(({ day, own, dated }) => (
        <section key={day} id={`day-${day}`} aria-labelledby={`day-${day}-h`}>
          <h2 id={`day-${day}-h`} className={clsx('agenda-day', day === now && 'is-today')}>
            <span>{words.fullDay(day)}</span>
            {own.length + dated.length === 0 && <small>{t('free')}</small>}
          </h2>
          {day === now &&
            can('perm_timesheet_add') &&
            !dated.some(({ layer }) => layer === 'worked') && (
              <Link className="mark cal-ask my-2" to={paths.timesheets.to()}>
                <Plus size={16} />
                <span>{t('enterToday')}</span>
              </Link>
            )}
          <ul className="m-0 list-none p-0">
            {dated.map((fact) => (
              <li
                key={`${fact.layer}${fact.entityId}${fact.title}${fact.kind}`}
                className="agenda-row"
              >
                <span className="agenda-time">{t(`band.${fact.layer}`)}</span>
                <Mark fact={fact} />
              </li>
            ))}
            {own.map((one) => (
              <li key={keyOf(one)} className="agenda-row">
                <span className="agenda-time num">
                  {one.allDay || daysOf(one)[0] !== day ? (
                    t('allDayShort')
                  ) : (
                    <bdi dir="ltr">{words.clock(one.start)}</bdi>
                  )}
                </span>
                <button
                  type="button"
                  className="agenda-event"
                  style={{ '--c': `var(--swatch-${one.color})` } as CSSProperties}
                  onClick={() => onOpen(one)}
                >
                  <bdi>{one.title}</bdi>
                  <small>
                    {!one.allDay &&
                      durationText(language, Math.round((one.end - one.start) / MINUTE_MS))}
                    {one.recurring && <Repeat size={13} aria-label={t('recurring')} />}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
