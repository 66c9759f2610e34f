import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { notificationRoutes } from '#contract/notifications.routes.ts'
import type { Notification } from '#contract/notifications.schemas.ts'
import { call } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { placeOf } from './found-place.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'

const READ_AGAIN = { invalidates: ['notifications'] } as const

/** The collections of the key are those whose events a user is told of. */
const notificationsQuery = () => ({
  queryKey: ['notifications', 'calendarEvent', 'charge', 'scheduledTransaction', 'bill'] as const,
  queryFn: () => call(notificationRoutes.all, {}),
})

/** Where the record of a notification is shown. */
const addressOf = ({ entity, entityId, text }: Notification): string | undefined =>
  placeOf({ entity, id: entityId, title: text, detail: '' })?.to

/** What happened, newest first: each leads to its record, and is read by that. A kind can be muted. */
export function Notifications({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('planning')
  const { data: all } = useQuery(notificationsQuery())
  const read = useWrite(notificationRoutes.read, READ_AGAIN)
  const mute = useWrite(notificationRoutes.mute, { ...READ_AGAIN, done: t('notifications.muted') })
  const unread = (all ?? []).filter((one) => !one.read).length
  return (
    <section aria-label={t('notifications.title')} className="mb-6">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 className="label">{t('notifications.unread', { count: unread })}</h3>
        {unread > 0 && (
          <Button size="sm" onClick={() => read.mutate({ params: { id: 'all' } })}>
            {t('notifications.readAll')}
          </Button>
        )}
      </div>
      {all?.length === 0 && <p className="text-ink-muted">{t('notifications.none')}</p>}
      <ol className="hist">
        {all?.map((one) => {
          const to = addressOf(one)
          const seen = () => {
            if (!one.read) read.mutate({ params: { id: one.id } })
            onOpen()
          }
          return (
            <li key={one.id} className={one.read ? undefined : 'on'}>
              <span className="t">
                <Instant at={one.at} style="short" />
              </span>
              <div className="s flex items-start gap-3">
                <span className={`min-w-0 grow ${one.read ? 'text-ink-muted' : 'font-semibold'}`}>
                  {to === undefined ? (
                    one.text
                  ) : (
                    <Link to={to} onClick={seen}>
                      {one.text}
                    </Link>
                  )}
                </span>
                <IconButton
                  icon={BellOff}
                  label={t('notifications.mute', { text: one.text })}
                  onClick={() => mute.mutate({ body: { kind: one.kind, muted: true } })}
                />
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
