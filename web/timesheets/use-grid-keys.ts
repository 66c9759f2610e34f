import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { useGridActs } from './use-grid-acts.ts'
import type { TimeUnit } from '#contract/projects/project.values.ts'
import type { Place } from './grid-places.ts'
import type { Quantity } from './quantity.ts'
import { notifyInfo } from '#web/kernel/data/toasts.ts'
import { useRowWords } from './row-words.ts'

const TYPED: Readonly<Record<string, Quantity>> = {
  '1': 1,
  '5': 0.5,
  '0': 0,
  Delete: 0,
  Backspace: 0,
}
/** The first digits of 0.25 and 0.75. */
const TYPED_QUARTERS: Readonly<Record<string, Quantity>> = { ...TYPED, '2': 0.25, '7': 0.75 }
const TYPED_BESIDE_HOURS: Readonly<Record<string, Quantity>> = { Delete: 0, Backspace: 0 }
const TYPED_BY = {
  halfDay: TYPED,
  quarterDay: TYPED_QUARTERS,
  hour: TYPED_BESIDE_HOURS,
} satisfies Record<TimeUnit, typeof TYPED>
/** First sign of typed hours. */
const FIGURE = /^[\d.,\u0660-\u0669\u066B]$/
/** Sign between hours and minutes, after a figure. */
const BETWEEN = /^[hH:]$/

/**
 * The grid's keyboard. Arrows walk, digits fill or begin hours, Shift and arrows stretch, `H` is a
 * day off, Ctrl Z undoes.
 */
export function useGridKeys({
  here,
  size,
  acts,
  press,
  edit,
  go,
  onMonth,
  announce,
}: {
  here: Place
  size: { readonly rows: number; readonly days: number }
  acts: ReturnType<typeof useGridActs>
  press: (place: Place) => void
  /** Begins to type hours. @param begun the first sign; null to change those that are there */
  edit: (place: Place, begun: string | null) => void
  go: (to: Place, how?: 'move' | 'stretch') => void
  onMonth: (step: 1 | -1) => void
  /** To a screen reader. */
  announce: (text: string) => void
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const announceQuantity = (quantity: Quantity) =>
    announce(`${words.quantity(quantity)}${acts.range ? `, ${t('cell.range')}` : ''}`)

  /** Cell in which hours are being typed: a figure came last, or they are being refused. */
  const typing = useRef<{ readonly cell: string; readonly refused: boolean } | null>(null)
  /**
   * A row of parts of a day reads the first figure of hours such as `7h30` alone.
   *
   * @returns whether a key belongs to what is not read
   */
  const refusesHours = (key: string): boolean => {
    if (key === 'Shift') return false
    const cell = `${here.row} ${here.day}`
    const before = typing.current?.cell === cell ? typing.current : null
    if (FIGURE.test(key)) {
      typing.current = { cell, refused: before?.refused ?? false }
      return before?.refused ?? false
    }
    typing.current = null
    if (before === null || !BETWEEN.test(key)) return false
    typing.current = { cell, refused: true }
    if (before.refused) return true
    notifyInfo(t('hours.notHere'))
    return true
  }

  const off = () => {
    acts.off(here)
    announce(t('timesheet.option.kind.holiday'))
  }
  const others: Readonly<Record<string, () => void>> = {
    h: off,
    H: off,
    ' ': () => press(here),
    Enter: () => acts.commit(),
    Escape() {
      if (acts.cancel()) announce(t('cell.takenBack'))
    },
    PageUp: () => onMonth(-1),
    PageDown: () => onMonth(1),
  }

  return (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      return announce(acts.undo() ? t('cell.takenBack') : t('cell.nothingToUndo'))
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1
    const steps: Readonly<Record<string, Place>> = {
      ArrowRight: { row: here.row, day: here.day + forward },
      ArrowLeft: { row: here.row, day: here.day - forward },
      ArrowUp: { row: here.row - 1, day: here.day },
      ArrowDown: { row: here.row + 1, day: here.day },
      Home: { row: here.row, day: 0 },
      End: { row: here.row, day: size.days - 1 },
    }
    const to = steps[event.key]
    const { unit } = acts.entry(here)
    const quantity = TYPED_BY[unit][event.key]
    if (to) {
      const within = {
        row: Math.max(0, Math.min(size.rows - 1, to.row)),
        day: Math.max(0, Math.min(size.days - 1, to.day)),
      }
      if (event.shiftKey && (within.row !== here.row || within.day !== here.day)) {
        acts.stretch(here, within)
        go(within, 'stretch')
      } else if (!event.shiftKey) go(within)
    } else if (unit !== 'hour' && refusesHours(event.key)) {
      // Told already; nothing is changed.
    } else if (unit === 'hour' && (FIGURE.test(event.key) || event.key === 'F2'))
      edit(here, event.key === 'F2' ? null : event.key)
    else if (quantity !== undefined) {
      acts.put(here, quantity)
      announceQuantity(quantity)
    } else if (others[event.key]) others[event.key]?.()
    else return
    event.preventDefault()
  }
}
