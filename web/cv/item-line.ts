import type { RecordType } from '#contract/kernel/records.ts'
import { listText, monthText } from '#web/kernel/words/formats.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'

type Values = Readonly<Record<string, unknown>>

/** A row of a section: the name, what is beside it, and a level in steps. */
export type ItemLine = {
  readonly head: string
  readonly sub: string
  readonly level: { readonly at: number; readonly of: number; readonly name: string } | null
}

const numberAt = (values: Values, name: string): number => {
  const value = values[name]
  return typeof value === 'number' ? value : 0
}

/** @param present the word for a period that goes on */
export function itemLine(
  type: RecordType,
  values: Values,
  language: Language,
  present: string,
): ItemLine {
  const text = (name: string) => plainText(values[name] ?? '')
  const moment = (year: string, month: string): string => {
    const [y, m] = [numberAt(values, year), numberAt(values, month)]
    return y === 0 ? '' : m === 0 ? String(y) : monthText(language, y, m)
  }
  const option = (name: string) => (text(name) === '' ? '' : optionLabel(type, name, text(name)))
  const joined = (...parts: readonly string[]) => listText(language, parts.filter(Boolean))
  const span = (from: string, to: string) => [from, to].filter(Boolean).join(' – ')
  const names = type.fields['level']?.options ?? []
  const at = numberAt(values, 'level')
  const step = names[at - 1]
  const level =
    names.length > 0
      ? { at, of: names.length, name: step ? optionLabel(type, 'level', step) : '' }
      : null
  switch (type.name) {
    case 'mission': {
      const end = values['isPresentMission'] === true ? present : moment('endYear', 'endMonth')
      const period = span(moment('startYear', 'startMonth'), end)
      return {
        head: text('projectName'),
        sub: joined(text('client'), period, option('employmentType')),
        level,
      }
    }
    case 'study':
      return {
        head: text('diploma'),
        sub: joined(
          text('institute') || text('organism'),
          span(moment('from', ''), moment('to', '')),
        ),
        level,
      }
    case 'certification':
      return {
        head: text('displayTitle') || text('title'),
        sub: joined(text('organism'), text('from'), moment('startYear', 'startMonth')),
        level,
      }
    case 'training':
      return { head: text('title'), sub: joined(text('organism'), moment('year', 'month')), level }
    default:
      return { head: text('name'), sub: '', level }
  }
}
