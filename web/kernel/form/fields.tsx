import clsx from 'clsx'
import { Calendar } from 'lucide-react'
import { type HTMLInputTypeAttribute, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { FieldNote, type FieldProps, FieldShell, useField } from './field.tsx'
import {
  currencySymbol,
  dayText,
  ibanText,
  minorDigitsOf,
  numberText,
  sirenText,
  siretText,
  vatNumberText,
} from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { parseDay, parseNumber } from './parse-input.ts'

/** How a written identifier is grouped when one does not type in it. */
const GROUPED = { siren: sirenText, siret: siretText, iban: ibanText, vatNumber: vatNumberText } as const

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
  const [typing, setTyping] = useState(false)
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
        dir={ltr || grouped || type === 'email' || type === 'tel' || type === 'url' ? 'ltr' : 'auto'}
        inputMode={grouped === 'siren' || grouped === 'siret' ? 'numeric' : undefined}
        onFocus={() => setTyping(true)}
        onBlur={() => {
          setTyping(false)
          field.onBlur()
        }}
        onChange={field.onChange}
      />
    </FieldShell>
  )
}

export function TextArea({ rows = 4, placeholder, ...props }: FieldProps & { rows?: number; placeholder?: string }) {
  const { field, error, id, wiring } = useField(props.name, props)
  return (
    <FieldShell id={id} error={error} {...props}>
      <textarea
        {...wiring}
        {...field}
        value={(field.value as string | undefined) ?? ''}
        rows={rows}
        placeholder={placeholder}
        readOnly={props.readOnly}
        className="input"
        dir="auto"
      />
    </FieldShell>
  )
}

/** What a masked figure shows: no more is told than that there is one. */
const MASK = '••••'

/**
 * A number typed with the language's comma or point. Its value is a number, or null when empty.
 * In a `column` of figures it lines up on its right edge, and the column's head names the unit.
 * An `amount` is masked in discreet mode while one does not type in it.
 */
export function NumberField({
  digits = 2,
  fixed,
  unit,
  amount = false,
  column = false,
  placeholder,
  autoFocus,
  ...props
}: FieldProps & {
  digits?: number
  fixed?: number
  unit?: ReactNode
  amount?: boolean
  column?: boolean
  placeholder?: string
  autoFocus?: boolean
}) {
  const { language, discreet } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, props)
  const [typed, setTyped] = useState<string | null>(null)
  const [typing, setTyping] = useState(false)
  const value = field.value as number | null | undefined
  const shown =
    value === null || value === undefined || Number.isNaN(value)
      ? ''
      : numberText(language, value, fixed === undefined ? { digits } : { fixed })
  return (
    <FieldShell id={id} error={error} {...props}>
      <span className="input-box">
        <input
          {...wiring}
          ref={field.ref}
          name={field.name}
          type="text"
          inputMode="decimal"
          className={clsx('input', column ? 'fig' : unit && 'with-end')}
          dir="ltr"
          autoComplete="off"
          data-autofocus={autoFocus || undefined}
          placeholder={placeholder}
          readOnly={props.readOnly}
          value={amount && discreet && !typing && shown !== '' ? MASK : (typed ?? shown)}
          onFocus={() => setTyping(!props.readOnly)}
          onChange={(event) => {
            setTyped(event.target.value)
            const number = parseNumber(event.target.value)
            // What is no number stays in the field and is refused as one.
            field.onChange(event.target.value.trim() === '' ? null : (number ?? Number.NaN))
          }}
          onBlur={() => {
            setTyping(false)
            if (!Number.isNaN(value)) setTyped(null)
            field.onBlur()
          }}
        />
        {unit && !column && <span className="unit">{unit}</span>}
      </span>
    </FieldShell>
  )
}

/** Major units of the currency, as the wire has them. */
export const MoneyField = ({
  currency = 'EUR',
  ...props
}: FieldProps & { currency?: string; column?: boolean; autoFocus?: boolean; placeholder?: string }) => (
  <NumberField {...props} amount fixed={minorDigitsOf(currency)} unit={currencySymbol(currency)} />
)

export const PercentField = (props: FieldProps & { placeholder?: string }) => <NumberField {...props} unit="%" />

/** A day typed `jj/mm/aaaa`, or picked. Its value is epoch milliseconds at midnight UTC, 0 when empty. */
export function DayField({ autoFocus, ...props }: FieldProps & { autoFocus?: boolean }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, props)
  const [typed, setTyped] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const value = field.value as number | undefined
  const known = typeof value === 'number' && value !== 0 && !Number.isNaN(value)
  return (
    <FieldShell id={id} error={error} {...props}>
      <span className="input-box">
        <input
          {...wiring}
          ref={field.ref}
          name={field.name}
          type="text"
          inputMode="numeric"
          className="input with-end"
          dir="ltr"
          autoComplete="off"
          data-autofocus={autoFocus || undefined}
          placeholder={t('form.dayPlaceholder')}
          readOnly={props.readOnly}
          value={typed ?? (known ? dayText(language, value, 'field') : '')}
          onChange={(event) => {
            setTyped(event.target.value)
            field.onChange(event.target.value.trim() === '' ? 0 : (parseDay(event.target.value) ?? Number.NaN))
          }}
          onBlur={() => {
            if (!Number.isNaN(value)) setTyped(null)
            field.onBlur()
          }}
        />
        {!props.readOnly && (
          <>
            <input
              ref={picker}
              type="date"
              tabIndex={-1}
              aria-hidden="true"
              className="pointer-events-none absolute end-0 bottom-0 h-px w-px opacity-0"
              value={known ? new Date(value).toISOString().slice(0, 10) : ''}
              onChange={(event) => {
                setTyped(null)
                field.onChange(event.target.value ? Date.parse(`${event.target.value}T00:00:00Z`) : 0)
              }}
            />
            <IconButton
              icon={Calendar}
              size={16}
              label={t('form.pickDay', { label: props.label })}
              className="!absolute end-[2px] top-1/2 !size-[30px] -translate-y-1/2"
              onClick={() => picker.current?.showPicker?.()}
            />
          </>
        )}
      </span>
    </FieldShell>
  )
}

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
          className="check mt-0.5"
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
    </div>
  )
}

/** For what takes effect as such: "facturable", "renouvelable". */
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
    </div>
  )
}

/** Two to four short choices, all seen at once. */
export function SegmentField({
  options,
  ...props
}: FieldProps & { options: readonly { value: string; label: string }[] }) {
  const { field, error, id, wiring } = useField(props.name, props)
  return (
    <FieldShell id={id} error={error} labelled="group" {...props}>
      <Segments
        options={options}
        value={field.value as string | undefined}
        onChange={field.onChange}
        labelledBy={`${id}-l`}
        describedBy={wiring['aria-describedby']}
        ref={field.ref}
      />
    </FieldShell>
  )
}
