import { localeOf } from '#web/kernel/words/languages.ts'
import { useTranslation } from 'react-i18next'
import { capitalised } from '#web/kernel/words/capitalised.ts'
import { quarterText, dayText, hoursText, numberText } from '#web/kernel/words/formats.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import type { Day, Row } from './month.ts'
import { isHours, type Quantity } from './quantity.ts'

/** Words of the parts of a day. */
const PARTS = new Map<Quantity, 'none' | 'whole' | 'half' | 'quarter' | 'threeQuarters'>([
  [0, 'none'],
  [1, 'whole'],
  [0.5, 'half'],
  [0.25, 'quarter'],
  [0.75, 'threeQuarters'],
])

/** Names of rows, days and figures of the month, for screen and screen readers. */
export function useRowWords() {
  const { t } = useTranslation('timesheets')
  const { t: common } = useTranslation('kernel')
  const { language } = usePreferences()
  const { can } = useSession()
  const figure = (value: number) => numberText(language, value)
  /** A note's title keeps its own direction within the line, whose end is cut. */
  const row = ({ kind, contract }: Row): { name: string; note: string } => {
    if (kind !== 'work')
      return { name: t(`timesheet.option.kind.${kind}`), note: t('row.notBilled') }
    if (!contract)
      return can('perm_contract_menu')
        ? { name: t('row.gone'), note: t('row.notBilled') }
        : { name: t('row.unread'), note: '' }
    const what = contract.title || contract.ref
    const title = `\u2068${what}\u2069`
    if (!contract.isBillable) return { name: t('row.internal'), note: title }
    const note = contract.priceMode === 'fixed' ? t('row.fixed', { what: title }) : title
    return { name: contract.client || what, note }
  }
  return {
    row,
    /** Name and note in one, for screen readers. */
    spoken: (of: Row) => Object.values(row(of)).filter(Boolean).join(', '),
    day: (at: number) => dayText(language, at, 'weekday'),
    month: (at: number) => capitalised(dayText(language, at, 'month')),
    /** `octobre 2026`, within a sentence. */
    monthYear: (at: number) => dayText(language, at, 'month'),
    /** The month's name alone: `octobre`. */
    monthName: (at: number) =>
      new Intl.DateTimeFormat(localeOf(language), {
        month: 'long',
        timeZone: 'UTC',
      }).format(at),
    // names come from the server's list; the locale test proves that each has a text
    holiday: (day: Day) =>
      day.holiday === null ? '' : t(`holidayName.${day.holiday}` as 'holidayName.newYear'),
    /** The client's own public holiday, on the line of its contract. */
    closed: (day: Day, key: string) => {
      const at = day.closedClients.get(key)
      return at === undefined
        ? ''
        : t('clientHoliday', {
            client: `\u2068${at.client}\u2069`,
            name: t(`holidayName.${at.name}` as 'holidayName.newYear'),
          })
    },
    figure,
    days: (value: number) => common('value.days', { count: value, figure: figure(value) }),
    quantity: (value: Quantity) => {
      if (isHours(value)) return hoursText(language, value.hours, 'long')
      const part = PARTS.get(value)
      return part === undefined ? figure(value) : t(`cell.${part}`)
    },
    /** The same in as few signs as a cell has room for: `½`, and of hours `7½`. */
    sign: (value: Quantity) => quarterText(language, isHours(value) ? value.hours : value),
    /** The same with its unit: `½`, `7,5 h`. */
    entered: (value: Quantity) =>
      isHours(value) ? hoursText(language, value.hours) : quarterText(language, value),
    /** Hours as they are typed; empty for none. */
    typed: (value: Quantity) => (isHours(value) ? figure(value.hours) : ''),
    hours: (value: number) => hoursText(language, value),
    /** `1 jour = 7 h`: how a row's hours become days. */
    dayOf: (hoursPerDay: number) =>
      common('value.dayOf', { hours: hoursText(language, hoursPerDay) }),
  }
}
