import clsx from 'clsx'
import { Plus } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DatedFact, Layer } from '#contract/planning/planning.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { quarterText, hoursText, today } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { useEventWords } from './event-words.ts'
import { isoDay } from './planning.queries.ts'

/** Where a fact's record is shown. */
function factAddress({ layer, day, entity, entityId }: DatedFact): string | undefined {
  if (layer === 'worked')
    return paths.timesheets.to(
      {},
      { month: isoDay(day).slice(0, 7), ...(entity === 'project' && { project: entityId }) },
    )
  if (entity === 'bill') return paths.bills.to({}, { open: entityId })
  if (entity === 'vat') return paths.vat.to()
  if (entity === 'charge') return paths.charges.to({}, { open: entityId })
  if (entity === 'task') return paths.board.to({}, { open: entityId })
  if (entity === 'project') return paths.contract.to({ id: entityId })
  return undefined
}

const STATES: Readonly<Record<string, string>> = {
  late: 'is-late',
  vatLate: 'is-late',
  paid: 'is-done',
  collected: 'is-done',
}

/** A dated fact: its words, then its amount. */
export function Mark({ fact }: { fact: DatedFact }) {
  const words = useEventWords()
  const { language } = usePreferences()
  const to = factAddress(fact)
  const inside = (
    <>
      <span>{words.fact(fact)}</span>
      {fact.hours > 0 ? (
        <span className="num shrink-0">{hoursText(language, fact.hours)}</span>
      ) : (
        fact.layer === 'worked' &&
        fact.share < 1 && (
          <span className="shrink-0" aria-hidden="true">
            {quarterText(language, fact.share)}
          </span>
        )
      )}
      {fact.amount !== null && (
        <span className="num">
          <Amount major={fact.amount} currency={fact.currency} />
        </span>
      )}
    </>
  )
  const look = clsx('mark', fact.layer, STATES[fact.kind])
  const style = { '--share': String(Math.min(1, fact.share)) } as CSSProperties
  return to === undefined ? (
    <span className={look} style={style}>
      {inside}
    </span>
  ) : (
    <Link className={look} style={style} to={to}>
      {inside}
    </Link>
  )
}

/** The days' heads, and above the hours a band for each layer, with its name in the margin. */
export function DayBands({
  days,
  facts,
  layers,
}: {
  days: readonly number[]
  facts: readonly DatedFact[]
  layers: readonly Layer[]
}) {
  const { t } = useTranslation('planning')
  const { language } = usePreferences()
  const { can } = useSession()
  const now = today()
  const weekday = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' })
  const bands = layers.filter(
    (layer) => layer === 'worked' || facts.some((fact) => fact.layer === layer),
  )
  const look = (day: number) =>
    clsx(day === now && 'is-today', [0, 6].includes(new Date(day).getUTCDay()) && 'is-off')
  const style = { '--days': String(days.length) } as CSSProperties
  return (
    <table className="cal-bands" aria-label={t('bands')} style={style}>
      <thead>
        <tr className="cal-row">
          <th className="sheet-margin" scope="col">
            {t('dayHead')}
          </th>
          {days.map((day) => (
            <th
              key={day}
              scope="col"
              className={clsx('cal-day', look(day))}
              aria-current={day === now ? 'date' : undefined}
            >
              <b className="num">{new Date(day).getUTCDate()}</b> {weekday.format(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bands.map((layer) => (
          <tr key={layer} className="cal-row">
            <th className="sheet-margin" scope="row">
              {t(`band.${layer}`)}
            </th>
            {days.map((day) => {
              const own = facts.filter((fact) => fact.layer === layer && fact.day === day)
              return (
                <td key={day} className={clsx('cal-band', look(day))}>
                  {own.map((fact) => (
                    <Mark key={`${fact.entityId}${fact.title}${fact.kind}`} fact={fact} />
                  ))}
                  {layer === 'worked' &&
                    day === now &&
                    own.length === 0 &&
                    can('perm_timesheet_add') && (
                      <Link className="mark cal-ask" to={paths.timesheets.to()}>
                        <Plus size={14} />
                        <span>{t('enterToday')}</span>
                      </Link>
                    )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
