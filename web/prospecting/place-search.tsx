import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { FieldShell } from '#web/kernel/form/field.tsx'
import { NoOption } from '#web/kernel/form/select-field.tsx'
import { isNamedBy, useChoice } from '#web/kernel/form/use-choice.ts'

/** Finds a town and adds it to the places of the criteria. Any other place is typed there. */
export function PlaceSearch() {
  const { t } = useTranslation('prospecting')
  const id = useId()
  const { field } = useController<{ locations: readonly string[] }>({ name: 'locations' })
  const [typed, setTyped] = useState('')
  const found = useQuery({
    queryKey: ['prospecting', 'places', typed],
    queryFn: () => call(prospectingRoutes.places, { query: { q: typed } }),
    enabled: typed !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  // Until the next answer, towns of the text before: Enter takes none that was not typed.
  const towns = (found.data ?? []).filter(
    ({ name }) => !found.isPlaceholderData || isNamedBy(typed, name),
  )
  const [first] = towns
  const choice = useChoice<string | null>({
    choose(name) {
      if (name === null) return
      field.onChange([...new Set(field.value).add(name)])
      setTyped('')
    },
    typed,
    first: first && { value: first.name, label: first.name },
  })
  return (
    <FieldShell
      id={id}
      label={t('criteria.place')}
      hint={found.isError ? t('criteria.placesAway') : undefined}
    >
      <Combobox value={null} onChange={choice.onChange}>
        <ComboboxInput
          id={id}
          className="input"
          autoComplete="off"
          displayValue={() => typed}
          onKeyDown={choice.onKeyDown}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ComboboxOptions
          anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
          modal={false}
          className="options min-w-[220px]"
        >
          {towns.map(({ name, country }) => (
            <ComboboxOption key={`${name} ${country}`} value={name} className="option">
              <bdi>{name}</bdi>
              <span className="text-ink-muted">{country}</span>
            </ComboboxOption>
          ))}
          {typed !== '' && found.data?.length === 0 && (
            <NoOption>{t('criteria.placeUnknown')}</NoOption>
          )}
        </ComboboxOptions>
      </Combobox>
    </FieldShell>
  )
}
