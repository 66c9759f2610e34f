import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'

/** A few short choices within a row: the browser's own list, which the keyboard and the thumb know. */
export const NativeSelect = ({
  className,
  bare = false,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { ref?: React.Ref<HTMLSelectElement>; bare?: boolean }) => (
  <span className="input-box">
    <select {...rest} className={clsx('pick', bare ? 'pick-bare' : 'input', className)} />
    <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" className="pick-arrow" />
  </span>
)
