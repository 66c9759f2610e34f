import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'

/** A few short choices in a row: a native select, which keyboards and phones know. */
export const NativeSelect = ({
  className,
  bare = false,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & {
  ref?: React.Ref<HTMLSelectElement>
  bare?: boolean
}) => (
  <span className="input-box">
    <select {...rest} className={clsx('pick', bare ? 'pick-bare' : 'input', className)} />
    <ChevronDown size={14} className="pick-arrow" />
  </span>
)
