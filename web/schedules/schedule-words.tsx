import { useTranslation } from 'react-i18next'
import type { Schedule } from '#contract/schedules/schedules.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Status, type StatusKind } from '#web/kernel/ui/status.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { dayText, percentText, weekdayText } from '#web/kernel/words/formats.ts'

/** Negative for what goes out. */
export const signOf = ({ operation }: Pick<Schedule, 'operation'>): 1 | -1 =>
  operation === 'in' ? 1 : -1

/** Party: the organism, else its label. */
export const nameOf = (row: Pick<Schedule, 'organism' | 'label'>): string =>
  row.organism || row.label

export const GROUPS = ['toValidate', 'active', 'stopped'] as const
export type Group = (typeof GROUPS)[number]
export const groupOf = ({ toValidate, active, state }: Schedule): Group =>
  toValidate.length > 0 ? 'toValidate' : !active || state === 'outdated' ? 'stopped' : 'active'

/** The amount of the waiting, the next or the last run; null while it is unknown. */
export function amountOf({
  toValidate,
  amountType,
  amount,
  lastRun,
  lastAmount,
}: Schedule): number | null {
  if (toValidate.length > 0) return toValidate.reduce((sum, run) => sum + run.amount, 0)
  if (amountType === 'fixed') return amount === 0 && lastAmount === 0 ? null : amount || lastAmount
  return lastRun === 0 ? null : lastAmount
}

/** "chaque mois, le 5". */
export function useRhythm() {
  const { t } = useTranslation('schedules')
  const { language } = usePreferences()
  return ({
    interval,
    intervalCount: count,
    startDate,
    amountType,
  }: Pick<Schedule, 'interval' | 'intervalCount' | 'startDate' | 'amountType'>) => {
    const day = new Date(startDate).getUTCDate()
    const number = language === 'fr' && day === 1 ? '1ᵉʳ' : String(day)
    switch (interval) {
      case 'once':
        return t('rhythm.once', { day: dayText(language, startDate, 'long') })
      case 'day':
        return t('rhythm.day', { count })
      case 'week':
        return t('rhythm.week', { count, weekday: weekdayText(language, startDate, 'long') })
      case 'month':
        // A declaration is proposed on the first, and paid by the end of that month.
        if (amountType === 'contributions' && day === 1) return t('rhythm.contributions', { count })
        // A month without the day takes its last one.
        return day > 28
          ? t('rhythm.monthEnd', { count, number })
          : t('rhythm.month', { count, number })
      case 'year':
        return t('rhythm.year', {
          count,
          day: dayText(language, startDate, 'list').replace(/\s*\d{4}$/, ''),
        })
      default:
        return interval satisfies never
    }
  }
}

/** "8,5 % du CA HT encaissé", "fixe". */
export function useCalculation() {
  const { t } = useTranslation('schedules')
  const { language } = usePreferences()
  return ({ amountType, percentage, base, option }: Schedule): string => {
    if (amountType === 'contributions') return t(`charge.option.amountType.${amountType}`)
    if (amountType === 'calculated')
      return t(`calc.${base}`, { rate: percentText(language, percentage) })
    return option === 'reminder'
      ? t('charge.option.option.reminder')
      : t('charge.option.amountType.fixed')
  }
}

const LOOKS: Readonly<Record<Schedule['state'], StatusKind>> = {
  pending: 'sent',
  debited: 'sent',
  credited: 'sent',
  overdue: 'late',
  outdated: 'stop',
}

/** Next step: "À valider", "En retard", "Arrêtée", or the state after its last run. */
export function ScheduleStatus({ row, as }: { row: Schedule; as?: 'text' | 'tag' }) {
  const { t } = useTranslation('schedules')
  const look = as ? { as } : {}
  if (row.state === 'overdue')
    return (
      <Status kind="late" {...look}>
        {t('status.overdue')}
      </Status>
    )
  if (row.toValidate.length > 0)
    return (
      <Status kind="wait" {...look}>
        {t('status.toValidate')}
      </Status>
    )
  if (row.state === 'outdated' || !row.active)
    return (
      <Status kind="stop" {...look}>
        {t(row.state === 'outdated' ? 'status.outdated' : 'status.stopped')}
      </Status>
    )
  return (
    <Status kind={LOOKS[row.state]} {...look}>
      {t(`status.${row.state}`)}
    </Status>
  )
}

export function ScheduleAmount({ row, symbol = true }: { row: Schedule; symbol?: boolean }) {
  const { t } = useTranslation('schedules')
  const amount = amountOf(row)
  if (amount === null) return <span className="text-ink-subtle">{t('amount.unknown')}</span>
  return (
    <Amount major={signOf(row) * amount} currency={row.currency} symbol={symbol} sign="always" />
  )
}
