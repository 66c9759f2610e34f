import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { dayText } from '#web/kernel/words/formats.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { YearInput } from './year-field.tsx'

/**
 * Month and year: two values of the form, entered together. 0 is none for both; a year may be
 * entered without a month.
 */
export function MonthField({
  yearName,
  ...props
}: FieldProps & { /** Path of the year. */ yearName: string }) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const month = useField(props.name, props)
  const year = useField(yearName, props)
  const { id } = month
  const error = year.error ?? month.error
  return (
    <FieldShell id={id} error={error} labelled="group" {...props}>
      <fieldset
        aria-labelledby={`${id}-l`}
        className="m-0 grid min-w-0 grid-cols-[minmax(0,1fr)_88px] gap-2 border-0 p-0"
      >
        <NativeSelect
          {...month.wiring}
          ref={month.field.ref}
          aria-label={t('month.month')}
          value={Number(month.field.value ?? 0)}
          disabled={props.readOnly}
          onBlur={month.field.onBlur}
          onChange={(event) => month.field.onChange(Number(event.target.value))}
        >
          <option value={0}>{t('month.none')}</option>
          {Array.from({ length: 12 }, (_, index) => (
            <option key={index} value={index + 1}>
              {dayText(language, Date.UTC(2024, index, 1), 'monthName')}
            </option>
          ))}
        </NativeSelect>
        <YearInput
          {...year.wiring}
          ref={year.field.ref}
          aria-label={t('month.year')}
          value={Number(year.field.value ?? 0)}
          readOnly={props.readOnly}
          onBlur={year.field.onBlur}
          onYear={year.field.onChange}
        />
      </fieldset>
    </FieldShell>
  )
}
