import type { ImportField } from '#contract/cv/cv.schemas.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { monthText } from '#web/kernel/words/formats.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'

const numberAt = (values: ImportField['values'], name: string): number => {
  const value = values[name]
  return typeof value === 'number' ? value : 0
}

/** The month of a record stands for its year too, and a school's name for the school. */
const LABELLED: Readonly<Record<string, string>> = {
  startYear: 'startMonth',
  endYear: 'endMonth',
  isPresentMission: 'endMonth',
  year: 'month',
  organism: 'organismId',
}

/** The word before a row's value. */
export const rowLabel = (type: RecordType, [name = '', ...more]: readonly string[]): string =>
  type.name === 'study' && more.includes('to')
    ? `${fieldLabel(type, name)} – ${fieldLabel(type, 'to')}`
    : fieldLabel(type, LABELLED[name] ?? name)

/** A row's value as its screen shows it. @param present the word for a period that goes on */
export function rowText(
  type: RecordType,
  values: ImportField['values'],
  [name = '', ...more]: readonly string[],
  { language, present }: { readonly language: Language; readonly present: string },
): string {
  if (name === 'isPresentMission' || more.includes('isPresentMission')) return present
  if (name === 'from' && type.name === 'study')
    return [numberAt(values, 'from'), numberAt(values, 'to')].filter(Boolean).join(' – ')
  const month = { startYear: 'startMonth', endYear: 'endMonth', year: 'month' }[name]
  if (month !== undefined) {
    const [year, at] = [numberAt(values, name), numberAt(values, month)]
    return at === 0 ? String(year) : monthText(language, year, at)
  }
  const field = type.fields[name]
  if (field?.kind === 'level') {
    const step = field.options?.[numberAt(values, name) - 1]
    return step === undefined ? '' : optionLabel(type, name, step)
  }
  const text = plainText(values[name])
  return field?.kind === 'choice' ? optionLabel(type, name, text) : text
}
