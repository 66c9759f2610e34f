import { type PointerEvent, useRef } from 'react'
import { useColumnChoice } from './column-choice.ts'

/** A column is not dragged narrower. @unit pixels */
const LEAST = 64

/**
 * The edge of a column's head, which a pointer drags. The menu of columns has the same act for the
 * keyboard.
 */
export function ColumnEdge({ id, least = LEAST }: { id: string; least?: number }) {
  const [choice, choose] = useColumnChoice()
  const from = useRef<{ readonly x: number; readonly width: number; readonly sign: 1 | -1 } | null>(
    null,
  )
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    const head = event.currentTarget.parentElement
    if (!head) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = {
      x: event.clientX,
      width: head.getBoundingClientRect().width,
      sign: document.documentElement.dir === 'rtl' ? -1 : 1,
    }
  }
  const drag = ({ clientX }: PointerEvent) => {
    if (!from.current) return
    const { x, width, sign } = from.current
    const to = Math.round(Math.max(least, width + sign * (clientX - x)))
    choose({ ...choice, widths: { ...choice.widths, [id]: to } })
  }
  return (
    <span
      className="column-edge"
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={() => void (from.current = null)}
      onPointerCancel={() => void (from.current = null)}
    />
  )
}
