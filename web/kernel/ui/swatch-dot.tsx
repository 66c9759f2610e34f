import type { CSSProperties } from 'react'

/** A colour of the palette, beside the word that it belongs to. */
export const SwatchDot = ({ number }: { number: number }) => (
  <i
    className="swatch-dot"
    style={{ '--c': `var(--swatch-${number})` } as CSSProperties}
    aria-hidden="true"
  />
)
