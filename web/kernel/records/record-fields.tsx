import { type ReactNode, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Field, FieldKind, RecordType } from '#contract/kernel/records.ts'
import { typeNamed } from '#web/kernel/data/type-named.ts'
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
import {
  ComboField,
  CountryField,
  type Option,
  SelectField,
} from '#web/kernel/form/select-field.tsx'
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

/** A field as the editors of all kinds are given it. */
type Editing = Required<Omit<RecordFieldProps, 'names'>> & {
  readonly names: unknown
  readonly common: FieldProps
  /** The same, over both columns of the form. */
  readonly wide: FieldProps
  readonly options: readonly Option[]
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
  useOptionSets(field.list !== undefined)
  const hint = fieldHint(type, path)
  const common: FieldProps = {
    name,
    label: fieldLabel(type, path),
    required: field.required,
    ...(hint && { hint }),
  }
  const options = offeredIn(field.list, field.options ?? [])
    .filter((value) => value !== '')
    .map((value) => ({
      value,
      label: optionLabel(type, path, value),
      colour: colourIn(field.list, value),
    }))
  const wide = { ...common, className: WIDE }
  return EDITORS[field.kind]({ type, name, path, field, autoFocus, names, common, wide, options })
}

type Editor = (editing: Editing) => ReactNode

const identifierField =
  (grouped: 'siren' | 'siret' | 'vatNumber' | 'iban'): Editor =>
  ({ common }) => <TextField {...common} grouped={grouped} />
const documentField: Editor = ({ wide, field }) => (
  <FileField {...wide} several={field.kind === 'files'} max={field.max} />
)

const EDITORS: Readonly<Record<FieldKind, Editor>> = {
  // A field that alone names the record may be long, and one that holds a sentence.
  text: ({ type, name, field, common, wide, autoFocus }) => (
    <TextField
      {...(type.named.join() === name || (field.max ?? 0) >= SENTENCE ? wide : common)}
      autoFocus={autoFocus}
    />
  ),
  longText: ({ wide }) => <TextArea {...wide} />,
  markdown: ({ wide }) => <MarkdownField {...wide} />,
  richText: ({ wide }) => <RichTextField {...wide} />,
  words: ({ common }) => <WordsField {...common} />,
  texts: ({ wide, field }) => <TextsField {...wide} max={field.max} />,
  email: ({ common }) => <TextField {...common} type="email" />,
  phone: ({ common }) => <TextField {...common} type="tel" />,
  url: ({ common }) => <TextField {...common} type="url" />,
  country: ({ common }) => <CountryField {...common} />,
  siren: identifierField('siren'),
  siret: identifierField('siret'),
  vatNumber: identifierField('vatNumber'),
  iban: identifierField('iban'),
  day: ({ common }) => <DayField {...common} />,
  instant: ({ wide }) => <InstantField {...wide} />,
  year: ({ common }) => <YearField {...common} />,
  month: ({ wide, name, field }) => (
    <MonthField {...wide} yearName={beside(name, field.yearField ?? '')} />
  ),
  duration: ({ common }) => <DurationField {...common} />,
  money: ({ common, name, field }) => (
    <OwnMoneyField {...common} currencyName={field.currency && beside(name, field.currency)} />
  ),
  currency: ({ common }) => <CurrencyField {...common} />,
  integer: ({ common }) => <NumberField {...common} digits={0} />,
  decimal: ({ common, field }) => <NumberField {...common} digits={field.digits ?? 2} />,
  percent: ({ common }) => <PercentField {...common} />,
  boolean: ({ common }) => <SwitchField {...common} />,
  choice: (editing) => <ChoiceEditor {...editing} />,
  choices: ({ common, options }) => <ChoicesField {...common} options={options} />,
  level: ({ wide, options }) => (
    <LevelField {...wide} names={options.map((option) => option.label)} />
  ),
  colour: ({ wide }) => <ColourField {...wide} />,
  reference: ({ common, field, name, names }) => (
    <ReferenceField {...common} references={field.references ?? name} names={names} />
  ),
  references: ({ wide, field, name, names }) => (
    <SeveralReferences
      {...wide}
      references={field.references ?? name}
      names={names}
      max={field.max}
    />
  ),
  file: documentField,
  files: documentField,
  address: ({ name, field, common }) =>
    name === 'address' ? (
      <div className={WIDE}>
        <AddressFields name={name} required={field.required} />
      </div>
    ) : (
      // A further address says which one it is.
      <fieldset className={WIDE}>
        <legend className="mb-2 text-sm font-semibold">{common.label}</legend>
        <AddressFields name={name} required={field.required} />
      </fieldset>
    ),
  image: ({ wide }) => <ImageField {...wide} empty="" maxBytes={IMAGE_BYTES} />,
  rows: ({ wide, type, path, field: { max, fields = {} } }) => (
    <RowsField
      {...wide}
      max={max}
      empty={Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, one.empty]))}
    >
      {(row) => (
        <FieldGrid>
          {Object.entries(fields)
            .filter(([key]) => !Object.values(fields).some((one) => one.yearField === key))
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
  ),
}

/** One of a few choices, side by side; of some, in a list; of many, found by typing. */
function ChoiceEditor({ field, common, wide, options }: Editing) {
  const { t } = useTranslation('kernel')
  const mayBeNone = field.empty === '' && !field.required
  if (options.length > LISTED)
    return <ComboField {...common} options={options} {...(mayBeNone && { none: '' })} />
  if (options.length <= SEGMENTS && !mayBeNone)
    return <SegmentField {...(areLong(options) ? wide : common)} options={options} />
  return (
    <SelectField
      {...common}
      options={options}
      {...(mayBeNone && { none: t('record.noReference') })}
    />
  )
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
  const { options, search } = useSuggestions(typeNamed(references))
  const [first] = useState<unknown>(useWatch({ name: props.name }))
  const [current, name] = [plainText(first || ''), plainText(names)]
  const { made, create } = useMadeHere(references, props.name)
  const choices = [...(current && name ? [{ value: current, label: name }] : []), ...made]
  return (
    <ComboField
      {...props}
      options={options}
      known={choices}
      search={search}
      none={0}
      create={props.readOnly ? undefined : create}
    />
  )
}

function SeveralReferences({ references, names, max, ...props }: ReferenceProps) {
  const { options, search } = useSuggestions(typeNamed(references))
  const [first] = useState<unknown>(useWatch({ name: props.name }))
  const synonyms = useMemo(() => {
    const texts = Array.isArray(names) ? names.map(plainText) : []
    return new Map(
      Array.isArray(first) ? first.map((id, index) => [plainText(id), texts[index] ?? '']) : [],
    )
  }, [first, names])
  return <ReferencesField {...props} known={synonyms} found={options} search={search} max={max} />
}
