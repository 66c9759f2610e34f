import type { HTMLInputTypeAttribute } from 'react'
import { ibanText, sirenText, siretText, vatNumberText } from '#web/kernel/words/formats.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { useTyping } from './use-typing.ts'

/** Display formats of identifiers, used while the field has no focus. */
const GROUPED = {
  siren: sirenText,
  siret: siretText,
  iban: ibanText,
  vatNumber: vatNumberText,
} as const

export function TextField({
  type = 'text',
  grouped,
  placeholder,
  autoComplete,
  autoFocus,
  maxLength,
  ltr,
  ...props
}: FieldProps & {
  type?: HTMLInputTypeAttribute
  grouped?: keyof typeof GROUPED
  placeholder?: string
  autoComplete?: string
  autoFocus?: boolean
  maxLength?: number
  ltr?: boolean
}) {
  const { field, error, id, wiring } = useField(props.name, props)
  const { typing, begin, end } = useTyping()
  const value = typeof field.value === 'string' ? field.value : ''
  return (
    <FieldShell id={id} error={error} {...props}>
      <input
        {...wiring}
        ref={field.ref}
        name={field.name}
        type={type}
        className="input"
        value={grouped && !typing && !error ? GROUPED[grouped](value) : value}
        placeholder={placeholder}
        autoComplete={autoComplete ?? 'off'}
        data-autofocus={autoFocus || undefined}
        maxLength={maxLength}
        readOnly={props.readOnly}
        dir={
          ltr || grouped || type === 'email' || type === 'tel' || type === 'url' ? 'ltr' : 'auto'
        }
        inputMode={grouped === 'siren' || grouped === 'siret' ? 'numeric' : undefined}
        onFocus={begin}
        onBlur={(event) => {
          end()
          field.onBlur(event)
        }}
        onChange={field.onChange}
      />
    </FieldShell>
  )
}

export function TextArea({
  rows = 4,
  placeholder,
  autoComplete,
  ...props
}: FieldProps & { rows?: number; placeholder?: string; autoComplete?: string }) {
  const { field, error, id, wiring } = useField(props.name, props)
  return (
    <FieldShell id={id} error={error} {...props}>
      <textarea
        {...wiring}
        {...field}
        value={(field.value as string | undefined) ?? ''}
        rows={rows}
        placeholder={placeholder}
        autoComplete={autoComplete}
        readOnly={props.readOnly}
        className="input"
        dir="auto"
      />
    </FieldShell>
  )
}
