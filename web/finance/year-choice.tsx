import { useTranslation } from 'react-i18next'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'

/** A year among those that have something to show. */
export function YearChoice({
  years,
  year,
  onChange,
}: {
  years: readonly number[]
  year: number
  onChange: (year: number) => void
}) {
  const { t } = useTranslation('finance')
  return (
    <NativeSelect
      aria-label={t('followUp.year')}
      value={year}
      onChange={(event) => onChange(Number(event.target.value))}
      className="w-[92px]"
    >
      {[...new Set([...years, year])]
        .sort((a, b) => b - a)
        .map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
    </NativeSelect>
  )
}
