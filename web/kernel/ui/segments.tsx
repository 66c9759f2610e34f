import clsx from 'clsx'
import { type Ref, useId } from 'react'
import { useLeave } from './dialog-guards.ts'

type SegmentsProps<V extends string | number> = {
  /** `spoken` labels a choice whose label is an icon. */
  readonly options: readonly {
    readonly value: V
    readonly label: string
    readonly spoken?: string
  }[]
  readonly value: V | undefined
  readonly onChange: (to: V) => void
  /** Label in words; or the id of the element that has it. */
  readonly label?: string
  readonly labelledBy?: string
  readonly describedBy?: string | undefined
  readonly className?: string
  readonly ref?: Ref<HTMLInputElement>
}

/** Two to four short choices, all visible: one tab stop, with arrow keys inside. */
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

/** A choice between forms of a dialog: what was typed in one is asked about before it goes. */
export function FormSegments<V extends string | number>({ onChange, ...rest }: SegmentsProps<V>) {
  const leave = useLeave()
  return <Segments {...rest} onChange={(to) => leave(() => onChange(to))} />
}
