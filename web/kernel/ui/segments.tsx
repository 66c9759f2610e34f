import clsx from 'clsx'
import { type Ref, useId } from 'react'

type SegmentsProps<V extends string | number> = {
  /** `spoken` names a choice whose label is a sign. */
  readonly options: readonly { readonly value: V; readonly label: string; readonly spoken?: string }[]
  readonly value: V | undefined
  readonly onChange: (to: V) => void
  /** What is chosen, in words; or the id of the element that says it. */
  readonly label?: string
  readonly labelledBy?: string
  readonly describedBy?: string | undefined
  readonly className?: string
  readonly ref?: Ref<HTMLInputElement>
}

/** Two to four short choices, all seen at once: one stop of the keyboard, walked by the arrows. */
export function Segments<V extends string | number>({
  options,
  value,
  onChange,
  label,
  labelledBy,
  describedBy,
  className,
  ref,
}: SegmentsProps<V>) {
  const group = useId()
  return (
    <span
      className={clsx('seg', className)}
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      {options.map((option, index) => (
        <label key={option.value}>
          <input
            ref={index === 0 ? ref : undefined}
            type="radio"
            name={group}
            checked={option.value === value}
            aria-label={option.spoken}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </span>
  )
}
