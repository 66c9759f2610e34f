import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { durationText } from '#web/kernel/words/formats.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { parseDuration } from './parse-input.ts'

/**
 * A duration, typed as `1 h 30`, `1:30`, `90 min` or `1,5 h`. Its value is in minutes, 0 when
 * empty.
 */
export function DurationField(props: FieldProps) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, props)
  const [typed, setTyped] = useState<string | null>(null)
  const value = Number(field.value ?? 0)
  return (
    <FieldShell id={id} error={error} {...props}>
      <input
        {...wiring}
        ref={field.ref}
        name={field.name}
        type="text"
        className="input"
        dir="auto"
        autoComplete="off"
        placeholder={t('duration.placeholder')}
        readOnly={props.readOnly}
        value={typed ?? (value > 0 ? durationText(language, value) : '')}
        onChange={(event) => {
          setTyped(event.target.value)
          field.onChange(
            event.target.value.trim() === ''
              ? 0
              : (parseDuration(event.target.value, language) ?? Number.NaN),
          )
        }}
        onBlur={(event) => {
          if (!Number.isNaN(value)) setTyped(null)
          field.onBlur(event)
        }}
      />
    </FieldShell>
  )
}
