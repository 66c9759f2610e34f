import { useMemo } from 'react'
import { localeOf } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import type { Option } from '#web/kernel/form/select-field.tsx'

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
      (a, b) => Number(b.value === 'EUR') - Number(a.value === 'EUR') || collator.compare(a.label, b.label),
    )
  }, [language])
}

/** Time zones as the machine knows them: `Europe/Paris`. */
export const timeZones = (): readonly Option[] =>
  Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }))
