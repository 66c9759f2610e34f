import clsx from 'clsx'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { currencySymbol } from '#web/kernel/words/formats.ts'
import { LabelledIcon } from '#web/kernel/ui/labelled-icon.tsx'
import { Amount, None } from '#web/kernel/ui/values.tsx'
import {
  cellKey,
  type Day,
  dayTotal,
  isOver,
  entryOfRow,
  type Row,
  rowHours,
  rowTotal,
  worth,
  worthsOf,
} from './month.ts'
import { DayTotal } from './day-total.tsx'
import { GridCell, useCellWords } from './grid-cell.tsx'
import { useRowWords } from './row-words.ts'
import { type GridCallbacks, useGridState } from './use-grid-state.ts'
import type { OpenMonth } from './use-month-state.ts'

/** The only currency of the rows; null when they have several. */
function onlyCurrency(rows: readonly Row[]): string | null {
  const currencies = new Set(
    rows.flatMap(({ contract }) => (contract?.isBillable ? [contract.currency] : [])),
  )
  const [first = 'EUR'] = currencies
  return currencies.size <= 1 ? first : null
}

/**
 * The month's grid. One tab stop. Arrow keys move, digits fill, Shift and arrows or a drag fill
 * working days, Enter saves, Esc undoes. Short of room the worth leaves; then it scrolls sideways.
 */
export function MonthGrid({
  caption,
  month,
  foot,
  ...callbacks
}: GridCallbacks & {
  readonly caption: string
  readonly month: OpenMonth
  /** Content under the rows: "add a line". */
  readonly foot: ReactNode
}) {
  const { rows, days, mayWrite } = month
  const grid = useGridState(month, callbacks)
  const currency = onlyCurrency(rows)
  return (
    <div className="relative max-[1272px]:overflow-x-auto">
      <output className="sr-only">{grid.announcement}</output>
      {/* Handles the keys of all cells: the table is one composite widget, as in the ARIA grid
          pattern. */}
      <table
        role="grid"
        aria-label={caption}
        aria-readonly={!mayWrite || undefined}
        className="ledger temps max-[1272px]:min-w-[1040px] max-[1272px]:[&_thead_th]:static"
        {...grid.table}
      >
        <colgroup>
          <col style={{ width: 'var(--marge)' }} />
          <col />
          {days.map((day) => (
            <col key={day.at} style={{ width: 'var(--day)' }} />
          ))}
          <col style={{ width: '54px' }} />
          <col className="worth" style={{ width: '106px' }} />
        </colgroup>
        <GridHead days={days} currency={currency} />
        <tbody>
          {rows.map((row, index) => (
            <GridRow key={row.key} {...{ row, index, month, grid }} symbol={currency === null} />
          ))}
          {foot}
        </tbody>
        <GridFoot month={month} currency={currency} />
      </table>
    </div>
  )
}

function GridHead({ days, currency }: { days: readonly Day[]; currency: string | null }) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const { language } = usePreferences()
  const letter = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'narrow',
    timeZone: 'UTC',
  })
  return (
    <thead>
      <tr>
        <td className="mg !bg-surface-sunken !border-line-strong border-t" />
        <th scope="col" className="first-column">
          {t('grid.line')}
        </th>
        {days.map((day) => (
          <th
            key={day.at}
            scope="col"
            title={[words.day(day.at), words.holiday(day)].filter(Boolean).join(', ')}
            className={clsx(
              '!px-0 !text-center',
              day.isToday
                ? '!font-semibold !text-warm'
                : day.working
                  ? '!text-ink'
                  : '!text-ink-subtle',
            )}
          >
            <span aria-hidden="true">
              <span
                className={clsx(
                  'block text-[11px] leading-3 font-normal',
                  !day.isToday && 'text-ink-subtle',
                )}
              >
                {letter.format(day.at)}
              </span>
              <span className="num block leading-[17px]">{day.number}</span>
            </span>
            <span className="sr-only">
              {[words.day(day.at), words.holiday(day), day.isToday ? t('grid.today') : '']
                .filter(Boolean)
                .join(', ')}
            </span>
          </th>
        ))}
        <th scope="col" className="fig">
          {t('grid.days')}
        </th>
        <th scope="col" className="fig worth">
          {currency === null
            ? t('grid.worth')
            : t('grid.worthIn', { currency: currencySymbol(currency) })}
        </th>
      </tr>
    </thead>
  )
}

/** A line: its name, its days, and what they come to. */
function GridRow({
  row,
  index,
  month: { days, state },
  grid,
  symbol,
}: {
  row: Row
  index: number
  month: OpenMonth
  grid: ReturnType<typeof useGridState>
  /** The currency is shown with the amount. */
  symbol: boolean
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const cellWords = useCellWords()
  const { name, note } = words.row(row)
  const total = rowTotal(state.cells, row.key, days)
  const hours = rowHours(state.cells, row.key, days)
  const amount = worth(row, total)
  return (
    <tr>
      <td className="mg">
        <span
          className="inline-block size-2.5 rounded-[2px]"
          style={{ background: `var(--swatch-${row.swatch})` }}
          aria-hidden="true"
        />
      </td>
      <th scope="row" className="first-column">
        <span className="line-clamp-2 leading-[17px] font-medium" title={name}>
          <bdi>{name}</bdi>
          {row.approved && (
            <LabelledIcon
              icon={Lock}
              size={13}
              label={t('approval.locked')}
              className="ms-1.5 inline text-positive"
            />
          )}
        </span>
        <span className="clip text-xs text-ink-subtle" title={note}>
          {note}
        </span>
      </th>
      {days.map((day, dayIndex) => {
        const key = cellKey(day.at, row.key)
        const place = { row: index, day: dayIndex }
        const cell = {
          row,
          day,
          quantity: state.cells.get(key) ?? 0,
          state: state.states.get(key),
          refusal: state.refusals.get(key),
          blocked: grid.blocked(place),
        }
        return (
          <GridCell key={day.at} at={key} cell={cell} {...cellWords(cell)} {...grid.cell(place)} />
        )
      })}
      <td className="fig border-s border-line-strong font-medium">
        {total > 0 ? words.figure(total) : <span className="text-ink-subtle">0</span>}
        {hours !== null && (
          <span
            className="block text-xs font-normal text-ink-subtle"
            title={words.dayOf(entryOfRow(row, [row]).hoursPerDay)}
          >
            {words.hours(hours)}
          </span>
        )}
      </td>
      <td className="fig worth">
        {amount !== null ? (
          <Amount major={amount} currency={row.contract?.currency} symbol={symbol} />
        ) : row.contract?.isBillable ? (
          <span className="text-ink-subtle">{t('grid.fixed')}</span>
        ) : (
          <None label={t('grid.notBilled')} />
        )}
      </td>
    </tr>
  )
}

function GridFoot({
  month: { rows, days, state, sums },
  currency,
}: {
  month: OpenMonth
  currency: string | null
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const worths = worthsOf(rows, days, state.cells)
  return (
    <tfoot>
      <tr>
        <td className="mg" />
        <th scope="row" className="first-column !font-semibold">
          {t('grid.total')}
        </th>
        {days.map((day) => (
          <DayTotal
            key={day.at}
            day={day}
            total={dayTotal(state.cells, rows, day.at)}
            over={isOver(state.cells, rows, day.at)}
          />
        ))}
        <td className="fig">
          <span className="total inline-block py-0.5">{words.figure(sums.recorded)}</span>
        </td>
        <td className="fig worth">
          {(worths.size === 0 ? [[currency ?? 'EUR', 0] as const] : [...worths]).map(
            ([of, amount]) => (
              <span key={of} className="total inline-block py-0.5">
                <Amount major={amount} currency={of} symbol={currency === null} />
              </span>
            ),
          )}
        </td>
      </tr>
    </tfoot>
  )
}
