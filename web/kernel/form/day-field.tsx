import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Calendar } from 'lucide-react'
import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayText } from '#web/kernel/words/formats.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { parseDay } from './parse-input.ts'
import { late } from '#web/kernel/ui/late.tsx'

const loadPicker = () => import('./day-picker.tsx')
const DayPicker = late(async () => (await loadPicker()).DayPicker)

type DayInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  readonly inputRef?: Ref<HTMLInputElement>
  /** Also the label of the button that opens the calendar. */
  readonly label: string
  /** Epoch milliseconds at midnight UTC, 0 for none, NaN for an invalid day. */
  readonly value: number
  readonly onChange: (day: number) => void
  readonly optional: boolean
}

/** A day, typed as `jj/mm/aaaa` or picked in a month. */
export function DayInput({
  inputRef,
  label,
  value,
  onChange,
  optional,
  onBlur,
  ...rest
}: DayInputProps) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const [typed, setTyped] = useState<string | null>(null)
  const isDay = value !== 0 && !Number.isNaN(value)
  return (
    <span className="input-box">
      <input
        {...rest}
        ref={inputRef}
        type="text"
        inputMode="numeric"
        className="input with-end"
        dir="ltr"
        autoComplete="off"
        placeholder={t('form.dayPlaceholder')}
        value={typed ?? (isDay ? dayText(language, value, 'field') : '')}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(
            event.target.value.trim() === '' ? 0 : (parseDay(event.target.value) ?? Number.NaN),
          )
        }}
        onBlur={(event) => {
          if (!Number.isNaN(value)) setTyped(null)
          onBlur?.(event)
        }}
      />
      {!rest.readOnly && (
        <Popover as="span">
          <PopoverButton
            className="icon-btn !absolute end-[2px] top-1/2 !size-[30px] -translate-y-1/2"
            aria-label={t('form.pickDay', { label })}
            title={t('form.pickDay', { label })}
            onPointerEnter={() => void loadPicker()}
            onFocus={() => void loadPicker()}
          >
            <Calendar size={16} />
          </PopoverButton>
          <PopoverPanel
            as="dialog"
            open
            focus
            anchor={{ to: 'bottom end', gap: 6, padding: 8 }}
            aria-label={t('form.pickDay', { label })}
            className="menu !max-w-none !p-3"
          >
            {({ close }) => (
              <DayPicker
                value={isDay ? value : 0}
                optional={optional}
                onPick={(day) => {
                  setTyped(null)
                  onChange(day)
                  close()
                }}
                waiting={<div className="h-[330px] w-[292px]" />}
              />
            )}
          </PopoverPanel>
        </Popover>
      )}
    </span>
  )
}

/** A day as epoch milliseconds at midnight UTC, 0 when empty. */
export function DayField({ autoFocus, ...props }: FieldProps & { autoFocus?: boolean }) {
  const { field, error, id, wiring } = useField(props.name, props)
  const { language } = usePreferences()
  const value = field.value as number | null | undefined // a day on the wire
  return (
    <FieldShell
      id={id}
      error={error}
      shows={(stored) => Number(stored) > 0 && dayText(language, Number(stored), 'long')}
      {...props}
    >
      <DayInput
        {...wiring}
        inputRef={field.ref}
        name={field.name}
        label={props.label}
        data-autofocus={autoFocus || undefined}
        readOnly={props.readOnly}
        optional={!props.required}
        value={value ?? 0}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </FieldShell>
  )
}
