import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { minorDigits } from '#contract/kernel/currency.ts'
import { currencySymbol, numberText } from '#web/kernel/words/formats.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import type { Language } from '#web/kernel/words/languages.ts'
import { parseNumber } from './parse-input.ts'
import { useTyping } from './use-typing.ts'

/** Text of a masked figure. */
const MASK = '••••'

type Decimals = {
  readonly digits: number
  readonly fixed: number | undefined
  /** Decimals that a value may have beyond `fixed`, and then shows. */
  readonly finest: number | undefined
}

/** A value as its field shows it; '' for none. */
export function shownNumber(
  language: Language,
  value: number | null | undefined,
  { digits, fixed, finest = fixed, zeroIsEmpty }: Decimals & { readonly zeroIsEmpty: boolean },
): string {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  if (zeroIsEmpty && value === 0) return ''
  if (fixed === undefined) return numberText(language, value, { digits })
  const isWithin = Number(value.toFixed(fixed)) === value
  return numberText(language, value, isWithin ? { fixed } : { digits: finest ?? fixed })
}

/**
 * A number in the language's format. Its value is a number, or null when empty. In a `column` it is
 * aligned on its right edge, and the column's head names the unit. An `amount` is masked in
 * discreet mode while the user does not type in it.
 */
export function NumberField({
  digits = 2,
  fixed,
  finest,
  unit,
  amount = false,
  column = false,
  zeroIsEmpty = false,
  placeholder,
  autoFocus,
  ...props
}: FieldProps &
  Partial<Decimals> & {
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
  const shown = shownNumber(language, value, { digits, fixed, finest, zeroIsEmpty })
  // A click would set the caret behind a 0, and what is typed would be its decimals.
  const isUntouchedZero = typing && typed === null && value === 0
  const isHidden = amount && discreet && !typing && shown !== ''
  const change = (text: string) => {
    setTyped(text)
    const none = zeroIsEmpty ? 0 : null
    // Invalid text stays in the field, and validation refuses it.
    field.onChange(text.trim() === '' ? none : (parseNumber(text, language) ?? Number.NaN))
  }
  const shows = (stored: unknown) => (
    <>
      {shownNumber(language, stored as number | null, { digits, fixed, finest, zeroIsEmpty })}{' '}
      {unit}
    </>
  )
  return (
    <FieldShell id={id} error={error} {...{ shows }} {...props}>
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
          value={isHidden ? MASK : (typed ?? (isUntouchedZero ? '' : shown))}
          onFocus={props.readOnly ? undefined : begin}
          onChange={(event) => change(event.target.value)}
          onBlur={(event) => {
            end()
            // Text that is no number, or has too many decimals, stays as it was typed: it is
            // refused.
            const isWhole = shown === '' || parseNumber(shown, language) === value
            if (!Number.isNaN(value) && isWhole) setTyped(null)
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
