import clsx from 'clsx'
import { type CSSProperties, memo, type MouseEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Blocked } from './grid-acts.ts'
import type { CellState } from './month-store.ts'
import type { Day, Quantity, Row } from './month.ts'
import { inHalves, useRowWords } from './row-words.ts'

/** One day of one line: drawn as a square, told in words. */
export function GridCell({
  at,
  row,
  day,
  quantity,
  state,
  refusal,
  blocked,
  isHere,
  isSelected,
  ...handlers
}: {
  /** The cell's key. */
  at: string
  row: Row
  day: Day
  quantity: Quantity
  state: CellState | undefined
  /** Why the server refused it. */
  refusal: string | undefined
  blocked: Blocked | null
  /** The one stop for Tab. */
  isHere: boolean
  isSelected: boolean
  onPointerDown: (event: PointerEvent) => void
  onPointerEnter: (event: PointerEvent) => void
  onClick: (event: MouseEvent) => void
  onFocus: () => void
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const { name, note } = words.row(row)
  return (
    <td
      data-cell={at}
      tabIndex={isHere ? 0 : -1}
      aria-label={[
        name,
        note,
        words.day(day.at),
        words.holiday(day),
        words.quantity(quantity),
        state === 'error' ? (refusal ?? t('cell.error')) : state === 'saving' ? t('cell.saving') : '',
      ]
        .filter(Boolean)
        .join(', ')}
      aria-selected={isSelected || undefined}
      aria-readonly={blocked !== null || undefined}
      aria-invalid={state === 'error' || undefined}
      title={
        refusal ??
        (blocked === 'window'
          ? t('blocked.window')
          : blocked === 'shut'
            ? t('blocked.shut')
            : words.holiday(day) || undefined)
      }
      className={clsx(
        '!p-0 relative border-s border-line text-center select-none',
        day.weekend && 'bg-surface-sunken',
        day.holiday !== null && 'hol',
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
