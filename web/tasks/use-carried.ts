import { useState } from 'react'
import type { Board, BoardTask } from '#contract/tasks/tasks.contract.ts'
import { type Place, placeOf, type Sought, stepped } from './places.ts'

/** A task that is being moved: by the pointer, by a finger, or by the keys. */
export type Carried = {
  readonly task: BoardTask
  readonly place: Place
  readonly by: 'pointer' | 'touch' | 'keys'
}

const STEPS: Readonly<Record<string, 'up' | 'down' | 'left' | 'right'>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** One task is carried at a time. Nothing is written before it is put down. */
export function useCarried({
  board,
  sought,
  rtl,
  onDrop,
}: {
  board: Board
  sought: Sought
  /** Columns run from right to left. */
  rtl: boolean
  onDrop: (task: BoardTask, place: Place, by: Carried['by']) => void
}) {
  const [carried, setCarried] = useState<Carried | null>(null)

  const lift = (task: BoardTask, by: Carried['by']) => {
    const place = placeOf(board, task.id)
    if (place !== null) setCarried({ task, place, by })
  }
  const over = (place: Place) =>
    setCarried((now) =>
      now === null ||
      (now.place.columnId === place.columnId && now.place.beforeId === place.beforeId)
        ? now
        : { ...now, place },
    )
  /** @param place under the pointer, which may have moved since the last drawing */
  const drop = (place = carried?.place) => {
    if (carried !== null && place !== undefined) onDrop(carried.task, place, carried.by)
    setCarried(null)
  }

  /** @returns whether the key was one of the carrying */
  function press(key: string, task: BoardTask): boolean {
    if (carried?.by !== 'keys') {
      if (key !== ' ') return false
      lift(task, 'keys')
      return true
    }
    if (key === ' ' || key === 'Enter') drop()
    else if (key === 'Escape') setCarried(null)
    else {
      const step = STEPS[key]
      if (step === undefined) return false
      const to =
        step === 'left' ? (rtl ? 'on' : 'back') : step === 'right' ? (rtl ? 'back' : 'on') : step
      over(stepped(board, carried.task.id, carried.place, to, sought))
    }
    return true
  }

  return { carried, lift, over, drop, press, cancel: () => setCarried(null) }
}
export type Carrying = ReturnType<typeof useCarried>
