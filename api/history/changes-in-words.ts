import type { Entity } from '#domain/kernel/records/entity.ts'
import type { FieldKind } from '#domain/kernel/records/field.ts'
import type { Fact, ToldChange } from '#contract/history/history.contract.ts'
import { decimalText } from '../kernel/csv.ts'
import { eventLabel, fieldLabel, optionLabel } from '../kernel/labels.ts'
import type { Language } from '../kernel/languages.ts'
import { word } from '../kernel/words.ts'

type Names = ReadonlyMap<string, string>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Kinds in which 0 stands for none. */
const ZERO_IS_NONE: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'day',
  'instant',
  'year',
  'level',
  'colour',
])

/** The changes of a fact in words, a row for each field. A fact without changes has one row. */
export function changesInWords(
  language: Language,
  entity: Entity,
  fact: Fact,
  names: Names,
): readonly ToldChange[] {
  const text = (path: string, kind: FieldKind, value: unknown): string => {
    if (value === null || value === undefined || (value === 0 && ZERO_IS_NONE.has(kind))) return ''
    if (Array.isArray(value))
      return value.map((one) => text(path, kind, one)).join(kind === 'rows' ? ' ; ' : ', ')
    if (isObject(value))
      // Ids of rows, and what follows from other fields.
      return Object.entries(value)
        .filter(([key]) => !entity.untold?.includes(`${path}.${key}`))
        .map(([key, part]) =>
          text(`${path}.${key}`, entity.shows[`${path}.${key}`] ?? 'text', part),
        )
        .filter((part) => part !== '')
        .join(' · ')
    if (kind === 'image') return word(language, 'kernel', 'history.image')
    if (typeof value === 'boolean') return word(language, 'kernel', `value.${value ? 'yes' : 'no'}`)
    if (typeof value === 'number') {
      if (kind === 'day') return new Date(value).toISOString().slice(0, 10)
      if (kind === 'instant') return new Date(value).toISOString().slice(0, 19).replace('T', ' ')
      return decimalText(language, value)
    }
    if (typeof value !== 'string') return ''
    if (kind === 'choice' || kind === 'choices')
      return optionLabel(language, entity.name, path, value)
    return kind === 'reference' || kind === 'references' ? (names.get(value) ?? value) : value
  }
  const { at, actor, type, changes } = fact
  const head = {
    at,
    who: actor.kind === 'user' ? actor.name : 'Carnet',
    fact: eventLabel(language, entity.name, type),
  }
  if (changes.length === 0) return [{ ...head, field: '', from: '', to: '' }]
  return changes.map(({ field, kind, from, to }) => ({
    ...head,
    field: fieldLabel(language, entity.name, field),
    from: text(field, kind, from),
    to: text(field, kind, to),
  }))
}
