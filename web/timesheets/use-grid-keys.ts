import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { useGridActs } from './use-grid-acts.ts'
import type { Place } from './grid-places.ts'
import type { Quantity } from './month.ts'
import { useRowWords } from './row-words.ts'

const TYPED: Readonly<Record<string, Quantity>> = {
  '1': 1,
  '5': 0.5,
  '0': 0,
  Delete: 0,
  Backspace: 0,
}

/**
 * The grid's keyboard. Arrows walk, digits fill, Shift and arrows stretch, `H` is a day off, Ctrl Z
 * undoes.
 */
export function useGridKeys({
  here,
  size,
  acts,
  go,
  onMonth,
  announce,
}: {
  here: Place
  size: { readonly rows: number; readonly days: number }
  acts: ReturnType<typeof useGridActs>
  go: (to: Place, how?: 'move' | 'stretch') => void
  onMonth: (step: 1 | -1) => void
  /** To a screen reader. */
  announce: (text: string) => void
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const announceQuantity = (quantity: Quantity) =>
    announce(`${words.quantity(quantity)}${acts.range ? `, ${t('cell.range')}` : ''}`)

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
    const quantity = TYPED[event.key]
    if (to) {
      const within = {
        row: Math.max(0, Math.min(size.rows - 1, to.row)),
        day: Math.max(0, Math.min(size.days - 1, to.day)),
      }
      if (event.shiftKey && (within.row !== here.row || within.day !== here.day)) {
        acts.stretch(here, within)
        go(within, 'stretch')
      } else if (!event.shiftKey) go(within)
    } else if (quantity !== undefined) {
      acts.put(here, quantity)
      announceQuantity(quantity)
    } else if (event.key === 'h' || event.key === 'H') {
      acts.off(here)
      announce(t('timesheet.option.kind.holiday'))
    } else if (event.key === ' ') acts.press(here)
    else if (event.key === 'Enter') acts.commit()
    else if (event.key === 'Escape') {
      if (acts.cancel()) announce(t('cell.takenBack'))
    } else if (event.key === 'PageUp') onMonth(-1)
    else if (event.key === 'PageDown') onMonth(1)
    else return
    event.preventDefault()
  }
}
