import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Field, type RecordType } from '#contract/kernel/records.ts'
import { AddressFields } from '#web/kernel/form/address-fields.tsx'
import { ChoicesField } from '#web/kernel/form/choices-field.tsx'
import { ColourField } from '#web/kernel/form/colour-field.tsx'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { DurationField } from '#web/kernel/form/duration-field.tsx'
import type { FieldProps } from '#web/kernel/form/field.tsx'
import { FileField } from '#web/kernel/form/file-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { ImageField } from '#web/kernel/form/image-field.tsx'
import { InstantField } from '#web/kernel/form/instant-field.tsx'
import { LevelField } from '#web/kernel/form/level-field.tsx'
import { MarkdownField } from '#web/kernel/form/markdown-field.tsx'
import { MonthField } from '#web/kernel/form/month-field.tsx'
import { MoneyField, NumberField, PercentField } from '#web/kernel/form/number-field.tsx'
import { ReferencesField } from '#web/kernel/form/references-field.tsx'
import { RichTextField } from '#web/kernel/form/rich-text-field.tsx'
import { RowsField } from '#web/kernel/form/rows-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { ComboField, CountryField, SelectField } from '#web/kernel/form/select-field.tsx'
import { SwitchField } from '#web/kernel/form/switch-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { TextsField } from '#web/kernel/form/texts-field.tsx'
import { WordsField } from '#web/kernel/form/words-field.tsx'
import { YearField } from '#web/kernel/form/year-field.tsx'
import { useOptionSets } from '#web/kernel/data/option-sets.ts'
import { colourIn, offeredIn } from '#web/kernel/words/option-words.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldHint, fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'
import { useMadeHere } from './made-here.ts'
import { useSuggestions } from './suggestions.ts'

/** @unit bytes: a record's body, its picture included, is 1 MB at most */
const IMAGE_BYTES = 500_000
/** Up to this many choices are shown as segments, */
const SEGMENTS = 4
/** up to this many as a list, and more are searched. */
const LISTED = 12
const WIDE = 'sm:col-span-2'
/** @unit letters that a text may have at most */
const SENTENCE = 300

type RecordFieldProps = {
  readonly type: RecordType
  /** Path in the form: `name`, `lines.2.quantity`. */
  readonly name: string
  /** Path of its words: `lines.quantity`; the same as `name` outside rows. */
  readonly path?: string
  readonly field: Field
  readonly autoFocus?: boolean
  /** Names of its references, from the row. */
  readonly names?: unknown
}

/** The editor of a record's field, by its kind. */
export function RecordField({
  type,
  name,
  path = name,
  field,
  autoFocus = false,
  names,
}: RecordFieldProps) {
  const { t } = useTranslation('kernel')
  const hint = fieldHint(type, path)
  const common: FieldProps = {
    name,
    label: fieldLabel(type, path),
    required: field.required,
    ...(hint && { hint }),
  }
  useOptionSets(field.list !== undefined)
  const options = offeredIn(field.list, field.options ?? [])
    .filter((value) => value !== '')
    .map((value) => ({
      value,
      label: optionLabel(type, path, value),
      colour: colourIn(field.list, value),
    }))
  switch (field.kind) {
    case 'text':
      // A field that alone names the record may be long, and one that holds a sentence.
      return (
        <TextField
          {...common}
          autoFocus={autoFocus}
          {...((type.named.join() === name || (field.max ?? 0) >= SENTENCE) && { className: WIDE })}
        />
      )
    case 'longText':
      return <TextArea {...common} className={WIDE} />
    case 'markdown':
      return <MarkdownField {...common} className={WIDE} />
    case 'richText':
      return <RichTextField {...common} className={WIDE} />
    case 'words':
      return <WordsField {...common} />
    case 'texts':
      return <TextsField {...common} max={field.max} className={WIDE} />
    case 'email':
      return <TextField {...common} type="email" />
    case 'phone':
      return <TextField {...common} type="tel" />
    case 'url':
      return <TextField {...common} type="url" />
    case 'country':
      return <CountryField {...common} />
    case 'siren':
    case 'siret':
    case 'vatNumber':
    case 'iban':
      return <TextField {...common} grouped={field.kind} />
    case 'day':
      return <DayField {...common} />
    case 'instant':
      return <InstantField {...common} className={WIDE} />
    case 'year':
      return <YearField {...common} />
    case 'month':
      return (
        <MonthField {...common} yearName={beside(name, field.yearField ?? '')} className={WIDE} />
      )
    case 'duration':
      return <DurationField {...common} />
    case 'money':
      return (
        <OwnMoneyField {...common} currencyName={field.currency && beside(name, field.currency)} />
      )
    case 'currency':
      return <CurrencyField {...common} />
    case 'integer':
      return <NumberField {...common} digits={0} />
    case 'decimal':
      return <NumberField {...common} digits={field.digits ?? 2} />
    case 'percent':
      return <PercentField {...common} />
    case 'boolean':
      return <SwitchField {...common} />
    case 'choice': {
      const mayBeNone = field.empty === '' && !field.required
      if (options.length > LISTED)
        return <ComboField {...common} options={options} {...(mayBeNone && { none: '' })} />
      if (options.length <= SEGMENTS && !mayBeNone)
        return (
          <SegmentField
            {...common}
            options={options}
            {...(areLong(options) && { className: WIDE })}
          />
        )
      return (
        <SelectField
          {...common}
          options={options}
          {...(mayBeNone && { none: t('record.noReference') })}
        />
      )
    }
    case 'choices':
      return <ChoicesField {...common} options={options} />
    case 'level':
      return (
        <LevelField {...common} names={options.map((option) => option.label)} className={WIDE} />
      )
    case 'colour':
      return <ColourField {...common} className={WIDE} />
    case 'reference':
      return <ReferenceField {...common} references={field.references ?? name} names={names} />
    case 'references':
      return (
        <SeveralReferences
          {...common}
          className={WIDE}
          references={field.references ?? name}
          names={names}
          max={field.max}
        />
      )
    case 'file':
    case 'files':
      return (
        <FileField {...common} several={field.kind === 'files'} max={field.max} className={WIDE} />
      )
    case 'address':
      return (
        <div className={WIDE}>
          <AddressFields name={name} required={field.required} />
        </div>
      )
    case 'image':
      return <ImageField {...common} empty="" maxBytes={IMAGE_BYTES} className={WIDE} />
    case 'rows':
      return (
        <RowsField
          {...common}
          max={field.max}
          empty={Object.fromEntries(
            Object.entries(field.fields ?? {}).map(([key, one]) => [key, one.empty]),
          )}
          className={WIDE}
        >
          {(row) => (
            <FieldGrid>
              {Object.entries(field.fields ?? {})
                .filter(
                  ([key]) =>
                    !Object.values(field.fields ?? {}).some((one) => one.yearField === key),
                )
                .map(([key, one]) => (
                  <RecordField
                    key={key}
                    type={type}
                    name={`${row}.${key}`}
                    path={`${path}.${key}`}
                    field={one}
                  />
                ))}
            </FieldGrid>
          )}
        </RowsField>
      )
  }
}

/** Segments that half of a panel cannot hold: each letter, and the room around each word. */
const areLong = (options: readonly { readonly label: string }[]): boolean =>
  options.reduce((letters, { label }) => letters + label.length + 3, 0) > 26

/** The path of a sibling field of the same record or row. */
const beside = (name: string, other: string) => [...name.split('.').slice(0, -1), other].join('.')

/** An amount in the currency of another field of the form. */
function OwnMoneyField({
  currencyName,
  ...props
}: FieldProps & { currencyName: string | undefined }) {
  const currency: unknown = useWatch({
    name: currencyName ?? props.name,
    disabled: currencyName === undefined,
  })
  const isKnown =
    currencyName !== undefined && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
  return <MoneyField {...props} currency={isKnown ? currency : 'EUR'} />
}

type ReferenceProps = FieldProps & { references: string; names: unknown; max?: number | undefined }

/**
 * Another record, searched by name on the server, or made here where it is no more than a name. The
 * present one's name is known from the start.
 */
export function ReferenceField({ references, names, ...props }: ReferenceProps) {
  const { options, search } = useSuggestions(references)
  const [first] = useState<unknown>(useWatch({ name: props.name }))
  const [current, name] = [plainText(first || ''), plainText(names)]
  const { made, create } = useMadeHere(references, props.name)
  const known = [...(current && name ? [{ value: current, label: name }] : []), ...made]
  return (
    <ComboField
      {...props}
      options={options}
      known={known}
      search={search}
      none={0}
      create={props.readOnly ? undefined : create}
    />
  )
}

function SeveralReferences({ references, names, max, ...props }: ReferenceProps) {
  const { options, search } = useSuggestions(references)
  const [first] = useState<unknown>(useWatch({ name: props.name }))
  const known = useMemo(() => {
    const texts = Array.isArray(names) ? names.map(plainText) : []
    return new Map(
      Array.isArray(first) ? first.map((id, index) => [plainText(id), texts[index] ?? '']) : [],
    )
  }, [first, names])
  return <ReferencesField {...props} known={known} found={options} search={search} max={max} />
}
