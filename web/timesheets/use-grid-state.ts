import {
  type FocusEvent,
  type PointerEvent,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { Blocked } from './day-acts.ts'
import { isWithin, type Place, startingDay } from './grid-places.ts'
import { cellKey } from './month.ts'
import { useGridActs } from './use-grid-acts.ts'
import { useGridKeys } from './use-grid-keys.ts'
import type { OpenMonth } from './use-month-state.ts'

export type GridHandle = {
  readonly focusCell: (key: string) => void
  readonly focusRow: (row: string) => void
}
export type GridCallbacks = {
  readonly onBlocked: (why: Blocked) => void
  /** The focused day, for actions on its week. */
  readonly onDay: (at: number) => void
  readonly onMonth: (step: 1 | -1) => void
  readonly ref: Ref<GridHandle>
}

/** The grid's focus, its keyboard and its pointer. Spread `table` and `cell()` on the elements. */
export function useGridState(month: OpenMonth, { onBlocked, onDay, onMonth, ref }: GridCallbacks) {
  const { rows, days } = month
  const table = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState<Place>({ row: 0, day: startingDay(days) })
  const [announcement, announce] = useState('')
  const drag = useRef<{ from: Place; moved: boolean } | null>(null)
  const byMouse = useRef(false)
  const here = {
    row: Math.min(place.row, rows.length - 1),
    day: Math.min(place.day, days.length - 1),
  }
  const acts = useGridActs(month, onBlocked)

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
  const onKeyDown = useGridKeys({
    here,
    size: { rows: rows.length, days: days.length },
    acts,
    go,
    onMonth,
    announce,
  })

  return {
    announcement,
    blocked: acts.blocked,
    table: {
      ref: table,
      onKeyDown,
      onPointerUp: () => {
        const pressed = drag.current
        drag.current = null
        if (pressed && !pressed.moved) acts.press(pressed.from)
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) acts.moved()
      },
    },
    cell: (spot: Place) => {
      const isHere = spot.row === here.row && spot.day === here.day
      return {
        isHere,
        isSelected: acts.range !== null && isWithin(acts.range, spot),
        onPointerDown: (event: PointerEvent) => {
          byMouse.current = event.pointerType === 'mouse'
          if (!byMouse.current || event.button !== 0) return
          event.preventDefault()
          if (event.shiftKey) {
            acts.stretch(here, spot)
            return go(spot, 'stretch')
          }
          // Pressing the focused cell continues the act, so that Esc undoes all of it.
          if (!isHere) go(spot)
          else cellAt(spot)?.focus()
          drag.current = { from: spot, moved: false }
        },
        onPointerEnter: (event: PointerEvent) => {
          const pressed = drag.current
          if (!pressed) return
          // The button was released outside the grid.
          if (event.buttons % 2 === 0) return void (drag.current = null)
          pressed.moved = true
          // A drag fills its own line only; the pointer may leave it.
          const to = { row: pressed.from.row, day: spot.day }
          acts.stretch(pressed.from, to)
          go(to, 'stretch')
        },
        onClick: (event: { readonly detail: number }) => {
          // Mouse clicks were handled on mousedown; this is a touch or a screen reader.
          if (byMouse.current && event.detail > 0) return
          go(spot)
          acts.press(spot)
        },
        onFocus: () => !isHere && setPlace(spot),
      }
    },
  }
}
