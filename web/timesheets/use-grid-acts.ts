import { useRef, useState } from 'react'
import { type Blocked, whyBlocked } from './day-acts.ts'
import { isWithin, type Place, type Range } from './grid-places.ts'
import {
  cellKey,
  type Cells,
  type Change,
  type Day,
  dayOff,
  entryOfRow,
  pressed,
  type Row,
  valueAt,
} from './month.ts'
import {
  asTaken,
  type Entry,
  entryOf,
  isNone,
  isSame,
  partOfDay,
  type Quantity,
} from './quantity.ts'
import type { OpenMonth } from './use-month-state.ts'

/** The last act, which Esc undoes: the cells that it changed, with their previous values. */
type Gesture = {
  readonly from: Place
  to: Place
  value: Quantity | null
  readonly before: Map<string, Quantity>
}
/** Cells of a range: a single one, or those of several that are open. */
const cellsWithin = (
  { rows, days }: Pick<OpenMonth, 'rows' | 'days'>,
  { from, to }: Range,
  isOpen: (place: Place) => boolean,
): { row: Row; day: Day }[] => {
  const isSingle = from.row === to.row && from.day === to.day
  return rows.flatMap((row, rowIndex) =>
    days.flatMap((day, dayIndex) => {
      const place = { row: rowIndex, day: dayIndex }
      return isWithin({ from, to }, place) && (isSingle || isOpen(place)) ? [{ row, day }] : []
    }),
  )
}

/**
 * The acts on the grid's cells, by keyboard and mouse alike. An act begins in a cell and lasts
 * until the user moves away. It can be extended over working days, given another value, and undone.
 */
export function useGridActs(
  { rows, days, store, mayWrite }: OpenMonth,
  onBlocked: (why: Blocked) => void,
) {
  /** Read from the store: a fast user acts twice before React renders once. */
  const now = (): Cells => store.getState().cells
  const gesture = useRef<Gesture | null>(null)
  const [range, setRange] = useState<Range | null>(null)

  const blocked = ({ row, day }: Place): Blocked | null =>
    whyBlocked(days[day], mayWrite, rows[row])
  const at = (place: Place) => ({ row: rows[place.row], day: days[place.day] })
  const value = (place: Place): Quantity => {
    const { row, day } = at(place)
    return row && day ? valueAt(now(), row.key, day.at) : 0
  }

  /** Writes, and remembers the previous values for Esc. */
  const write = (act: Gesture, changes: readonly Change[]) => {
    const wanted = new Map(changes.map(({ key, quantity }) => [key, quantity]))
    // Cells that the act no longer covers get their previous values back.
    const back = [...act.before]
      .filter(([key]) => !wanted.has(key))
      .map(([key, quantity]) => ({ key, quantity }))
    for (const { key } of back) act.before.delete(key)
    for (const { key } of changes)
      if (!act.before.has(key)) act.before.set(key, now().get(key) ?? 0)
    store.set(
      [...back, ...changes].filter(({ key, quantity }) => !isSame(now().get(key) ?? 0, quantity)),
      act,
    )
  }
  const begin = (place: Place): Gesture =>
    (gesture.current = { from: place, to: place, value: null, before: new Map() })
  /** The act that covers a place; a cell that was focused otherwise begins one. */
  const actAt = (place: Place): Gesture => {
    const act = gesture.current
    return act && isWithin(act, place) ? act : begin(place)
  }
  const end = () => {
    gesture.current = null
    setRange(null)
  }

  /**
   * The cells of an act: a single one on any day, several only on open working days of open lines.
   */
  const covered = (range: Range) =>
    cellsWithin(
      { rows, days },
      range,
      (place) => days[place.day]?.working === true && blocked(place) === null,
    )

  /** @returns false when the cell refuses input, after showing why */
  const allowed = (place: Place): boolean => {
    const why = blocked(place)
    if (why) onBlocked(why)
    return why === null
  }

  const put = (place: Place, quantity: Quantity) => {
    if (!allowed(place)) return
    const act = actAt(place)
    act.value = quantity
    write(
      act,
      covered(act).map(({ row, day }) => ({
        key: cellKey(day.at, row.key),
        quantity: asTaken(entryOfRow(row, rows), quantity),
      })),
    )
  }

  return {
    range,
    blocked,
    value,
    /** Moving on ends the act: Esc no longer undoes it. */
    moved: end,
    put,
    /** @returns whether the cell has hours, which are typed over */
    press(place: Place): boolean {
      const { row, day } = at(place)
      const quantity = row && day ? pressed(now(), rows, row, day.at) : 0
      if (quantity === null) return allowed(place)
      if (row && day) put(place, quantity)
      return false
    },
    allowed,
    /** Unit of a place's time. */
    entry({ row }: Place): Entry {
      const of = rows[row]
      return of ? entryOfRow(of, rows) : entryOf('halfDay', 0)
    },
    off(place: Place) {
      if (!allowed(place)) return
      const act = actAt(place)
      write(
        act,
        covered(act).flatMap(({ row, day }) => dayOff(now(), rows, row.key, day.at)),
      )
    },
    /**
     * Extends the act to another cell: the first cell's value, or a whole day, fills the working
     * days in between.
     */
    stretch(from: Place, to: Place) {
      if (!mayWrite) return onBlocked('permission')
      const act = gesture.current ?? begin(from)
      const first = rows[act.from.row]
      if (act.value === null) {
        const there = value(act.from)
        act.value = isNone(there) && first ? partOfDay(entryOfRow(first, rows), 1) : there
      }
      const quantity = act.value
      act.to = to
      setRange({ from: act.from, to })
      write(
        act,
        covered(act).map(({ row, day }) => ({
          key: cellKey(day.at, row.key),
          quantity: asTaken(entryOfRow(row, rows), quantity),
        })),
      )
    },
    /** @returns whether there was an act to undo */
    cancel(): boolean {
      const act = gesture.current
      const back = [...(act?.before ?? [])].map(([key, quantity]) => ({ key, quantity }))
      end()
      store.set(
        back.filter(({ key, quantity }) => !isSame(now().get(key) ?? 0, quantity)),
        act ?? undefined,
      )
      return back.length > 0
    },
    /** Undoes the last act, then the one before. @returns whether there was one */
    undo(): boolean {
      end()
      return mayWrite && store.undo()
    },
    commit() {
      end()
      void store.flush()
    },
  }
}
