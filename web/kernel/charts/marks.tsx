import type { ReactNode } from 'react'

/** Room above the highest bar for its label and today's dot. @unit pixels */
export const ROOM_ABOVE = 22
const TODAY_ABOVE = 12

/** A figure beside its bar or point, readable over lines and neighbours. */
export const FigureMark = ({
  x,
  y,
  anchor = 'middle',
  children,
}: {
  x: number
  y: number
  anchor?: 'start' | 'middle' | 'end'
  children: ReactNode
}) => (
  <text
    x={x}
    y={y}
    textAnchor={anchor}
    fontSize={12}
    fontWeight={600}
    fill="var(--ink)"
    stroke="var(--surface)"
    strokeWidth={4}
    paintOrder="stroke"
  >
    {children}
  </text>
)

/** Today: a vermilion line with a dot above the plot. */
export const TodayLine = ({ x, top, height }: { x: number; top: number; height: number }) => (
  <g pointerEvents="none" data-today>
    <line
      x1={x}
      x2={x}
      y1={top - TODAY_ABOVE}
      y2={top + height}
      stroke="var(--warm-line)"
      strokeWidth={1.4}
    />
    <circle cx={x} cy={top - TODAY_ABOVE} r={2.6} fill="var(--warm-line)" />
  </g>
)
