import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from 'react'
import type { BoardTask } from '#contract/tasks/tasks.contract.ts'
import type { Place } from './places.ts'
import type { Carrying } from './use-carried.ts'

/** Rest of a finger on a slip before it lifts it. @unit milliseconds */
const HOLD_MS = 350
/** A finger that moves further than this before scrolls the page instead. @unit pixels */
const SLACK = 10
/** Distance from an edge at which a finger scrolls, and the step of each frame. @unit pixels */
const EDGE = 56
const STEP = 12
/**
 * Rest of a finger at the edge of a phone before the neighbouring column is shown. @unit
 * milliseconds
 */
const TURN_MS = 600

/**
 * Place of a slip on a column: before the first one whose middle is below the finger or the
 * pointer. Below all drawn slips comes the first undrawn one.
 */
export function placeIn(lane: HTMLElement, columnId: string, y: number, carriedId: string): Place {
  const next = [...lane.querySelectorAll<HTMLElement>('[data-task]')].find((slip) => {
    const { top, height } = slip.getBoundingClientRect()
    return slip.dataset['task'] !== carriedId && y < top + height / 2
  })
  return { columnId, beforeId: next?.dataset['task'] ?? lane.dataset['rest'] ?? null }
}

function placeAt(x: number, y: number, carriedId: string): Place | undefined {
  const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]')
  return lane ? placeIn(lane, lane.dataset['lane'] ?? '', y, carriedId) : undefined
}

const stop = (event: Event) => event.preventDefault()

/**
 * Slips are carried by touch: a long press lifts one, the finger leads it, and the edges scroll.
 * Columns and places are those of the carrying by mouse, and are told in the same words.
 *
 * @param turn shows the column to the left or right, on a phone; absent where columns stand side by
 * side
 */
export function useTouchCarry(
  carrying: Carrying,
  turn: ((side: 'left' | 'right') => void) | undefined,
) {
  const latest = useRef({ carrying, turn })
  const ghost = useRef<HTMLDivElement>(null)
  const ending = useRef<(() => void) | null>(null)
  useEffect(() => {
    latest.current = { carrying, turn }
  })
  useEffect(() => () => ending.current?.(), [])

  function carry(
    slip: HTMLElement,
    task: BoardTask,
    begun: { readonly x: number; readonly y: number },
  ) {
    let { x, y } = begun
    let turnsAt = 0
    let frame = 0
    const lanes = slip.closest<HTMLElement>('[data-lanes]')
    const { left, top, width } = slip.getBoundingClientRect()
    const swatch = slip.style.getPropertyValue('--c')
    latest.current.carrying.lift(task, 'touch')
    navigator.vibrate?.(10)

    const follow = () => {
      if (ghost.current) {
        ghost.current.style.setProperty('--c', swatch)
        ghost.current.style.width = `${width}px`
        ghost.current.style.translate = `${left + x - begun.x}px ${top + y - begun.y}px`
      }
      const place = placeAt(x, y, task.id)
      if (place !== undefined) latest.current.carrying.over(place)
    }
    const scroll = (now: number) => {
      frame = requestAnimationFrame(scroll)
      const { innerWidth, innerHeight } = window
      if (y < EDGE * 2) window.scrollBy(0, -STEP)
      else if (y > innerHeight - EDGE) window.scrollBy(0, STEP)
      const side = x < EDGE / 2 ? 'left' : x > innerWidth - EDGE / 2 ? 'right' : null
      if (latest.current.turn === undefined) {
        if (x < EDGE || x > innerWidth - EDGE) lanes?.scrollBy(x < EDGE ? -STEP : STEP, 0)
      } else if (side === null) turnsAt = 0
      else if (turnsAt === 0) turnsAt = now + TURN_MS
      else if (now >= turnsAt) {
        latest.current.turn(side)
        turnsAt = now + TURN_MS
      }
      follow()
    }
    const move = (event: PointerEvent) => {
      ;({ clientX: x, clientY: y } = event)
      follow()
    }
    const end = (event?: Event) => {
      cancelAnimationFrame(frame)
      ending.current = null
      slip.removeEventListener('touchmove', stop)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', escape, true)
      if (event?.type === 'pointerup') {
        // The press that lifted the slip opens nothing when it ends.
        window.addEventListener('click', swallow, { capture: true, once: true })
        requestAnimationFrame(() => window.removeEventListener('click', swallow, { capture: true }))
        latest.current.carrying.drop(placeAt(x, y, task.id))
      } else latest.current.carrying.cancel()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end()
    }
    // The slip keeps the touch, also when its column is drawn no more; the page would scroll under
    // it.
    slip.addEventListener('touchmove', stop, { passive: false })
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', escape, true)
    ending.current = end
    frame = requestAnimationFrame(scroll)
  }

  return {
    ghost,
    /** Waits whether a finger that was put on a slip stays. */
    hold(event: ReactPointerEvent<HTMLElement>, task: BoardTask) {
      const slip = event.currentTarget
      // Browsers of phones would drag it by themselves after a long press.
      slip.draggable = event.pointerType === 'mouse'
      if (event.pointerType === 'mouse' || !event.isPrimary || ending.current !== null) return
      const { clientX: x, clientY: y } = event
      const leave = (moved?: PointerEvent) => {
        if (
          moved?.type === 'pointermove' &&
          Math.hypot(moved.clientX - x, moved.clientY - y) < SLACK
        )
          return
        clearTimeout(timer)
        window.removeEventListener('pointermove', leave)
        window.removeEventListener('pointerup', leave)
        window.removeEventListener('pointercancel', leave)
        slip.removeEventListener('contextmenu', stop)
      }
      const timer = setTimeout(() => {
        leave()
        slip.addEventListener('contextmenu', stop, { once: true })
        carry(slip, task, { x, y })
      }, HOLD_MS)
      slip.addEventListener('contextmenu', stop)
      window.addEventListener('pointermove', leave)
      window.addEventListener('pointerup', leave)
      window.addEventListener('pointercancel', leave)
    },
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
