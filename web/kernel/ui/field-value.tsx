import type { TFunction } from 'i18next'
import { type ReactNode } from 'react'
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
import { late } from '#web/kernel/ui/late.tsx'

const MarkdownText = late(async () => (await import('./markdown-text.tsx')).MarkdownText)

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

/** A value that is there, in the forms that the kinds show it in. */
type Shown = Omit<FieldValueProps, 'option' | 'style'> & {
  readonly t: TFunction<'kernel'>
  readonly language: Language
  readonly option: (value: string) => string
  readonly isLine: boolean
  readonly text: string
  readonly number: number
  readonly texts: readonly string[]
}

const listOf = (language: Language, texts: readonly string[]) => (
  <bdi>{listText(language, texts)}</bdi>
)
const codeOf = ({ text }: Shown) => <Code value={text} />
const nameOf = ({ names }: Shown) =>
  typeof names === 'string' && names ? <bdi>{names}</bdi> : <None />
const namesOf = ({ names, texts, language }: Shown) =>
  Array.isArray(names) && names.length > 0 ? (
    listOf(language, names.map(plainText))
  ) : (
    <Figure value={texts.length} />
  )

function addressOf({ value, language, isLine }: Shown) {
  const { street, postalCode, city, country } = value as AddressValue // an address on the wire
  const town = [postalCode, city].filter(Boolean).join(' ')
  if (isLine) return town ? <bdi>{town}</bdi> : <None />
  const whole = [street, town, country && countryText(language, country)].filter(Boolean)
  return <bdi>{whole.join(', ')}</bdi>
}

const VALUES: Readonly<Record<FieldKind, (shown: Shown) => ReactNode>> = {
  money: ({ number, currency }) => <Amount major={number} currency={currency} />,
  percent: ({ number }) => <Percent value={number} />,
  integer: ({ number }) => <Figure value={number} digits={0} />,
  decimal: ({ number, digits = 4 }) => <Figure value={number} digits={digits} />,
  year: codeOf,
  month: ({ number, year = 0, language }) => <bdi>{monthText(language, year, number)}</bdi>,
  day: ({ number }) => <DayText at={number} />,
  instant: ({ number }) => <Instant at={number} />,
  duration: ({ number, language }) => <bdi className="num">{durationText(language, number)}</bdi>,
  boolean: ({ value, t }) => t(value ? 'value.yes' : 'value.no'),
  choice: ({ text, option }) => option(text),
  choices: ({ texts, option, language }) => listOf(language, texts.map(option)),
  texts: ({ texts, language }) => listOf(language, texts),
  level: ({ number, options = [], option }) => (
    <LevelMeter level={number} names={options} option={option} />
  ),
  colour: ({ number }) => <Swatch number={number} />,
  siren: ({ text }) => <Siren value={text} />,
  siret: ({ text }) => <Siret value={text} />,
  vatNumber: ({ text }) => <VatNumber value={text} />,
  iban: ({ text }) => <Iban value={text} />,
  country: ({ text, language }) => countryText(language, text),
  currency: codeOf,
  email: codeOf,
  phone: codeOf,
  url: codeOf,
  reference: nameOf,
  file: nameOf,
  references: namesOf,
  files: namesOf,
  rows: ({ texts, t }) => t('history.items', { count: texts.length }),
  words: ({ value, language }) => (
    // Texts by language on the wire.
    <bdi>{textIn(value as Partial<Record<Language, string>>, language)}</bdi>
  ),
  address: addressOf,
  image: ({ text, t, isLine }) =>
    text.startsWith('data:image/') ? (
      <img src={text} alt={t('history.image')} className={isLine ? 'max-h-6' : 'max-h-16'} />
    ) : (
      t('history.image')
    ),
  markdown: ({ text, isLine }) =>
    isLine ? <bdi>{firstLine(text)}</bdi> : <MarkdownText text={text} />,
  richText: ({ text, isLine }) =>
    isLine ? <bdi>{plainOfHtml(text)}</bdi> : <RichText html={text} />,
  longText: ({ text, isLine }) =>
    isLine ? <bdi>{firstLine(text)}</bdi> : <bdi className="whitespace-pre-line">{text}</bdi>,
  text: ({ text }) => <bdi>{text}</bdi>,
}

/** Any field's value, read-only: in a list, a history, or a past state. */
export function FieldValue({
  option = (one) => one,
  style = 'list',
  ...props
}: FieldValueProps): ReactNode {
  const { kind, value, year } = props
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  // A month without a number may have a year.
  if (isNone(kind, value) && !(kind === 'month' && year)) return <None />
  return VALUES[kind]({
    ...props,
    t,
    language,
    option,
    isLine: style === 'list',
    text: plainText(value),
    number: Number(value),
    texts: Array.isArray(value) ? value.map(plainText) : [],
  })
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
