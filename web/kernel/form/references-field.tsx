import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { listText } from '#web/kernel/words/formats.ts'
import { Afterwards } from '#web/kernel/ui/afterwards.tsx'
import { Chips } from './chips.tsx'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import type { Search } from '#web/kernel/data/found.ts'
import { NoOption, type Option, OptionInside } from './select-field.tsx'
import { isNamedBy, useChoice } from './use-choice.ts'

/**
 * Several other records, searched by name.
 *
 * @param props.known names of chosen records, by id
 * @param props.found answers of `search`
 */
export function ReferencesField({
  known,
  found,
  search,
  max = 50,
  ...props
}: FieldProps & {
  known: ReadonlyMap<string, string>
  found: readonly Option[]
  search: Search
  max?: number | undefined
}) {
  const { t } = useTranslation(['fields', 'kernel'])
  const { language } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, props)
  const [query, setQuery] = useState('')
  /** Names of records chosen here, since a later search may not answer them. */
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map())
  const values = (field.value ?? []) as readonly string[] // a list of ids on the wire
  const shown = found
    .filter((option) => !values.includes(option.value))
    .filter(({ label }) => !search.isFinding || query.trim() === '' || isNamedBy(query, label))
  const ask = (text: string) => {
    setQuery(text)
    search.onQuery(text)
  }
  const labelOf = (id: string) => found.find(({ value }) => value === id)?.label ?? id
  const choice = useChoice<string | null>({
    choose(to) {
      if (!to) return
      setNamed(new Map(named).set(to, labelOf(to)))
      field.onChange([...values, to].slice(0, max))
      ask('')
    },
    typed: query,
    first: shown[0],
  })
  return (
    <FieldShell
      id={id}
      error={error}
      shows={(stored) =>
        listText(
          language,
          (stored as readonly string[]).map((one) => known.get(one) ?? labelOf(one)), // a list of ids
        )
      }
      {...props}
    >
      <Combobox value={null} disabled={props.readOnly ?? false} onChange={choice.onChange}>
        <span className="input chip-box" aria-invalid={error ? true : undefined}>
          <Chips
            items={values.map((value) => ({
              key: value,
              label: named.get(value) ?? known.get(value) ?? value,
            }))}
            name={props.label}
            onRemove={
              props.readOnly
                ? undefined
                : (gone) => field.onChange(values.filter((value) => value !== gone))
            }
          />
          <ComboboxInput
            {...wiring}
            ref={field.ref}
            className="chip-input"
            autoComplete="off"
            placeholder={values.length === 0 ? t('kernel:form.search') : undefined}
            displayValue={() => query}
            onBlur={field.onBlur}
            onFocus={choice.onFocus}
            onChange={(event) => ask(event.target.value)}
            onKeyDown={(event) => {
              choice.onKeyDown(event)
              if (event.key === 'Backspace' && query === '') field.onChange(values.slice(0, -1))
            }}
          />
        </span>
        <ComboboxOptions
          anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
          modal={false}
          className="options options-wide min-w-[220px]"
        >
          <Afterwards>
            {shown.map((option) => (
              <ComboboxOption key={option.value} value={option.value} className="option">
                <OptionInside option={option} chosen={false} />
              </ComboboxOption>
            ))}
            {shown.length === 0 && (
              <NoOption>
                {t(search.isFinding ? 'kernel:palette.searching' : 'kernel:form.nothingFound')}
              </NoOption>
            )}
          </Afterwards>
        </ComboboxOptions>
      </Combobox>
    </FieldShell>
  )
}
