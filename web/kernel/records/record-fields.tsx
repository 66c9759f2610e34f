import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Field, recordRoutes } from '#contract/records.ts'
import { AddressFields } from '#web/kernel/form/address-fields.tsx'
import { call } from '#web/kernel/data/client.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { MoneyField, NumberField } from '#web/kernel/form/number-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { SwitchField } from '#web/kernel/form/switch-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { translateKey } from '#web/kernel/words/translate-key.ts'
import { labelOf } from '#web/kernel/words/labels.ts'
import { ImageField } from '#web/kernel/form/image-field.tsx'
import { typeNamed } from './record-type.ts'
import { ComboField, CountryField, type Option, SelectField } from '#web/kernel/form/select-field.tsx'

/** @unit bytes: a record's body, its picture included, is 1 MB at most */
const IMAGE_BYTES = 500_000
const SEGMENTS = 4

/** One field of a record type, by its kind. Its name is the contract's label, or `<type>.field.<key>` of the dictionary `words`, which also has `<type>.option.<key>.<value>` and `<type>.hint.<key>`. */
export function RecordField({
  type,
  name,
  field,
  words,
  autoFocus = false,
  value,
}: {
  type: string
  name: string
  field: Field
  words: string
  autoFocus?: boolean
  value?: unknown
}) {
  const { t } = useTranslation('kernel')
  const label = translateKey(words, `${type}.field.${name}`) ?? labelOf(type, name) ?? name
  const hint = translateKey(words, `${type}.hint.${name}`)
  const common = { name, label, required: field.required, ...(hint && { hint }) }
  const choice = (option: string): Option => ({
    value: option,
    label:
      translateKey(words, `${type}.option.${name}.${option}`) ??
      translateKey(words, `option.${name}.${option}`) ??
      option,
  })
  switch (field.kind) {
    case 'text':
      return <TextField {...common} autoFocus={autoFocus} />
    case 'longText':
    case 'markdown':
    case 'richText':
      return <TextArea {...common} className="sm:col-span-2" />
    case 'email':
      return <TextField {...common} type="email" />
    case 'phone':
      return <TextField {...common} type="tel" />
    case 'url':
      return <TextField {...common} type="url" />
    case 'country':
      return <CountryField {...common} />
    case 'siren':
      return <TextField {...common} grouped="siren" />
    case 'siret':
      return <TextField {...common} grouped="siret" />
    case 'vatNumber':
      return <TextField {...common} grouped="vatNumber" />
    case 'day':
      return <DayField {...common} />
    case 'money':
      return <MoneyField {...common} />
    case 'integer':
    case 'year':
    case 'month':
    case 'duration':
    case 'level':
    case 'colour':
      return <NumberField {...common} digits={0} />
    case 'decimal':
    case 'percent':
      return <NumberField {...common} digits={field.digits ?? 2} />
    case 'currency':
      return <TextField {...common} maxLength={3} />
    // Not entered here: the value that is there stays.
    case 'instant':
    case 'texts':
    case 'choices':
    case 'references':
    case 'file':
    case 'files':
    case 'rows':
      return null
    case 'boolean':
      return <SwitchField {...common} />
    case 'choice': {
      const options = (field.options ?? []).filter((option) => option !== '').map(choice)
      if (options.length <= SEGMENTS && field.options?.[0] !== '') return <SegmentField {...common} options={options} />
      return <SelectField {...common} options={options} {...(!field.required && { none: t('record.noReference') })} />
    }
    case 'reference':
      return <ReferenceField {...common} references={field.references ?? name} value={value} />
    case 'address':
      return (
        <div className="sm:col-span-2">
          <AddressFields name={name} required={field.required} />
        </div>
      )
    case 'image':
      return <ImageField {...common} maxBytes={IMAGE_BYTES} className="sm:col-span-2" />
  }
}

/** Another record, found by its name on the server. `value` is the present one's name, shown before any search. */
function ReferenceField({
  references,
  value,
  ...props
}: {
  name: string
  label: string
  required: boolean
  hint?: string
  references: string
  value: unknown
}) {
  const [query, setQuery] = useState('')
  const routes = recordRoutes(typeNamed(references))
  const found = useQuery({
    queryKey: [typeNamed(references).context, references, 'suggestions', query],
    queryFn: () => call(routes.suggestions, { query: { q: query } }),
    staleTime: 10_000,
  })
  const current = value as { id: string; name: string } | undefined
  const options = (found.data ?? []).map((one) => ({ value: one.id, label: one.name }))
  const all =
    current?.id && !options.some((option) => option.value === current.id)
      ? [{ value: current.id, label: current.name }, ...options]
      : options
  return <ComboField {...props} options={all} onQuery={setQuery} none={0} />
}
