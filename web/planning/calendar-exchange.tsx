import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Link2, RefreshCw, Unlink } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eventRoutes, feedRoutes } from '#contract/planning/planning.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Copyable } from '#web/kernel/ui/copyable.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { Instant } from '#web/kernel/ui/values.tsx'
import { useEventWords } from './event-words.ts'
import type { ImportedEvent } from './icalendar-import.ts'
import { feedQuery } from './planning.queries.ts'

/** The most events that one request may hold. */
const AT_ONCE = 200

/** The calendar in other programs: an address to subscribe to, and their files. */
export function CalendarExchange({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('planning')
  const { can } = useSession()
  return (
    <Dialog open wide onClose={onClose} title={t('exchange.title')}>
      {can('perm_events_update') && <Subscription />}
      {can('perm_events_add') && <FileImport onClose={onClose} />}
    </Dialog>
  )
}

/** PL4: the read-only feed. Its address is shown once, since its secret is not kept. */
function Subscription() {
  const { t } = useTranslation('planning')
  const { data: feed } = useQuery(feedQuery())
  const [address, setAddress] = useState('')
  const READ_AGAIN = { invalidates: ['planning'] } as const
  const open = useWrite(feedRoutes.open, {
    ...READ_AGAIN,
    onDone: ({ path }) => setAddress(new URL(path, window.location.origin).href),
  })
  const close = useWrite(feedRoutes.close, {
    ...READ_AGAIN,
    done: t('feed.closed'),
    onDone: () => setAddress(''),
  })
  const isOpen = feed?.open === true
  return (
    <section aria-labelledby="feed-title" className="mt-4">
      <h3 id="feed-title" className="h2">
        {t('feed.title')}
      </h3>
      <p className="mt-1 text-ink-muted">{t('feed.body')}</p>
      {address !== '' && (
        <output className="mt-3 block break-all">
          <Copyable text={address} />
          <span className="mt-1 block text-sm text-ink-muted">{t('feed.once')}</span>
        </output>
      )}
      {isOpen && feed.since > 0 && (
        <p className="mt-2 text-sm text-ink-subtle">
          {t('feed.since')} <Instant at={feed.since} style="long" />
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={isOpen ? RefreshCw : Link2} onClick={() => open.mutate({})}>
          {t(isOpen ? 'feed.renew' : 'feed.open')}
        </Button>
        {isOpen && (
          <Button variant="danger" icon={Unlink} onClick={() => close.mutate({})}>
            {t('feed.close')}
          </Button>
        )}
      </div>
    </section>
  )
}

/**
 * Events of a file, of which the user chooses those to add. The file is read by the browser alone.
 */
function FileImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['planning', 'kernel'])
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<readonly ImportedEvent[] | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [fault, setFault] = useState('')
  const add = useWrite(eventRoutes.import, { invalidates: ['planning'] })

  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (file === undefined) return
    const { eventsIn, UnreadableCalendar } = await import('./icalendar-import.ts')
    try {
      const events = await eventsIn(file, Date.now())
      setFault(events.length === 0 ? t('import.none') : '')
      setFound(events)
      setLeft(new Set(events.filter(({ note }) => note === 'past').map(({ id }) => id)))
    } catch (error) {
      setFound(null)
      setFault(
        t(`import.unreadable.${error instanceof UnreadableCalendar ? error.reason : 'form'}`),
      )
    }
  }
  const chosen = (found ?? []).filter(({ id }) => !left.has(id))
  const send = async () => {
    let added = 0
    for (let from = 0; from < chosen.length; from += AT_ONCE) {
      const events = chosen.slice(from, from + AT_ONCE).map((event) => {
        const { note: _, allDay: __, ...draft } = event
        return { ...draft, without: [...draft.without] }
      })
      added += (await add.mutateAsync({ body: { events } })).added
    }
    notifySuccess(t('import.done', { count: added }), {
      ...(added < chosen.length && { detail: t('import.known', { count: chosen.length - added }) }),
    })
    onClose()
  }
  return (
    <section aria-labelledby="import-title" className="mt-6 border-t border-line pt-4">
      <h3 id="import-title" className="h2">
        {t('import.title')}
      </h3>
      <p className="mt-1 text-ink-muted">{t('import.body')}</p>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('import.file')}
        onChange={(event) => void take(event)}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={CalendarPlus} onClick={() => input.current?.click()}>
          {t('kernel:action.chooseFile')}
        </Button>
        {chosen.length > 0 && (
          <Button
            variant="primary"
            pending={add.isPending}
            onClick={() => void send().catch(() => {})}
          >
            {t('import.add', { count: chosen.length })}
          </Button>
        )}
      </div>
      {fault !== '' && (
        <p role="alert" className="mt-3 text-negative">
          {fault}
        </p>
      )}
      {found !== null && found.length > 0 && (
        <Review
          found={found}
          left={left}
          onToggle={(id) => {
            const next = new Set(left)
            if (!next.delete(id)) next.add(id)
            setLeft(next)
          }}
        />
      )}
    </section>
  )
}

function Review({
  found,
  left,
  onToggle,
}: {
  found: readonly ImportedEvent[]
  left: ReadonlySet<string>
  onToggle: (id: string) => void
}) {
  const { t } = useTranslation('planning')
  const words = useEventWords()
  return (
    <ul
      className="mt-4 max-h-[320px] list-none overflow-y-auto p-0"
      aria-label={t('import.review')}
    >
      {found.map((event) => (
        <li key={event.id} className="border-b border-line py-2">
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              className="mt-1"
              checked={!left.has(event.id)}
              onChange={() => onToggle(event.id)}
            />
            <span className="min-w-0">
              <bdi className="block font-medium">{event.title}</bdi>
              <span className="block text-sm text-ink-muted">{words.when(event)}</span>
              {event.recurring && (
                <span className="block text-sm text-ink-muted">
                  {words.rhythm({
                    frequency: event.frequency ?? '',
                    interval: event.interval ?? 1,
                    days: event.days ?? '',
                    months: event.months ?? '',
                    schedulerStartDate: event.start,
                    schedulerEndDate: event.schedulerEndDate ?? 0,
                  })}
                </span>
              )}
              {event.note !== '' && (
                <span className="block text-sm text-warm">{t(`import.note.${event.note}`)}</span>
              )}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
