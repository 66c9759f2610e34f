import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { FieldNote, type FieldProps } from './field.tsx'

/**
 * Rows of fields in the user's order. Alt and an arrow key move the focused row; moving or removing
 * a row keeps the focus near. @param props.children the fields of a row, given its path:
 * `studies.2`
 */
export function RowsField({
  empty,
  max = 50,
  children,
  ...props
}: Omit<FieldProps, 'ok'> & {
  /** The values of a new row. */
  empty: Readonly<Record<string, unknown>>
  max?: number | undefined
  children: (path: string, row: number) => ReactNode
}) {
  const { t } = useTranslation('fields')
  const { control, getFieldState, formState } = useFormContext()
  const { fields, append, remove, move } = useFieldArray({
    control,
    name: props.name,
    keyName: 'rowKey',
  })
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [announced, setSaid] = useState('')
  /** The focus after the next render: a row, and one of its controls. */
  const focus = useRef<{ readonly row: number; readonly on: string } | null>(null)
  useEffect(() => {
    const wanted = focus.current
    focus.current = null
    if (wanted)
      (
        list.current?.children[wanted.row]?.querySelector<HTMLElement>(wanted.on) ?? add.current
      )?.focus()
  }, [fields])

  const error = getFieldState(props.name, formState).error
  // An entry's error is shown in its row; this is the list's own.
  const message = error?.root?.message ?? error?.message
  const count = fields.length
  const shift = (row: number, to: number, on: string) => {
    if (to < 0 || to >= count) return
    focus.current = { row: to, on }
    move(row, to)
    setSaid(t('rows.moved', { row: to + 1, of: count }))
  }
  const takeAway = (row: number) => {
    focus.current = { row: Math.min(row, count - 2), on: '[data-remove]' }
    remove(row)
    setSaid(t('rows.removed', { row: row + 1 }))
  }
  const press = (event: KeyboardEvent<HTMLElement>, row: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const name = (event.target as HTMLElement).getAttribute('name') // key events target elements
    const on = name ? `[name$="${name.split('.').at(-1) ?? ''}"]` : '[data-remove]'
    event.preventDefault()
    shift(row, row + (event.key === 'ArrowUp' ? -1 : 1), on)
  }
  return (
    <fieldset
      className={`m-0 min-w-0 border-0 p-0 ${props.className ?? ''}`}
      aria-describedby={`${props.name}-rows`}
    >
      <legend className="label float-none p-0">
        {props.label}
        {props.required && (
          <span className="req" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </legend>
      {count === 0 && (
        <p className="border-y border-line py-2.5 text-sm text-ink-subtle">{t('rows.none')}</p>
      )}
      <ol ref={list} aria-label={props.label} className="rows">
        {fields.map((field, row) => (
          <li key={field.rowKey}>
            {/* Handles the keys of the row's fields. */}
            <div role="presentation" onKeyDown={(event) => press(event, row)}>
              <div className="mb-2 flex items-center justify-between">
                <span className="text-xs font-medium text-ink-subtle">
                  {t('rows.row', { row: row + 1 })}
                </span>
                {!props.readOnly && (
                  <span className="flex">
                    <IconButton
                      icon={ArrowUp}
                      size={15}
                      data-up
                      label={t('rows.up', { row: row + 1 })}
                      aria-disabled={row === 0 || undefined}
                      className="!size-7"
                      onClick={() => shift(row, row - 1, '[data-up]')}
                    />
                    <IconButton
                      icon={ArrowDown}
                      size={15}
                      data-down
                      label={t('rows.down', { row: row + 1 })}
                      aria-disabled={row === count - 1 || undefined}
                      className="!size-7"
                      onClick={() => shift(row, row + 1, '[data-down]')}
                    />
                    <IconButton
                      icon={X}
                      size={15}
                      data-remove
                      label={t('rows.remove', { row: row + 1 })}
                      className="!size-7"
                      onClick={() => takeAway(row)}
                    />
                  </span>
                )}
              </div>
              {children(`${props.name}.${row}`, row)}
            </div>
          </li>
        ))}
      </ol>
      {!props.readOnly && (
        <Button
          ref={add}
          size="sm"
          variant="quiet"
          icon={Plus}
          className="mt-1 -ms-2"
          disabledReason={count >= max ? t('rows.full', { count: max }) : undefined}
          onClick={() => {
            focus.current = {
              row: count,
              on: 'input, textarea, select, button.input, [role="textbox"]',
            }
            append({ ...empty }, { shouldFocus: false })
          }}
        >
          {t('rows.add')}
        </Button>
      )}
      <FieldNote id={`${props.name}-rows`} error={message} hint={props.hint} />
      <output className="sr-only">{announced}</output>
    </fieldset>
  )
}
