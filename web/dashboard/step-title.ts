import type { TFunction } from 'i18next'
import type { NextStep } from '#contract/dashboard/dashboard.contract.ts'
import { dayText } from '#web/kernel/words/formats.ts'
import { type Language, localeOf } from '#web/kernel/words/languages.ts'

/** A name inside a sentence of the other direction. */
export const isolated = (text: string | number | undefined) => `\u2068${text ?? ''}\u2069`

/** `2026-11`, as addresses have it. */
export const monthWord = (facts: NextStep['facts']) =>
  `${facts['year']}-${String(facts['month']).padStart(2, '0')}`

const monthName = (facts: NextStep['facts'], language: Language): string =>
  facts['month'] === undefined
    ? ''
    : new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' }).format(
        Date.UTC(Number(facts['year']), Number(facts['month']) - 1, 1),
      )

/** `octobre 2026`, or the first and the last month of a longer period. */
function monthsText(language: Language, from: number, to: number): string {
  const [first, last] = [from, to].map((at) => dayText(language, at, 'month'))
  return first === last ? String(first) : `${first} – ${last}`
}

/** A thing to do in one line. @param t of the dashboard's words */
export function stepTitle(
  t: TFunction<'dashboard'>,
  { kind, facts }: NextStep,
  language: Language,
): string {
  const client = isolated(facts['client'])
  const month = monthName(facts, language)
  switch (kind) {
    case 'setup':
      return t('todo.setup.title')
    case 'lateBill':
      return t('todo.late.title', { client })
    case 'refund':
      return t('todo.refund.title', { client })
    case 'deposit':
      return t('todo.deposit.title', { client })
    case 'draft':
      return t(facts['client'] ? 'todo.draft.title' : 'todo.draft.titleAlone', { client })
    case 'chargeToValidate':
    case 'scheduledToValidate':
      return t('todo.validate.title', { label: isolated(facts['label']) })
    case 'declaration':
      return t(`todo.declaration.${facts['declaration'] as 'vat' | 'urssaf' | 'services'}`, {
        period: monthsText(language, Number(facts['from']), Number(facts['to'])),
      })
    case 'unbilledDays':
      return t('todo.unbilled.title', { month, client })
    case 'unfilledDays':
      return t('todo.unfilled.title', { month })
    case 'lateRates':
      return t(facts['half'] === 1 ? 'todo.rates.first' : 'todo.rates.second', {
        year: String(facts['year']),
      })
  }
}
