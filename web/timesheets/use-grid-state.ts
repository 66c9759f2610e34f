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
import { useRowWords } from './row-words.ts'
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
  const words = useRowWords()
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
  const [editing, setEditing] = useState<{ key: string; begun: string | null } | null>(null)
  const edit = (at: Place, begun: string | null) => {
    if (acts.allowed(at)) setEditing({ key: keyAt(at), begun })
  }
  const press = (at: Place) => {
    if (acts.press(at)) edit(at, null)
  }

  const keyAt = ({ row, day }: Place) => cellKey(days[day]?.at ?? 0, rows[row]?.key ?? '')
  const cellAt = (at: Place) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${keyAt(at)}"]`)
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
    press,
    edit,
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
        if (pressed && !pressed.moved) press(pressed.from)
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) acts.moved()
      },
    },
    cell: (spot: Place) => {
      const isHere = spot.row === here.row && spot.day === here.day
      const entry = acts.entry(spot)
      const there = acts.value(spot)
      const leave = () => {
        const cell = cellAt(spot)
        if (cell?.contains(document.activeElement)) cell.focus()
        setEditing(null)
      }
      return {
        isHere,
        editor:
          editing?.key === keyAt(spot)
            ? {
                begun: editing.begun,
                start: words.typed(there),
                onLeave: leave,
                onHours: (hours: number) => {
                  const quantity = hours === 0 ? 0 : { hours, hoursPerDay: entry.hoursPerDay }
                  acts.put(spot, quantity)
                  announce(words.quantity(quantity))
                  leave()
                },
              }
            : null,
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
          press(spot)
        },
        onFocus: () => !isHere && setPlace(spot),
      }
    },
  }
}
