import { useTranslation } from 'react-i18next'
import { type RecordType, referenceName } from '#contract/records.ts'
import { Amount, Code, DayText, Figure, Instant, None, Siren, Siret, VatNumber } from '#web/kernel/ui/values.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { translateKey } from '#web/kernel/words/translate-key.ts'

type Address = {
  readonly street?: string
  readonly postalCode?: string
  readonly city?: string
  readonly country?: string
}

/** A record's field as it is read in a list. */
export function RecordValue({
  type,
  row,
  name,
  words,
}: {
  type: RecordType
  row: Readonly<Record<string, unknown>>
  name: string
  words: string
}) {
  const { t } = useTranslation('kernel')
  const kind = type.fields[name]?.kind ?? type.derived[name]?.kind ?? 'text'
  const value = row[name]
  if (kind === 'reference') {
    const named = row[referenceName(name)]
    return typeof named === 'string' && named ? <bdi>{named}</bdi> : <None />
  }
  if (value === undefined || value === null || value === '') return <None />
  switch (kind) {
    case 'money':
      return <Amount major={Number(value)} />
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'year':
    case 'month':
    case 'duration':
    case 'colour':
      return <Figure value={Number(value)} />
    case 'level':
      return <>{type.fields[name]?.options?.[Number(value) - 1] ?? <None />}</>
    case 'instant':
      return Number(value) > 0 ? <Instant at={Number(value)} /> : <None />
    case 'texts':
    case 'choices':
      return Array.isArray(value) && value.length > 0 ? <bdi>{value.map(plainText).join(', ')}</bdi> : <None />
    case 'references': {
      const names = row[referenceName(name)]
      return Array.isArray(names) && names.length > 0 ? <bdi>{names.map(plainText).join(', ')}</bdi> : <None />
    }
    case 'files':
    case 'rows':
      return <Figure value={Array.isArray(value) ? value.length : 0} />
    case 'day':
      return <DayText at={Number(value)} />
    case 'boolean':
      return <>{t(value ? 'value.yes' : 'value.no')}</>
    case 'siren':
      return <Siren value={plainText(value)} />
    case 'siret':
      return <Siret value={plainText(value)} />
    case 'vatNumber':
      return <VatNumber value={plainText(value)} />
    case 'email':
    case 'phone':
    case 'url':
      return <Code value={plainText(value)} />
    case 'choice': {
      const chosen = plainText(value)
      return (
        <>
          {translateKey(words, `${type.name}.option.${name}.${chosen}`) ??
            translateKey(words, `option.${name}.${chosen}`) ??
            chosen}
        </>
      )
    }
    case 'address': {
      const { postalCode, city } = value as Address
      return postalCode || city ? <bdi>{[postalCode, city].filter(Boolean).join(' ')}</bdi> : <None />
    }
    case 'image':
      return <img src={plainText(value)} alt="" className="max-h-6" />
    case 'text':
    case 'longText':
    case 'markdown':
    case 'richText':
    case 'currency':
    case 'file':
    case 'country':
      return <bdi>{plainText(value)}</bdi>
  }
}
