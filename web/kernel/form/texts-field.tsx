import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chips } from './chips.tsx'
import { type FieldProps, FieldShell, useField } from './field.tsx'

/**
 * Short texts, each once. Enter adds the typed text, a paste adds its lines, Backspace in the empty
 * field removes the last one.
 */
export function TextsField({ max = 50, ...props }: FieldProps & { max?: number | undefined }) {
  const { t } = useTranslation('fields')
  const { field, error, id, wiring } = useField(props.name, { ...props, hint: true })
  const [typed, setTyped] = useState('')
  const values = (field.value ?? []) as readonly string[] // a list of texts on the wire
  const add = (texts: readonly string[]) => {
    const all = new Set([...values, ...texts.map((text) => text.trim()).filter(Boolean)])
    if (all.size !== values.length) field.onChange([...all].slice(0, max))
    setTyped('')
  }
  return (
    <FieldShell
      id={id}
      error={error}
      {...props}
      hint={props.hint ?? (props.readOnly ? undefined : t('list.hint'))}
    >
      <span className="input chip-box" aria-invalid={error ? true : undefined}>
        <Chips
          items={values.map((value) => ({ key: value, label: value }))}
          name={props.label}
          onRemove={
            props.readOnly
              ? undefined
              : (gone) => field.onChange(values.filter((value) => value !== gone))
          }
        />
        {!props.readOnly && (
          <input
            {...wiring}
            ref={field.ref}
            name={field.name}
            className="chip-input"
            dir="auto"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={(event) => {
              add([typed])
              field.onBlur(event)
            }}
            onPaste={(event) => {
              const lines = event.clipboardData.getData('text').split(/\r?\n|\t|;/)
              if (lines.length < 2) return
              event.preventDefault()
              add(lines)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && typed.trim() !== '') add([typed])
              else if (event.key === 'Backspace' && typed === '')
                field.onChange(values.slice(0, -1))
              else return
              event.preventDefault()
            }}
          />
        )}
      </span>
    </FieldShell>
  )
}
