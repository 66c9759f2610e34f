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
  const read = isInstant ? wallClock(value) : { day: 0, minutes: 0 }
  // Without a time that can be read there is no instant; the day stays.
  const [dayApart, setDayApart] = useState(0)
  const isTimeless = dayApart !== 0 && Number.isNaN(value)
  const day = isTimeless ? dayApart : read.day
  const time = isInstant ? `${pad(Math.floor(read.minutes / 60))}:${pad(read.minutes % 60)}` : ''
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
          value={isInstant || isTimeless ? day : value}
          onChange={(to) => {
            const isDay = to !== 0 && !Number.isNaN(to)
            // The time stays while another day is typed.
            const minutes = parseTime(typed ?? (time || '0'))
            setTyped(isDay && minutes !== null ? null : (typed ?? (time || null)))
            setDayApart(isDay && minutes === null ? to : 0)
            field.onChange(!isDay ? to : minutes === null ? Number.NaN : instantAt(to, minutes))
          }}
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
          readOnly={props.readOnly || !(isInstant || isTimeless)}
          value={value === 0 ? '' : (typed ?? time)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value)
            const to = parseTime(event.target.value)
            setDayApart(to === null ? day : 0)
            field.onChange(to === null ? Number.NaN : instantAt(day, to))
          }}
          onBlur={(event) => {
            if (!isTimeless) setTyped(null)
            field.onBlur(event)
          }}
        />
      </fieldset>
    </FieldShell>
  )
}
