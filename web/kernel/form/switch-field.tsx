import type { ReactNode } from 'react'
import { ConflictChoice } from './conflicts.tsx'
import { FieldNote, type FieldProps, useField } from './field.tsx'

export function CheckField({ note, ...props }: FieldProps & { note?: ReactNode }) {
  const { field, error, id, wiring } = useField(props.name, props)
  return (
    <div className={props.className}>
      <label className="flex items-start gap-2.5" htmlFor={id}>
        <input
          {...wiring}
          ref={field.ref}
          name={field.name}
          type="checkbox"
          className="check translate-y-0.5"
          checked={Boolean(field.value)}
          disabled={props.readOnly}
          onChange={(event) => field.onChange(event.target.checked)}
          onBlur={field.onBlur}
        />
        <span>
          {props.label}
          {note && <span className="block text-xs text-ink-subtle">{note}</span>}
        </span>
      </label>
      <FieldNote id={id} error={error} hint={props.hint} />
      <ConflictChoice path={props.name} />
    </div>
  )
}

/** For states: "facturable", "renouvelable". */
export function SwitchField(props: FieldProps) {
  const { field, error, id, wiring } = useField(props.name, props)
  return (
    <div className={props.className}>
      <span className="flex items-center gap-3">
        <button
          {...wiring}
          ref={field.ref}
          type="button"
          role="switch"
          className="switch"
          aria-checked={Boolean(field.value)}
          aria-labelledby={`${id}-l`}
          onClick={() => !props.readOnly && field.onChange(!field.value)}
          onBlur={field.onBlur}
        />
        <label id={`${id}-l`} htmlFor={id} className="font-medium">
          {props.label}
        </label>
      </span>
      <FieldNote id={id} error={error} hint={props.hint} />
      <ConflictChoice path={props.name} />
    </div>
  )
}
