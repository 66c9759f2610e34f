import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cv, CvVersionContent } from '#contract/cv/cv.schemas.ts'
import {
  type CvItem,
  type CvSection,
  itemName,
  shownItems,
  shownSections,
} from '#contract/cv/cv.values.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { ownFields } from '#web/kernel/records/record-type.ts'
import { RecordValue } from '#web/kernel/records/record-value.tsx'
import { FieldValue } from '#web/kernel/ui/field-value.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { entityTitle, findFieldLabel, namedRecord } from '#web/kernel/words/record-words.ts'
import { versionQuery } from './cv.queries.ts'

type Types = Readonly<Record<CvSection, RecordType>>
type Content = Omit<CvVersionContent, 'number'>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Stands for the CV as it is now among the numbers of versions. */
const NOW = 0

/** Content of a version of this moment. */
function presentOf(cv: Cv, items: readonly CvItem[]): Content {
  const sections = [...shownSections(cv.sections)]
  const shown = shownItems(items, cv.entries).filter(({ section }) => sections.includes(section))
  return {
    ...cv,
    sections,
    items: shown.map(({ section, id, values }) => ({ section, id, values })),
  }
}

/** Differences between two versions, or between a version and the present CV. */
export function VersionComparison({
  cv,
  items,
  types,
}: {
  cv: Cv
  items: readonly CvItem[]
  types: Types
}) {
  const { t } = useTranslation('cv')
  const last = cv.versions.length
  const [[from, to], setBoth] = useState<readonly [number, number]>(
    last > 1 ? [last - 1, last] : [last, NOW],
  )
  const present = presentOf(cv, items)
  const before = useQuery({ ...versionQuery(cv.id, from), enabled: from !== NOW })
  const after = useQuery({ ...versionQuery(cv.id, to), enabled: to !== NOW })
  const old = from === NOW ? present : before.data
  const now = to === NOW ? present : after.data
  const choice = (value: number, label: string, onChange: (number: number) => void) => (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      <option value={NOW}>{t('compare.now')}</option>
      {cv.versions.map(({ number }) => (
        <option key={number} value={number}>
          {t('version.number', { number })}
        </option>
      ))}
    </NativeSelect>
  )
  const lines =
    old && now ? [...headDifferences(old, now, t), ...itemDifferences(old, now, types)] : null
  return (
    <section className="mt-5" aria-label={t('compare.title')}>
      <h3 className="font-semibold">{t('compare.title')}</h3>
      <div className="mt-2 grid grid-cols-2 gap-3 sm:max-w-[420px]">
        {choice(from, t('compare.from'), (number) => setBoth([number, to]))}
        {choice(to, t('compare.to'), (number) => setBoth([from, number]))}
      </div>
      {lines?.length === 0 && <p className="mt-3 text-sm text-ink-muted">{t('compare.same')}</p>}
      <ul className="mt-3 grid gap-2 text-sm">
        {lines?.map(({ key, what, kind, values }) => (
          <li key={key}>
            <span className="font-medium">{what}</span>{' '}
            <span className="text-ink-muted">{t(`compare.${kind}`)}</span>
            {values && (
              <span className="block row-start" dir="auto">
                <del className="text-ink-subtle">{values[0]}</del> →{' '}
                <ins className="no-underline">{values[1]}</ins>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Difference = {
  readonly key: string
  readonly what: string
  readonly kind: 'added' | 'removed' | 'moved' | 'changed'
  /** The old value and the new one. */
  readonly values?: readonly [ReactNode, ReactNode]
}

type Words = ReturnType<typeof useTranslation<'cv'>>['t']

/** Differences of the head, the look and the sections. */
function headDifferences(old: Content, now: Content, t: Words): readonly Difference[] {
  const text = (value: string) => <bdi className="whitespace-pre-line">{value}</bdi>
  const parts: readonly (readonly [
    string,
    (content: Content) => unknown,
    (content: Content) => ReactNode,
  ])[] = [
    [t('differs.title'), (one) => one.title, (one) => text(one.title)],
    [t('differs.summary'), (one) => one.summary, (one) => text(one.summary)],
    [
      t('differs.availableFrom'),
      (one) => one.availableFrom,
      (one) => <FieldValue kind="day" value={one.availableFrom} />,
    ],
    [t('differs.links'), (one) => one.links, (one) => text(one.links)],
    [t('differs.language'), (one) => one.language, (one) => t(`inLanguage.${one.language}`)],
    [t('differs.template'), (one) => one.template, (one) => t(`template.${one.template}`)],
    [
      t('differs.accent'),
      (one) => one.accent,
      (one) => <FieldValue kind="colour" value={one.accent} />,
    ],
    [t('differs.textSize'), (one) => one.textSize, (one) => t(`textSize.${one.textSize}`)],
    [
      t('differs.photo'),
      (one) => one.withPhoto,
      (one) => <FieldValue kind="boolean" value={one.withPhoto} />,
    ],
    [
      t('differs.sections'),
      (one) => one.sections,
      (one) => one.sections.map((name) => entityTitle(name)).join(' · '),
    ],
  ]
  return parts
    .filter(([, value]) => !same(value(old), value(now)))
    .map(([what, , shown]) => ({
      key: what,
      what,
      kind: 'changed',
      values: [shown(old), shown(now)],
    }))
}

/** A field of an item in a line of the comparison: words of Markdown, texts of translations. */
function shownValue(type: RecordType, values: CvItem['values'], field: string): ReactNode {
  const value = values[field]
  if (type.fields[field]?.kind === 'markdown')
    return (
      <bdi className="whitespace-pre-line">
        {plainText(value ?? '').replaceAll(/\*\*|^[#>]+ /gm, '')}
      </bdi>
    )
  if (field === 'translations' && Array.isArray(value))
    return (
      <bdi>
        {value.map((row: { readonly text?: unknown }) => plainText(row.text ?? '')).join(' · ')}
      </bdi>
    )
  return <RecordValue type={type} row={values} name={field} style="full" />
}

/** Items that came, went, moved or say something else. */
function itemDifferences(before: Content, after: Content, types: Types): readonly Difference[] {
  const old = new Map(before.items.map((item) => [item.id, item]))
  const now = new Map(after.items.map((item) => [item.id, item]))
  const order = (items: Content['items'], section: CvSection, both: ReadonlyMap<string, unknown>) =>
    items.filter((item) => item.section === section && both.has(item.id)).map(({ id }) => id)
  const named = (item: Content['items'][number]) => namedRecord(item.section, itemName(item))
  return [
    ...after.items
      .filter(({ id }) => !old.has(id))
      .map((item): Difference => ({ key: item.id, what: named(item), kind: 'added' })),
    ...before.items
      .filter(({ id }) => !now.has(id))
      .map((item): Difference => ({ key: item.id, what: named(item), kind: 'removed' })),
    ...after.items.flatMap((item): Difference[] => {
      const was = old.get(item.id)
      if (was === undefined) return []
      const type = types[item.section]
      const differs = (field: string | undefined) =>
        field !== undefined &&
        !same(
          was.values[field] ?? type.fields[field]?.empty,
          item.values[field] ?? type.fields[field]?.empty,
        )
      return ownFields(type, Object.keys(type.fields))
        .filter((field) => differs(field) || differs(type.fields[field]?.yearField))
        .map((field) => {
          const what = `${named(item)}, ${findFieldLabel(item.section, field) ?? field}`
          return {
            key: `${item.id} ${field}`,
            what,
            kind: 'changed',
            values: [shownValue(type, was.values, field), shownValue(type, item.values, field)],
          }
        })
    }),
    ...after.items.flatMap((item): Difference[] => {
      const [was, is] = [
        order(before.items, item.section, now),
        order(after.items, item.section, old),
      ]
      return old.has(item.id) && was.indexOf(item.id) !== is.indexOf(item.id)
        ? [{ key: `${item.id} moved`, what: named(item), kind: 'moved' }]
        : []
    }),
  ]
}
