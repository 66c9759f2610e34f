import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/kernel/languages.ts'
import type { Field, FieldKind } from '#contract/kernel/records.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { durationText, listText, monthText } from '#web/kernel/words/formats.ts'
import { type Language, localeOf } from '#web/kernel/words/languages.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { plainOfHtml, RichText } from './rich-text.tsx'
import { SwatchDot } from './swatch-dot.tsx'
import {
  Amount,
  Code,
  DayText,
  Figure,
  Iban,
  Instant,
  None,
  Percent,
  Siren,
  Siret,
  VatNumber,
} from './values.tsx'

const MarkdownText = lazy(async () => ({
  default: (await import('./markdown-text.tsx')).MarkdownText,
}))

export type FieldValueProps = {
  readonly kind: FieldKind
  readonly value: unknown
  /** For money. */
  readonly currency?: string | undefined
  /** For a choice or a level: its words. */
  readonly option?: ((value: string) => string) | undefined
  /** For a level: its names from 1. */
  readonly options?: Field['options']
  readonly digits?: number | undefined
  /** For a month: its year. */
  readonly year?: number | undefined
  /** For references and documents: one name, or a list. */
  readonly names?: unknown
  /** `list` is one line; `full` shows texts, pictures and lists whole. */
  readonly style?: 'list' | 'full'
}

/** Kinds in which 0 stands for none; an amount, a figure or a percentage of 0 is a value. */
const ZERO_IS_NONE: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'day',
  'instant',
  'year',
  'month',
  'duration',
  'level',
  'colour',
  'reference',
  'file',
])
type AddressValue = Partial<Record<'street' | 'postalCode' | 'city' | 'country', string>>

export function isNone(kind: FieldKind, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (value === 0) return ZERO_IS_NONE.has(kind)
  if (Array.isArray(value)) return value.length === 0
  return (
    (kind === 'address' || kind === 'words') && !Object.values(value as AddressValue).some(Boolean)
  )
}

/** A country's name in the language. */
const countryText = (language: Language, code: string) =>
  new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(code) ?? code

/** Any field's value, read-only: in a list, a history, or a past state. */
export function FieldValue(props: FieldValueProps): ReactNode {
  const { kind, value, option = (one) => one, style = 'list' } = props
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  if (kind === 'month' ? !props.year && isNone(kind, value) : isNone(kind, value)) return <None />
  const text = plainText(value)
  const list = (texts: readonly string[]) => <bdi>{listText(language, texts)}</bdi>
  const texts = Array.isArray(value) ? value.map(plainText) : []
  switch (kind) {
    case 'money':
      return <Amount major={Number(value)} currency={props.currency} />
    case 'percent':
      return <Percent value={Number(value)} />
    case 'integer':
      return <Figure value={Number(value)} digits={0} />
    case 'decimal':
      return <Figure value={Number(value)} digits={props.digits ?? 4} />
    case 'year':
      return <Code value={text} />
    case 'month':
      return <bdi>{monthText(language, props.year ?? 0, Number(value))}</bdi>
    case 'day':
      return <DayText at={Number(value)} />
    case 'instant':
      return <Instant at={Number(value)} />
    case 'duration':
      return <bdi className="num">{durationText(language, Number(value))}</bdi>
    case 'boolean':
      return t(value ? 'value.yes' : 'value.no')
    case 'choice':
      return option(text)
    case 'choices':
      return list(texts.map(option))
    case 'texts':
      return list(texts)
    case 'level':
      return <LevelMeter level={Number(value)} names={props.options ?? []} option={option} />
    case 'colour':
      return <Swatch number={Number(value)} />
    case 'siren':
      return <Siren value={text} />
    case 'siret':
      return <Siret value={text} />
    case 'vatNumber':
      return <VatNumber value={text} />
    case 'iban':
      return <Iban value={text} />
    case 'country':
      return countryText(language, text)
    case 'currency':
    case 'email':
    case 'phone':
    case 'url':
      return <Code value={text} />
    case 'reference':
    case 'file':
      return typeof props.names === 'string' && props.names ? <bdi>{props.names}</bdi> : <None />
    case 'references':
    case 'files':
      return Array.isArray(props.names) && props.names.length > 0 ? (
        list(props.names.map(plainText))
      ) : (
        <Figure value={texts.length} />
      )
    case 'rows':
      return t('history.items', { count: texts.length })
    case 'words':
      // Texts by language on the wire.
      return <bdi>{textIn(value as Partial<Record<Language, string>>, language)}</bdi>
    case 'address': {
      const { street, postalCode, city, country } = value as AddressValue // an address on the wire
      const town = [postalCode, city].filter(Boolean).join(' ')
      const whole = [street, town, country && countryText(language, country)].filter(Boolean)
      return style === 'list' ? town ? <bdi>{town}</bdi> : <None /> : <bdi>{whole.join(', ')}</bdi>
    }
    case 'image':
      return text.startsWith('data:image/') ? (
        <img
          src={text}
          alt={t('history.image')}
          className={style === 'list' ? 'max-h-6' : 'max-h-16'}
        />
      ) : (
        t('history.image')
      )
    case 'markdown':
      return style === 'list' ? (
        <bdi>{firstLine(text)}</bdi>
      ) : (
        <Suspense fallback={null}>
          <MarkdownText text={text} />
        </Suspense>
      )
    case 'richText':
      return style === 'list' ? <bdi>{plainOfHtml(text)}</bdi> : <RichText html={text} />
    case 'longText':
      return style === 'list' ? (
        <bdi>{firstLine(text)}</bdi>
      ) : (
        <bdi className="whitespace-pre-line">{text}</bdi>
      )
    case 'text':
      return <bdi>{text}</bdi>
  }
}

/** The first line with words, without Markdown marks of headings and lists. */
const firstLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(#{1,6}|[-*>]|\d+\.)\s+/, '').trim())
    .find(Boolean) ?? ''

function Swatch({ number }: { number: number }) {
  const { t } = useTranslation('fields')
  return (
    // Inline: a history strikes the whole value out.
    <span className="whitespace-nowrap">
      <SwatchDot number={number} />
      {t(`colour.${number}` as 'colour.1')}
    </span>
  )
}

/** The level's word, then a meter for sighted users. */
const LevelMeter = ({
  level,
  names,
  option,
}: {
  level: number
  names: readonly string[]
  option: (name: string) => string
}) => (
  <span className="whitespace-nowrap">
    {option(names[level - 1] ?? String(level))}
    <span className="level-meter" aria-hidden="true">
      {names.map((name, index) => (
        <i key={name} data-on={index < level} />
      ))}
    </span>
  </span>
)
