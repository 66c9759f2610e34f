import { type CSSProperties, Fragment, type Key, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Row } from '#web/kernel/ui/page.tsx'
import { dayText } from '#web/kernel/words/formats.ts'
import { byDay } from './by-day.ts'

type Column = { readonly head: string; readonly width?: string; readonly className?: string }

/** Lines with their time in the margin, a group per day. On a phone a list. */
export function DayLedger<L extends { readonly at: number }>({
  caption,
  rowHeight,
  columns,
  lines,
  keyOf,
  row,
  phone,
}: {
  caption: string
  rowHeight: string
  /** Columns after the margin; the first stands beside it. */
  columns: readonly Column[]
  lines: readonly L[]
  keyOf: (line: L) => Key
  /** One row of the table, or more: the time in a cell of class `mg`, then the columns. */
  row: (line: L) => ReactNode
  phone: (line: L) => ReactNode
}) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  return (
    <>
      <div className="max-md:hidden">
        {/* a custom property */}
        <table className="ledger" style={{ '--row': rowHeight } as CSSProperties}>
          <caption className="sr-only">{caption}</caption>
          <colgroup>
            <col style={{ width: 'var(--marge)' }} />
            {columns.map(({ head, width, className }) => (
              <col key={head} className={className} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="mg">
                {t('logs.hour')}
              </th>
              {columns.map(({ head, className }, index) => (
                <th key={head} scope="col" className={index === 0 ? 'first-column' : className}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {byDay(lines).map(({ day, lines: ofDay }) => (
            // Lines may be out of order: a day can occur twice, and each run has its own heading.
            <tbody key={ofDay[0] && keyOf(ofDay[0])}>
              <tr className="group">
                <td className="mg" />
                <th
                  scope="rowgroup"
                  className="first-column !font-semibold !text-ink whitespace-nowrap"
                >
                  {dayText(language, day, 'weekday')}
                </th>
                {/* A cell that spans a column which has left would widen the table by it. */}
                {columns.slice(1).map(({ head, className }) => (
                  <td key={head} className={className} />
                ))}
              </tr>
              {ofDay.map((line) => (
                <Fragment key={keyOf(line)}>{row(line)}</Fragment>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <Row className="border-t border-line md:hidden">
        <ul>
          {lines.map((line) => (
            <li key={keyOf(line)} className="border-b border-line py-2.5">
              {phone(line)}
            </li>
          ))}
        </ul>
      </Row>
    </>
  )
}
