import { Listbox } from '@headlessui/react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { listText } from '#web/kernel/words/formats.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { ChoiceList, labelAmong, type Option } from './select-field.tsx'

/** Several of up to a dozen choices: the list stays open while the user ticks. */
export function ChoicesField({ options, ...props }: FieldProps & { options: readonly Option[] }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, props)
  const values = (field.value ?? []) as readonly string[] // a list of choices on the wire
  const chosen = options
    .filter((option) => values.includes(option.value))
    .map((option) => option.label)
  return (
    <FieldShell
      id={id}
      error={error}
      shows={(stored) =>
        listText(
          language,
          (stored as readonly string[]).map((one) => labelAmong(options, one)), // a list of choices
        )
      }
      {...props}
    >
      <Listbox
        multiple
        value={[...values]}
        // In the list's order, not in the order of the clicks.
        onChange={(to: string[]) =>
          field.onChange(
            options.map((option) => option.value).filter((value) => to.includes(value)),
          )
        }
        disabled={props.readOnly ?? false}
      >
        <ChoiceList
          {...{ field, id, wiring, options }}
          shown={chosen.length > 0 ? listText(language, chosen) : t('form.choose')}
          isEmpty={chosen.length === 0}
          isChosen={(option) => values.includes(option.value)}
        />
      </Listbox>
    </FieldShell>
  )
}
