import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Chips } from './chips.tsx'
import { type FieldProps, FieldShell, useField } from './field.tsx'

const linesOf = (text: string): readonly string[] => text.split(/\r?\n|\t|;/)
const itself = (text: string): string => text

/**
 * Short texts, each once. Enter adds the typed text, a paste adds its lines, Backspace in the empty
 * field removes the last one.
 */
export function TextsField({
  max = 50,
  split = linesOf,
  keyOf = itself,
  ...props
}: FieldProps & {
  max?: number | undefined
  /** The texts of a pasted or typed one. */
  split?: ((text: string) => readonly string[]) | undefined
  /** Texts with one key are the same text. */
  keyOf?: ((text: string) => string) | undefined
}) {
  const { t } = useTranslation('fields')
  const { field, error, id, wiring } = useField(props.name, { ...props, hint: true })
  const [typed, setTyped] = useState('')
  const values = (field.value ?? []) as readonly string[] // a list of texts on the wire
  const add = (texts: readonly string[]): void => {
    const all = new Map(values.map((value) => [keyOf(value), value]))
    for (const text of texts.map((one) => one.trim()).filter(Boolean))
      if (!all.has(keyOf(text))) all.set(keyOf(text), text)
    if (all.size !== values.length) field.onChange([...all.values()].slice(0, max))
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
              add(split(typed))
              field.onBlur(event)
            }}
            onPaste={(event) => {
              const lines = split(event.clipboardData.getData('text'))
              if (lines.length < 2 && lines[0] === event.clipboardData.getData('text')) return
              event.preventDefault()
              add(lines)
            }}
            onKeyDown={(event) => {
              // Saving or leaving by a key, the typed text is part of the form.
              const isCommand = event.ctrlKey || event.metaKey
              if (event.key === 'Escape' || (isCommand && /^(?:enter|s)$/i.test(event.key)))
                return flushSync(() => add(split(typed)))
              if (event.key === 'Enter' && typed.trim() !== '') add(split(typed))
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
