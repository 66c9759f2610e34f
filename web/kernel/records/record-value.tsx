import { type RecordType, referenceName } from '#contract/kernel/records.ts'
import { FieldValue, type FieldValueProps } from '#web/kernel/ui/field-value.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { fieldAt, monthOfYear, valueAt } from './record-type.ts'

/**
 * A record's field, read-only. `name` may be a part of an address: `address.city`. A month and its
 * year are one value.
 */
export function RecordValue({
  type,
  row,
  name,
  style,
}: {
  type: RecordType
  row: Readonly<Record<string, unknown>>
  name: string
  style?: FieldValueProps['style']
}) {
  const month = monthOfYear(type, name)
  const field = fieldAt(type, month ?? name)
  const yearField = field?.yearField
  return (
    <FieldValue
      kind={field?.kind ?? (name.endsWith('.country') ? 'country' : 'text')}
      value={valueAt(row, month ?? name)}
      currency={
        field?.currency === undefined ? undefined : plainText(row[field.currency]) || undefined
      }
      option={(value) => optionLabel(type, name, value)}
      options={field?.options}
      digits={field?.digits}
      year={yearField === undefined ? undefined : Number(row[yearField] ?? 0)}
      names={row[referenceName(name)]}
      {...(style && { style })}
    />
  )
}
