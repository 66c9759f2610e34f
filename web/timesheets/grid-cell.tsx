import clsx from 'clsx'
import {
  type ComponentProps,
  type CSSProperties,
  memo,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Blocked } from './day-acts.ts'
import type { CellState } from './month-store.ts'
import { HoursInput } from './hours-input.tsx'
import { type Day, isBeside, type Row } from './month.ts'
import { inDays, isNone, type Quantity } from './quantity.ts'
import { useRowWords } from './row-words.ts'

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
    const beside = !isNone(quantity) && isBeside(row, day) ? t('grid.beside') : ''
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
      sign: words.sign(quantity),
    }
  }
}

/** One day of one line: drawn as a square, named in words. */
export function GridCell({
  at,
  cell: { row, day, quantity, state, blocked },
  label,
  title,
  sign,
  isHere,
  isSelected,
  editor,
  ...handlers
}: {
  /** The cell's key. */
  at: string
  cell: CellDay
  label: string
  title: string | undefined
  /** Quantity in one or two signs. */
  sign: string
  /** The one stop for Tab. */
  isHere: boolean
  isSelected: boolean
  /** Typing of hours; null when they are not typed. */
  editor: Pick<ComponentProps<typeof HoursInput>, 'begun' | 'start' | 'onHours' | 'onLeave'> | null
  onPointerDown: (event: PointerEvent) => void
  onPointerEnter: (event: PointerEvent) => void
  onClick: (event: MouseEvent) => void
  onFocus: () => void
}) {
  return (
    <td
      data-cell={at}
      tabIndex={isHere ? 0 : -1}
      // While hours are typed, the input has the name.
      aria-label={editor === null ? label : undefined}
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
      {editor === null ? (
        <Filled part={inDays(quantity)} sign={sign} swatch={row.swatch} state={state} />
      ) : (
        <HoursInput {...editor} label={label} ref={focused} className="hours-cell" />
      )}
    </td>
  )
}

const focused = (input: HTMLInputElement | null) => input?.focus()

/** A day is a filled square, half a day half of it; its corner tells how its saving goes. */
const Filled = memo(function Filled({
  part,
  sign,
  swatch,
  state,
}: {
  /** Part of a day. */
  part: number
  sign: string
  swatch: number
  state: CellState | undefined
}) {
  return (
    <>
      {part > 0 && (
        // Drawn, not written: the cell is named in words.
        <span
          className="jour"
          aria-hidden="true"
          data-figure={sign}
          data-long={sign.length > 2 || undefined}
          style={{ '--c': `var(--swatch-${swatch})`, '--f': Math.min(1, part) } as CSSProperties}
        />
      )}
      {state && <span className="cell-state" data-state={state} aria-hidden="true" />}
    </>
  )
})
