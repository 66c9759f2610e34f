import type { ReactNode } from 'react'

/** The head of a table's row that opens what its figures are made of. */
export const WhyHead = ({
  open,
  onClick,
  children,
}: {
  open: boolean
  onClick: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    className="link cursor-pointer border-0 bg-transparent p-0 text-start first-letter:uppercase"
    aria-expanded={open}
    onClick={onClick}
  >
    {children}
  </button>
)
