import { useQuery } from '@tanstack/react-query'
import { AlarmClock, AlarmClockCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { notificationRoutes, type Reminder } from '#contract/planning/notifications.contract.ts'
import { REMINDER_GROUPS } from '#contract/planning/planning.values.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Amount, DayText, Instant } from '#web/kernel/ui/values.tsx'
import { dayText, localDay, today } from '#web/kernel/words/formats.ts'
import { instantAt } from '#web/kernel/words/time-zone.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { remindersQuery } from './notifications.queries.ts'
import { toldPlace } from './told-place.ts'
import { ToldText } from './told-text.tsx'

/** When a reminder that was put off is told again. @unit minutes of the day */
const MORNING = 480
const DELAYS = [
  { name: 'tomorrow', days: 1 },
  { name: 'threeDays', days: 3 },
  { name: 'nextWeek', days: 7 },
] as const

/** Waiting work of the user, over all contexts: overdue, today, within a week, and snoozed. */
export function Reminders({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('planning')
  const { data, error, refetch } = useQuery(remindersQuery(usePreferences().language))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={5} />
  const waiting = data.filter(({ snoozedUntil }) => snoozedUntil === 0)
  return (
    <>
      {waiting.length === 0 && (
        <p className="mb-6 text-ink-muted">{t('notifications.reminders.none')}</p>
      )}
      {[
        ...REMINDER_GROUPS.map((group) => ({
          group,
          reminders: waiting.filter((one) => one.group === group),
        })),
        {
          group: 'snoozed' as const,
          reminders: data.filter(({ snoozedUntil }) => snoozedUntil > 0),
        },
      ].map(
        ({ group, reminders }) =>
          reminders.length > 0 && (
            <section
              key={group}
              className="mb-6"
              aria-label={t(`notifications.reminders.group.${group}`)}
            >
              <h3
                className={`label mb-1 flex justify-between ${group === 'overdue' ? 'text-negative' : ''}`}
              >
                <span>{t(`notifications.reminders.group.${group}`)}</span>
                <span className="num text-ink-subtle">{reminders.length}</span>
              </h3>
              <ul>
                {reminders.map((reminder) => (
                  <ReminderRow key={reminder.key} reminder={reminder} onOpen={onOpen} />
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  )
}

function ReminderRow({ reminder, onOpen }: { reminder: Reminder; onOpen: () => void }) {
  const { t } = useTranslation('planning')
  const { language } = usePreferences()
  const { layer, kind, title, day, start, amount, currency, key, snoozedUntil } = reminder
  const snooze = useWrite(notificationRoutes.snooze, {
    invalidates: ['notifications'],
    done: t('notifications.reminders.changed'),
  })
  const text = t(`fact.${layer}.${kind}` as 'fact.bills.late', { title })
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 last:border-0">
      <span className="min-w-0 grow text-sm">
        <ToldText text={text} to={toldPlace({ ...reminder, text })} onOpen={onOpen} />
        <span className="flex flex-wrap gap-x-2 text-xs text-ink-subtle">
          {start > 0 ? <Instant at={start} /> : <DayText at={day} />}
          {amount !== null && <Amount major={amount} currency={currency} />}
          {snoozedUntil > 0 && (
            <span>
              {t('notifications.reminders.again', {
                day: dayText(language, localDay(snoozedUntil)),
              })}
            </span>
          )}
        </span>
      </span>
      {snoozedUntil > 0 ? (
        <IconButton
          icon={AlarmClockCheck}
          size={15}
          label={t('notifications.reminders.back', { title: text })}
          onClick={() => snooze.mutate({ body: { key, until: 0 } })}
        />
      ) : (
        <DropMenu
          className="icon-btn"
          label={t('notifications.reminders.snooze', { title: text })}
          entries={DELAYS.map(({ name, days }) => ({
            label: t(`notifications.reminders.until.${name}`),
            onSelect: () =>
              snooze.mutate({ body: { key, until: instantAt(today() + days * DAY_MS, MORNING) } }),
          }))}
        >
          <AlarmClock size={15} />
        </DropMenu>
      )}
    </li>
  )
}
