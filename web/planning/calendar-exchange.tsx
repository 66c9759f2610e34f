import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Link2, RefreshCw, Unlink } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  calendarImportRoutes,
  type FileEvent,
} from '#contract/planning/calendar-imports.contract.ts'
import { feedRoutes } from '#contract/planning/planning.contract.ts'
import { base64Of } from '#web/kernel/data/base64.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Copyable } from '#web/kernel/ui/copyable.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { Instant } from '#web/kernel/ui/values.tsx'
import { useEventWords } from './event-words.ts'
import { feedQuery } from './planning.queries.ts'

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

type Plan = z.output<typeof calendarImportRoutes.read.reply>

/** Events of a file, which the server reads, and of which the user chooses those to take. */
function FileImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['planning', 'kernel'])
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState('')
  const [found, setFound] = useState<Plan | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const read = useWrite(calendarImportRoutes.read, { invalidates: [] })
  const take = useWrite(calendarImportRoutes.import, { invalidates: ['planning'] })

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = target.files ?? []
    target.value = ''
    if (picked === undefined) return
    setFound(null)
    const content = await base64Of(picked)
    const plan = await read.mutateAsync({ body: { file: content } })
    setFile(content)
    setFound(plan)
    const isLeft = ({ outdated, act }: FileEvent) => outdated && act === 'add'
    setLeft(new Set(plan.events.filter(isLeft).map(({ id }) => id)))
  }
  const offered = (found?.events ?? []).filter(({ act }) => act !== 'known')
  const chosen = offered.filter(({ id }) => !left.has(id))
  const send = async () => {
    const ids = chosen.map(({ id }) => id)
    const done = await take.mutateAsync({ body: { file, ids } })
    const more = [
      ...(done.updated > 0 ? [t('import.updated', { count: done.updated })] : []),
      ...(done.removed > 0 ? [t('import.removed', { count: done.removed })] : []),
      ...(done.known > 0 ? [t('import.known', { count: done.known })] : []),
    ]
    notifySuccess(t('import.done', { count: done.added }), {
      ...(more.length > 0 && { detail: more.join(' · ') }),
    })
    onClose()
  }
  const isEmpty = found !== null && found.events.length + found.lost.length === 0
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
        onChange={(event) => void choose(event).catch(() => {})}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={CalendarPlus} pending={read.isPending} onClick={() => input.current?.click()}>
          {t('kernel:action.chooseFile')}
        </Button>
        {chosen.length > 0 && (
          <Button
            variant="primary"
            pending={take.isPending}
            onClick={() => void send().catch(() => {})}
          >
            {t('import.add', { count: chosen.length })}
          </Button>
        )}
      </div>
      {isEmpty && (
        <p role="alert" className="mt-3 text-negative">
          {t('import.none')}
        </p>
      )}
      {found !== null && !isEmpty && (
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
  found: { events, lost },
  left,
  onToggle,
}: {
  found: Plan
  left: ReadonlySet<string>
  onToggle: (id: string) => void
}) {
  const { t } = useTranslation('planning')
  return (
    <>
      <ul
        className="mt-4 max-h-[320px] list-none overflow-y-auto p-0"
        aria-label={t('import.review')}
      >
        {events.map((event) => (
          <ReviewedEvent
            key={event.id}
            event={event}
            isLeft={left.has(event.id)}
            onToggle={() => onToggle(event.id)}
          />
        ))}
      </ul>
      {lost.length > 0 && (
        <section aria-labelledby="import-lost" className="mt-4">
          <h4 id="import-lost" className="font-medium">
            {t('import.lost')}
          </h4>
          <ul className="mt-1 list-none p-0 text-sm text-ink-muted">
            {lost.map(({ title, reason }, at) => (
              <li key={at}>
                <bdi>{title}</bdi> : {t(`import.lostReason.${reason}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function ReviewedEvent({
  event,
  isLeft,
  onToggle,
}: {
  event: FileEvent
  isLeft: boolean
  onToggle: () => void
}) {
  const { t } = useTranslation('planning')
  const words = useEventWords()
  const notes = [...event.notes, ...(event.outdated ? (['past'] as const) : [])]
  const isKnown = event.act === 'known'
  return (
    <li className="border-b border-line py-2">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-1"
          checked={!isKnown && !isLeft}
          disabled={isKnown}
          onChange={onToggle}
        />
        <span className="min-w-0">
          <bdi className="block font-medium">{event.title}</bdi>
          <span className="block text-sm text-ink-muted">{words.when(event)}</span>
          {event.frequency !== '' && (
            <span className="block text-sm text-ink-muted">{words.rhythm(event)}</span>
          )}
          {event.act !== 'add' && (
            <span className="block text-sm text-ink-muted">{t(`import.act.${event.act}`)}</span>
          )}
          {notes.map((note) => (
            <span key={note} className="block text-sm text-warm">
              {t(`import.note.${note}`)}
            </span>
          ))}
        </span>
      </label>
    </li>
  )
}
