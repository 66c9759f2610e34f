import { useMemo } from 'react'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import type { FieldProps } from './field.tsx'
import { ComboField, type Option } from './select-field.tsx'

/** Every currency in use, by its name in the user's language; the euro first. */
export function useCurrencies(): readonly Option[] {
  const { language } = usePreferences()
  return useMemo(() => {
    const names = new Intl.DisplayNames(localeOf(language), { type: 'currency' })
    const collator = new Intl.Collator(localeOf(language))
    const all = Intl.supportedValuesOf('currency').map((value) => ({
      value,
      label: names.of(value) ?? value,
      note: value,
    }))
    return all.sort(
      (a, b) =>
        Number(b.value === 'EUR') - Number(a.value === 'EUR') || collator.compare(a.label, b.label),
    )
  }, [language])
}

export const CurrencyField = (props: FieldProps) => (
  <ComboField {...props} options={useCurrencies()} />
)
