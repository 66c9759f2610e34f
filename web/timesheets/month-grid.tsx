import clsx from 'clsx'
import { Lock } from 'lucide-react'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { currencySymbol } from '#web/kernel/words/formats.ts'
import { LabelledIcon } from '#web/kernel/ui/labelled-icon.tsx'
import { Amount, None } from '#web/kernel/ui/values.tsx'
import { type Blocked, type Place, useGridActs } from './grid-acts.ts'
import type { MonthState, MonthStore } from './month-store.ts'
import { cellKey, type Day, dayTotal, type Row, rowTotal, worth } from './month.ts'
import { DayTotal } from './day-total.tsx'
import { GridCell, useCellWords } from './grid-cell.tsx'
import { useRowWords } from './row-words.ts'
import { useGridKeys } from './use-grid-keys.ts'

export type GridHandle = {
  readonly focusCell: (key: string) => void
  readonly focusRow: (row: string) => void
}
type GridProps = {
  readonly caption: string
  readonly rows: readonly Row[]
  readonly days: readonly Day[]
  readonly state: MonthState
  readonly store: MonthStore
  readonly mayWrite: boolean
  readonly onBlocked: (why: Blocked) => void
  /** The focused day, for actions on its week. */
  readonly onDay: (at: number) => void
  readonly onMonth: (step: 1 | -1) => void
  /** Content under the rows: "add a line". */
  readonly foot: ReactNode
  readonly ref: Ref<GridHandle>
}

/**
 * The month's grid. One tab stop; arrow keys move, digits fill, Shift and arrows or a drag fill
 * working days, Enter saves, Esc undoes. It scrolls sideways on narrow screens.
 */
export function MonthGrid({
  caption,
  rows,
  days,
  state,
  store,
  mayWrite,
  onBlocked,
  onDay,
  onMonth,
  foot,
  ref,
}: GridProps) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const cellWords = useCellWords()
  const { language } = usePreferences()
  const table = useRef<HTMLTableElement>(null)
  const start = Math.max(
    0,
    days.findIndex((day) => day.isToday) === -1
      ? days.findIndex((day) => day.working)
      : days.findIndex((day) => day.isToday),
  )
  const [place, setPlace] = useState<Place>({ row: 0, day: start })
  const [said, setSaid] = useState('')
  const drag = useRef<{ from: Place; moved: boolean } | null>(null)
  const byMouse = useRef(false)
  const here = {
    row: Math.min(place.row, rows.length - 1),
    day: Math.min(place.day, days.length - 1),
  }
  const acts = useGridActs({ rows, days, store, mayWrite, onBlocked })

  const cellAt = ({ row, day }: Place) =>
    table.current?.querySelector<HTMLElement>(
      `[data-cell="${cellKey(days[day]?.at ?? 0, rows[row]?.key ?? '')}"]`,
    )
  const go = (to: Place, how: 'move' | 'stretch' = 'move') => {
    if (how === 'move') acts.moved()
    setPlace(to)
    onDay(days[to.day]?.at ?? 0)
    cellAt(to)?.focus()
  }
  useImperativeHandle(ref, () => ({
    focusCell: (key) => {
      const to = {
        row: rows.findIndex((row) => key.endsWith(`.${row.key}`)),
        day: days.findIndex((day) => key.startsWith(`${day.at}.`)),
      }
      if (to.row >= 0 && to.day >= 0) go(to)
    },
    focusRow: (key) => {
      const row = rows.findIndex((one) => one.key === key)
      if (row >= 0) go({ row, day: here.day })
    },
  }))
  const press = useGridKeys({
    here,
    size: { rows: rows.length, days: days.length },
    acts,
    go,
    onMonth,
    onSaid: setSaid,
  })
  const inRange = (row: number, day: number) => {
    if (!acts.range) return false
    const { from, to } = acts.range
    return (
      row >= Math.min(from.row, to.row) &&
      row <= Math.max(from.row, to.row) &&
      day >= Math.min(from.day, to.day) &&
      day <= Math.max(from.day, to.day)
    )
  }
  const letter = new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : language, {
    weekday: 'narrow',
    timeZone: 'UTC',
  })
  const currencies = new Set(
    rows.flatMap(({ contract }) => (contract?.isBillable ? [contract.currency] : [])),
  )
  const [only = 'EUR'] = currencies
  const oneCurrency = currencies.size <= 1
  const sign = currencySymbol(only)
  const totals = rows.map((row) => rowTotal(state.cells, row.key, days))
  const worths = Map.groupBy(
    rows.flatMap((row, index) => {
      const amount = worth(row, totals[index] ?? 0)
      return amount === null ? [] : [{ currency: row.contract?.currency ?? only, amount }]
    }),
    ({ currency }) => currency,
  )

  return (
    <div className="relative max-xl:overflow-x-auto">
      <output className="sr-only">{said}</output>
      {/* Handles the keys of all cells: the table is one composite widget, as in the ARIA grid
          pattern. */}
      <table
        ref={table}
        role="grid"
        aria-label={caption}
        aria-readonly={!mayWrite || undefined}
        className="ledger temps max-xl:min-w-[1180px] max-xl:[&_thead_th]:static"
        onKeyDown={press}
        onPointerUp={() => {
          const held = drag.current
          drag.current = null
          if (held && !held.moved) acts.press(held.from)
        }}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && acts.moved()}
      >
        <colgroup>
          <col style={{ width: 'var(--marge)' }} />
          <col />
          {days.map((day) => (
            <col key={day.at} style={{ width: '25px' }} />
          ))}
          <col style={{ width: '54px' }} />
          <col style={{ width: '106px' }} />
        </colgroup>
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
            <th scope="col" className="fig">
              {oneCurrency ? t('grid.worthIn', { currency: sign }) : t('grid.worth')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => {
            const { name, note } = words.row(row)
            const total = totals[rowIndex] ?? 0
            const amount = worth(row, total)
            return (
              <tr key={row.key}>
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
                  const spot = { row: rowIndex, day: dayIndex }
                  const isHere = rowIndex === here.row && dayIndex === here.day
                  const told = {
                    row,
                    day,
                    quantity: state.cells.get(key) ?? 0,
                    state: state.states.get(key),
                    refusal: state.refusals.get(key),
                    blocked: acts.blocked(spot),
                  }
                  return (
                    <GridCell
                      key={day.at}
                      at={key}
                      told={told}
                      {...cellWords(told)}
                      isHere={isHere}
                      isSelected={inRange(rowIndex, dayIndex)}
                      onPointerDown={(event) => {
                        byMouse.current = event.pointerType === 'mouse'
                        if (!byMouse.current || event.button !== 0) return
                        event.preventDefault()
                        if (event.shiftKey) {
                          acts.stretch(here, spot)
                          return go(spot, 'stretch')
                        }
                        // Pressing the focused cell continues the act, so that Esc undoes all of
                        // it.
                        if (!isHere) go(spot)
                        else cellAt(spot)?.focus()
                        drag.current = { from: spot, moved: false }
                      }}
                      onPointerEnter={(event) => {
                        const held = drag.current
                        if (!held) return
                        // The button was released outside the grid.
                        if (event.buttons % 2 === 0) return void (drag.current = null)
                        held.moved = true
                        // A drag fills its own line only; the pointer may leave it.
                        const to = { row: held.from.row, day: dayIndex }
                        acts.stretch(held.from, to)
                        go(to, 'stretch')
                      }}
                      onClick={(event) => {
                        // Mouse clicks were handled on mousedown; this is a touch or a screen
                        // reader.
                        if (byMouse.current && event.detail > 0) return
                        go(spot)
                        acts.press(spot)
                      }}
                      onFocus={() => !isHere && setPlace(spot)}
                    />
                  )
                })}
                <td className="fig border-s border-line-strong font-medium">
                  {total > 0 ? words.figure(total) : <span className="text-ink-subtle">0</span>}
                </td>
                <td className="fig">
                  {amount !== null ? (
                    <Amount
                      major={amount}
                      currency={row.contract?.currency}
                      symbol={!oneCurrency}
                    />
                  ) : row.contract?.isBillable ? (
                    <span className="text-ink-subtle">{t('grid.fixed')}</span>
                  ) : (
                    <None label={t('grid.notBilled')} />
                  )}
                </td>
              </tr>
            )
          })}
          {foot}
        </tbody>
        <tfoot>
          <tr>
            <td className="mg" />
            <th scope="row" className="first-column !font-semibold">
              {t('grid.total')}
            </th>
            {days.map((day) => (
              <DayTotal key={day.at} day={day} total={dayTotal(state.cells, rows, day.at)} />
            ))}
            <td className="fig">
              <span className="total inline-block py-0.5">
                {words.figure(totals.reduce((sum, total) => sum + total, 0))}
              </span>
            </td>
            <td className="fig">
              {(worths.size === 0 ? [[only, []] as const] : [...worths]).map(
                ([currency, parts]) => (
                  <span key={currency} className="total inline-block py-0.5">
                    <Amount
                      major={parts.reduce((sum, { amount }) => sum + amount, 0)}
                      currency={currency}
                      symbol={!oneCurrency}
                    />
                  </span>
                ),
              )}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
