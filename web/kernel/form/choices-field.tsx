import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { listText } from '#web/kernel/words/formats.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { ChoiceButton, openOnEnter, type Option, OptionInside } from './select-field.tsx'

/** Several of up to a dozen choices: the list stays open while the user ticks. */
export function ChoicesField({ options, ...props }: FieldProps & { options: readonly Option[] }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, props)
  const values = (field.value ?? []) as readonly string[] // a list of choices on the wire
  const chosen = options.filter((option) => values.includes(option.value)).map((option) => option.label)
  return (
    <FieldShell id={id} error={error} {...props}>
      <Listbox
        multiple
        value={[...values]}
        // In the list's order, not in the order of the clicks.
        onChange={(to: string[]) =>
          field.onChange(options.map((option) => option.value).filter((value) => to.includes(value)))
        }
        disabled={props.readOnly ?? false}
      >
        <ListboxButton
          as={ChoiceButton}
          {...wiring}
          ref={field.ref}
          className="input flex items-center justify-between gap-2 text-start"
          labelledBy={`${id}-l ${id}-v`}
          onBlur={field.onBlur}
          onKeyDown={openOnEnter}
        >
          <span id={`${id}-v`} className={`truncate ${chosen.length > 0 ? '' : 'text-ink-subtle'}`}>
            {chosen.length > 0 ? listText(language, chosen) : t('form.choose')}
          </span>
          <ChevronDown size={16} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-ink-subtle" />
        </ListboxButton>
        <ListboxOptions
          anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
          modal={false}
          className="options options-wide min-w-[var(--button-width)]"
        >
          {options.map((option) => (
            <ListboxOption key={option.value} value={option.value} className="option">
              <OptionInside option={option} chosen={values.includes(option.value)} />
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
    </FieldShell>
  )
}
