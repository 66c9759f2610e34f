import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { minorDigits } from '#contract/kernel/currency.ts'
import { currencySymbol, numberText } from '#web/kernel/words/formats.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { parseNumber } from './parse-input.ts'
import { useTyping } from './use-typing.ts'

/** What a masked figure shows: only that there is one. */
const MASK = '••••'

/** Whether a value has no more decimals than these. */
const isWithin = (value: number, digits: number): boolean => Number(value.toFixed(digits)) === value

/**
 * A number in the language's format. Its value is a number, or null when empty. In a `column` it is
 * aligned on its right edge, and the column's head names the unit. An `amount` is masked in
 * discreet mode while the user does not type in it.
 */
export function NumberField({
  digits = 2,
  fixed,
  finest = fixed,
  unit,
  amount = false,
  column = false,
  zeroIsEmpty = false,
  placeholder,
  autoFocus,
  ...props
}: FieldProps & {
  digits?: number
  fixed?: number
  /** Decimals that a value may have beyond `fixed`, and then shows. */
  finest?: number | undefined
  unit?: ReactNode
  amount?: boolean
  column?: boolean
  /** The field is empty for 0, and 0 when it is emptied. */
  zeroIsEmpty?: boolean
  placeholder?: string
  autoFocus?: boolean
}) {
  const { language, discreet } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, props)
  const [typed, setTyped] = useState<string | null>(null)
  const { typing, begin, end } = useTyping()
  const value = field.value as number | null | undefined
  const shown =
    value === null || value === undefined || Number.isNaN(value) || (zeroIsEmpty && value === 0)
      ? ''
      : numberText(
          language,
          value,
          fixed === undefined
            ? { digits }
            : isWithin(value, fixed)
              ? { fixed }
              : { digits: finest ?? fixed },
        )
  // A click would set the caret behind a 0, and what is typed would be its decimals.
  const isUntouchedZero = typing && typed === null && value === 0
  const isTold = shown === '' || parseNumber(shown, language) === value
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
          placeholder={placeholder ?? (isUntouchedZero ? shown : undefined)}
          readOnly={props.readOnly}
          value={
            amount && discreet && !typing && shown !== ''
              ? MASK
              : (typed ?? (isUntouchedZero ? '' : shown))
          }
          onFocus={props.readOnly ? undefined : begin}
          onChange={(event) => {
            setTyped(event.target.value)
            const number = parseNumber(event.target.value, language)
            // Invalid text stays in the field, and validation refuses it.
            field.onChange(
              event.target.value.trim() === '' ? (zeroIsEmpty ? 0 : null) : (number ?? Number.NaN),
            )
          }}
          onBlur={(event) => {
            end()
            // Text that is no number, or has decimals that would not be shown, stays as it was
            // typed: it is refused.
            if (!Number.isNaN(value) && isTold) setTyped(null)
            field.onBlur(event)
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
}: FieldProps & {
  currency?: string
  column?: boolean
  finest?: number
  autoFocus?: boolean
  placeholder?: string
}) => (
  <NumberField {...props} amount fixed={minorDigits(currency)} unit={currencySymbol(currency)} />
)

export const PercentField = (props: FieldProps & { placeholder?: string }) => (
  <NumberField {...props} unit="%" />
)
