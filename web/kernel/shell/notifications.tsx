import { useQuery } from '@tanstack/react-query'
import { AlarmClock, BellOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationRoutes, type Notification } from '#contract/planning/notifications.contract.ts'
import { eventRoutes } from '#contract/planning/planning.contract.ts'
import { DIGEST_RHYTHMS } from '#contract/planning/planning.values.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { durationText } from '#web/kernel/words/formats.ts'
import { MINUTE_MS } from '#contract/kernel/time.values.ts'
import { browserNotices, stopBrowserNotices, wantBrowserNotices } from './browser-notices.ts'
import { DatedList } from './dated-list.tsx'
import { notificationsQuery, settingsQuery } from './notifications.queries.ts'
import { toldPlace } from './told-place.ts'
import { ToldText } from './told-text.tsx'

const READ_AGAIN = { invalidates: ['notifications'] } as const

/**
 * Notifications of the user, by day: each leads to its record, and is read by that. A kind can be
 * muted.
 */
export function Notifications({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('planning')
  const { data: all } = useQuery(notificationsQuery(usePreferences().language))
  const read = useWrite(notificationRoutes.read, READ_AGAIN)
  const mute = useWrite(notificationRoutes.mute, { ...READ_AGAIN, done: t('notifications.muted') })
  const unread = (all ?? []).filter((one) => !one.read).length
  const seen = ({ id, read: isRead }: Notification) => {
    if (!isRead) read.mutate({ params: { id } })
    onOpen()
  }
  return (
    <section aria-label={t('notifications.title')}>
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h3 className="label">{t('notifications.unread', { count: unread })}</h3>
        {unread > 0 && (
          <Button size="sm" onClick={() => read.mutate({ params: { id: 'all' } })}>
            {t('notifications.readAll')}
          </Button>
        )}
      </div>
      {all?.length === 0 && <p className="text-ink-muted">{t('notifications.none')}</p>}
      <DatedList
        entries={(all ?? []).map((one) => ({
          key: one.id,
          at: one.at,
          marked: !one.read,
          content: (
            <>
              <span className={`min-w-0 grow ${one.read ? 'text-ink-muted' : 'font-semibold'}`}>
                <ToldText text={one.text} to={toldPlace(one)} onOpen={() => seen(one)} />
              </span>
              {one.kind === 'eventReminder' && one.start > 0 && <RemindAgain one={one} />}
              <IconButton
                icon={BellOff}
                size={15}
                className="-my-1.5"
                label={t('notifications.mute', { text: one.text })}
                onClick={() => mute.mutate({ body: { kind: one.kind, muted: true } })}
              />
            </>
          ),
        }))}
      />
      <MutedKinds />
      <ByBrowser />
      <ByMail />
    </section>
  )
}

/** When an event is told of again. @unit minutes from now */
const PAUSES = [10, 60, 1_440] as const

/** Puts the reminder of an event off. */
function RemindAgain({ one }: { one: Notification }) {
  const { t } = useTranslation('planning')
  const { language } = usePreferences()
  const read = useWrite(notificationRoutes.read, READ_AGAIN)
  const snooze = useWrite(eventRoutes.snooze, {
    ...READ_AGAIN,
    done: t('notifications.reminders.changed'),
    onDone: () => read.mutate({ params: { id: one.id } }),
  })
  return (
    <DropMenu
      className="icon-btn -my-1.5"
      label={t('notifications.again.label', { text: one.text })}
      // Past pauses are not announced: later ones are for later events.
      entries={PAUSES.filter(
        (minutes, n) => n === 0 || Date.now() + minutes * MINUTE_MS < one.start,
      ).map((minutes) => ({
        label: t('notifications.again.in', { time: durationText(language, minutes) }),
        onSelect: () =>
          snooze.mutate({ params: { id: one.entityId }, body: { start: one.start, minutes } }),
      }))}
    >
      <AlarmClock size={15} />
    </DropMenu>
  )
}

/** Kinds that the user does not want, each with the act that brings it back. */
function MutedKinds() {
  const { t } = useTranslation('planning')
  const muted = useQuery(settingsQuery()).data?.muted ?? []
  const tellAgain = useWrite(notificationRoutes.mute, {
    ...READ_AGAIN,
    done: t('notifications.unmuted'),
  })
  if (muted.length === 0) return null
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h3 className="label mb-1">{t('notifications.mutedKinds')}</h3>
      <ul>
        {muted.map((kind) => {
          const name = t(`notifications.kind.${kind}`)
          return (
            <li key={kind} className="flex min-h-10 items-center justify-between gap-3">
              <span className="min-w-0 text-ink-muted">{name}</span>
              <Button
                size="sm"
                variant="quiet"
                aria-label={t('notifications.unmute', { kind: name })}
                onClick={() => tellAgain.mutate({ body: { kind, muted: false } })}
              >
                {t('notifications.unmuteShort')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Whether this browser tells of notifications too; it asks the user before. */
function ByBrowser() {
  const { t } = useTranslation('planning')
  const [state, setState] = useState(browserNotices)
  if (state === 'unknown') return null
  return (
    <section className="mt-6 border-t border-line pt-4">
      {state === 'denied' ? (
        <p className="text-sm text-ink-muted">{t('notifications.browser.denied')}</p>
      ) : state === 'on' ? (
        <>
          <p className="mb-2 text-sm text-ink-muted">{t('notifications.browser.on')}</p>
          <Button
            size="sm"
            onClick={() => {
              stopBrowserNotices()
              setState(browserNotices())
            }}
          >
            {t('notifications.browser.off')}
          </Button>
        </>
      ) : (
        <Button size="sm" onClick={() => void wantBrowserNotices().then(setState)}>
          {t('notifications.browser.ask')}
        </Button>
      )}
    </section>
  )
}

/** Rhythm of notifications and waiting work by mail. */
function ByMail() {
  const { t } = useTranslation('planning')
  const { data: settings } = useQuery(settingsQuery())
  const choose = useWrite(notificationRoutes.digest, {
    ...READ_AGAIN,
    done: t('notifications.mail.done'),
  })
  if (settings === undefined) return null
  const { digest, mail } = settings
  return (
    <section className="mt-6 border-t border-line pt-4" aria-label={t('notifications.mail.title')}>
      <h3 className="label mb-2">{t('notifications.mail.title')}</h3>
      {mail === '' ? (
        <p className="text-sm text-ink-muted">{t('notifications.mail.noMail')}</p>
      ) : (
        <>
          <Segments
            label={t('notifications.mail.title')}
            options={DIGEST_RHYTHMS.map((value) => ({
              value,
              label: t(`notifications.mail.${value}`),
            }))}
            value={digest}
            onChange={(rhythm) => choose.mutate({ body: { rhythm } })}
          />
          <p className="mt-2 text-sm text-ink-muted">
            {t(`notifications.mail.body.${digest}`)}
            {digest !== 'never' && (
              <>
                {' '}
                <bdi>{t('notifications.mail.to', { mail })}</bdi>
              </>
            )}
          </p>
        </>
      )}
    </section>
  )
}
