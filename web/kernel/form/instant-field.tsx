import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from './day-field.tsx'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'
import { parseTime } from './parse-input.ts'
import { instantAt, wallClock } from '#web/kernel/words/time-zone.ts'

const pad = (figure: number) => String(figure).padStart(2, '0')

/** A day and a time of the user's time zone. Its value is epoch milliseconds, 0 when empty. */
export function InstantField(props: FieldProps) {
  const { t } = useTranslation('fields')
  const { field, error, id, wiring } = useField(props.name, props)
  const [typed, setTyped] = useState<string | null>(null)
  const value = Number(field.value ?? 0)
  const isInstant = value !== 0 && !Number.isNaN(value)
  const { day, minutes } = isInstant ? wallClock(value) : { day: 0, minutes: 0 }
  return (
    <FieldShell
      id={id}
      error={error}
      labelled="group"
      shows={(stored) => Number(stored) > 0 && <Instant at={Number(stored)} />}
      {...props}
    >
      <fieldset
        aria-labelledby={`${id}-l`}
        className="m-0 grid min-w-0 grid-cols-[minmax(0,1fr)_88px] gap-2 border-0 p-0"
      >
        <DayInput
          {...wiring}
          inputRef={field.ref}
          label={props.label}
          aria-label={t('time.day')}
          readOnly={props.readOnly}
          optional={!props.required}
          value={isInstant ? day : value}
          onChange={(to) =>
            field.onChange(to === 0 || Number.isNaN(to) ? to : instantAt(to, minutes))
          }
          onBlur={field.onBlur}
        />
        <input
          className="input"
          type="text"
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          aria-label={t('time.time')}
          aria-invalid={wiring['aria-invalid']}
          placeholder={t('time.placeholder')}
          readOnly={props.readOnly || !isInstant}
          value={
            typed ?? (isInstant ? `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}` : '')
          }
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value)
            const to = parseTime(event.target.value)
            if (to !== null) field.onChange(instantAt(day, to))
          }}
          onBlur={(event) => {
            // An invalid time is replaced by the previous one.
            setTyped(null)
            field.onBlur(event)
          }}
        />
      </fieldset>
    </FieldShell>
  )
}
