import clsx from 'clsx'
import { type CSSProperties, memo, type MouseEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Blocked } from './day-acts.ts'
import type { CellState } from './month-store.ts'
import { type Day, isBeside, type Quantity, type Row } from './month.ts'
import { inHalves, useRowWords } from './row-words.ts'

type CellDay = {
  readonly row: Row
  readonly day: Day
  readonly quantity: Quantity
  readonly state: CellState | undefined
  /** Why the server refused it. */
  readonly refusal: string | undefined
  readonly blocked: Blocked | null
}

/** A cell's label and hint. One hook for the whole grid, not one for each of its cells. */
export function useCellWords() {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  return ({ row, day, quantity, state, refusal, blocked }: CellDay) => {
    const { name, note } = words.row(row)
    const holiday = words.holiday(day)
    const closed = words.closed(day, row.key)
    const saving =
      state === 'error' ? (refusal ?? t('cell.error')) : state === 'saving' ? t('cell.saving') : ''
    const beside = quantity > 0 && isBeside(row, day) ? t('grid.beside') : ''
    const reason =
      blocked !== null && blocked !== 'permission'
        ? t(`blocked.${blocked}`)
        : beside || holiday || closed
    return {
      label: [
        name,
        note,
        words.day(day.at),
        holiday,
        closed,
        words.quantity(quantity),
        beside,
        saving,
      ]
        .filter(Boolean)
        .join(', '),
      title: (refusal ?? reason) || undefined,
    }
  }
}

/** One day of one line: drawn as a square, named in words. */
export function GridCell({
  at,
  cell: { row, day, quantity, state, blocked },
  label,
  title,
  isHere,
  isSelected,
  ...handlers
}: {
  /** The cell's key. */
  at: string
  cell: CellDay
  label: string
  title: string | undefined
  /** The one stop for Tab. */
  isHere: boolean
  isSelected: boolean
  onPointerDown: (event: PointerEvent) => void
  onPointerEnter: (event: PointerEvent) => void
  onClick: (event: MouseEvent) => void
  onFocus: () => void
}) {
  return (
    <td
      data-cell={at}
      tabIndex={isHere ? 0 : -1}
      aria-label={label}
      aria-selected={isSelected || undefined}
      aria-readonly={blocked !== null || undefined}
      aria-invalid={state === 'error' || undefined}
      title={title}
      className={clsx(
        '!p-0 relative border-s border-line text-center select-none',
        day.weekend && 'bg-surface-sunken',
        day.holiday !== null && 'hol',
        day.closedClients.has(row.key) && 'shadow-[inset_0_-2px_0_var(--line-strong)]',
        day.isToday && 'today',
        blocked === 'window' && 'shut',
      )}
      {...handlers}
    >
      <Filled quantity={quantity} swatch={row.swatch} state={state} />
    </td>
  )
}

/** A day is a filled square, half a day half of it; its corner tells how its saving goes. */
const Filled = memo(function Filled({
  quantity,
  swatch,
  state,
}: {
  quantity: Quantity
  swatch: number
  state: CellState | undefined
}) {
  return (
    <>
      {quantity > 0 && (
        // Drawn, not written: the cell is named in words.
        <span
          className="jour"
          aria-hidden="true"
          data-figure={inHalves(quantity)}
          style={{ '--c': `var(--swatch-${swatch})`, '--f': quantity } as CSSProperties}
        />
      )}
      {state && <span className="cell-state" data-state={state} aria-hidden="true" />}
    </>
  )
})
