import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { parseNumber } from './parse-input.ts'

type YearInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  readonly ref?: Ref<HTMLInputElement>
  readonly value: number
  readonly onYear: (year: number) => void
}

/** Four digits without a thousands separator; 0 when empty. */
export function YearInput({ value, onYear, onBlur, ...rest }: YearInputProps) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      {...rest}
      type="text"
      inputMode="numeric"
      className="input"
      dir="ltr"
      autoComplete="off"
      placeholder={t('month.yearPlaceholder')}
      value={typed ?? (value ? String(value) : '')}
      onChange={(event) => {
        setTyped(event.target.value)
        onYear(
          event.target.value.trim() === ''
            ? 0
            : (parseNumber(event.target.value, language) ?? Number.NaN),
        )
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

export function YearField(props: FieldProps) {
  const { field, error, id, wiring } = useField(props.name, props)
  return (
    <FieldShell id={id} error={error} {...props}>
      <YearInput
        {...wiring}
        ref={field.ref}
        name={field.name}
        value={Number(field.value ?? 0)}
        readOnly={props.readOnly}
        onBlur={field.onBlur}
        onYear={field.onChange}
      />
    </FieldShell>
  )
}
