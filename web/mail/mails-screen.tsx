import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BellRing, LayoutTemplate, PenLine } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/mail/mail.contract.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { Note, PageHead, Row, Tabs } from '#web/kernel/ui/page.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { listText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { mailQuery, mailsQuery, type MailStatus, mailWayQuery } from './mail.queries.ts'
import { MailStatus as State } from './mail-words.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const MailPanel = late(async () => (await import('./mail-panel.tsx')).MailPanel)
/** The editor loads with the first mail that is written. */
const NewMail = late(async () => (await import('./new-mail.tsx')).NewMail)

const STATUSES: readonly MailStatus[] = ['queued', 'ready', 'sent', 'failed']
const isStatus = (word: string): word is MailStatus => STATUSES.some((one) => one === word)

/** Path `/admin/management/mails`: every mail that was asked for, and what came of it. */
export function MailsScreen() {
  const { t } = useTranslation(['mail', 'kernel'])
  const { language } = usePreferences()
  const [{ q, view, open }, set] = useUrlState({ q: '', view: '', open: '' })
  const query = useDeferredValue(q.trim())
  const filter = { ...(query && { q: query }), ...(isStatus(view) && { status: view }) }
  const list = useInfiniteQuery(mailsQuery(filter))
  const way = useQuery(mailWayQuery()).data
  const rows = list.data?.pages.flatMap((page) => page.rows)
  const listed = rows?.find(({ id }) => id === open)
  // An address may open a mail of another page of the list.
  const isApart = open !== '' && open !== 'new' && rows !== undefined && listed === undefined
  const apart = useQuery({ ...mailQuery(open), enabled: isApart }).data
  const shown = listed ?? (isApart ? apart : undefined)
  const write = () => set({ open: 'new' }, 'push')
  useAction({ id: 'mail.new', label: t('act.new'), icon: PenLine, keys: 'n', run: write })
  const to = (mail: Mail) => listText(language, mail.recipients)
  const columns: readonly Column<Mail>[] = [
    {
      id: 'to',
      head: t('column.to'),
      cell: (mail) => <bdi>{to(mail)}</bdi>,
      names: true,
    },
    { id: 'subject', head: t('column.subject'), cell: (mail) => <bdi>{mail.subject}</bdi> },
    {
      id: 'status',
      head: t('column.status'),
      cell: (mail) => <State mail={mail} />,
      width: '184px',
    },
    {
      id: 'at',
      head: t('column.at'),
      cell: (mail) => <Instant at={mail.sentAt || mail.requestedAt} />,
      align: 'end',
      width: '152px',
    },
  ]
  const newButton = (
    <Button variant="primary" icon={PenLine} onClick={write}>
      {t('act.new')}
    </Button>
  )
  const isNarrowed = query !== '' || view !== ''
  const none = !isNarrowed && rows?.length === 0
  return (
    <>
      <PageHead
        title={t('screen.mails.title')}
        {...(none ? { ruled: true } : { sub: t('mails.sub') })}
        actions={
          <>
            <LinkButton icon={BellRing} to={paths.reminders.to()}>
              {t('screen.reminders.title')}
            </LinkButton>
            <LinkButton icon={LayoutTemplate} to={paths.mailTemplates.to()}>
              {t('mailTemplate.title')}
            </LinkButton>
            {!none && newButton}
          </>
        }
      />
      {way?.outbox && (
        <Row className="pb-3">
          <Note>{t('outbox.note')}</Note>
        </Row>
      )}
      {!none && (
        <Tabs
          label={t('mails.tabs')}
          items={[
            '',
            ...STATUSES.filter((one) => one !== 'ready' || way?.outbox || view === one),
          ].map((one) => ({
            to: one === '' ? '?' : `?view=${one}`,
            label: t(one === '' ? 'mails.all' : isStatus(one) ? `mails.${one}` : 'mails.all'),
            current: one === view,
          }))}
          end={
            <SearchBox
              value={q}
              onChange={(text) => set({ q: text }, 'narrow')}
              label={t('mails.search')}
            />
          }
        />
      )}
      <DataTable
        caption={t('screen.mails.title')}
        columns={columns}
        source={{ kind: 'whole', rows }}
        error={list.error}
        onRetry={list.refetch}
        rowId={({ id }) => id}
        rowName={({ subject }) => subject}
        defaultSort=""
        onClearFilters={isNarrowed ? () => set({ q: '', view: '' }) : undefined}
        empty={{
          title: t('mails.empty.title'),
          body: t('mails.empty.body'),
          action: newButton,
          actionKey: 'N',
          sample: (
            <SampleSlips
              slips={[{ title: t('mails.sample'), note: 'compta@lampadaire.example', end: null }]}
            />
          ),
        }}
        phone={(mail) => ({
          title: mail.subject,
          end: <Instant at={mail.sentAt || mail.requestedAt} />,
          status: <State mail={mail} />,
          note: <bdi>{to(mail)}</bdi>,
        })}
      />
      {list.hasNextPage && (
        <Row className="py-4">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('mails.older')}
          </Button>
        </Row>
      )}
      {open === 'new' ? (
        <NewMail onClose={() => set({ open: '' })} />
      ) : (
        shown && <MailPanel mail={shown} onClose={() => set({ open: '' })} />
      )}
    </>
  )
}
