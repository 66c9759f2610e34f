import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { supportRoutes, type SupportRequest } from '#contract/support/support.contract.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { useListAddress } from '#web/kernel/list/use-list-address.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { useOpenRow } from '#web/kernel/table/table-state.ts'
import { Instant } from '#web/kernel/ui/values.tsx'
import { RequestStatus } from './request-status.tsx'
import { requestCountsQuery } from './support.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

const RequestPanel = late(async () => (await import('./request-panel.tsx')).RequestPanel)

const VIEWS = ['waiting', 'treated', 'all'] as const

/** Route `/admin/access/request`: what users asked the support, those that wait first. */
export function RequestsScreen() {
  const { t } = useTranslation(['support', 'kernel'])
  const address = useListAddress({ views: VIEWS })
  const { view, asked, place } = address
  const query = {
    ...(asked && { q: asked }),
    ...(view !== 'all' && { treated: String(view === 'treated') }),
  }
  const list = usePage(
    ['support', 'supportRequest', 'page', query],
    (at) => callPage(supportRoutes.all, { query: { ...query, ...at } }),
    place,
  )
  const counts = useQuery(requestCountsQuery()).data
  const { openId, openRow, closeRow } = useOpenRow()
  const open = list.data?.rows.find(({ id }) => id === openId)
  const of = {
    waiting: counts?.waiting,
    treated: counts?.treated,
    all: counts && counts.waiting + counts.treated,
  }
  const who = ({ user }: SupportRequest) =>
    user ? <bdi>{user}</bdi> : <span className="text-ink-subtle">{t('thread.gone')}</span>
  const columns: readonly Column<SupportRequest>[] = [
    {
      id: 'subject',
      head: t('form.subject'),
      cell: (row) => (
        <>
          <span className="clip font-medium">
            <bdi>{row.subject}</bdi>
          </span>
          <span className="clip text-xs font-normal text-ink-subtle">
            <bdi>{row.answers.at(-1)?.message ?? row.message}</bdi>
          </span>
        </>
      ),
    },
    { id: 'user', head: t('requests.user'), cell: who, width: '190px', leaves: 'opt-1' },
    {
      id: 'answers',
      head: t('requests.answers'),
      cell: (row) => row.answers.length,
      align: 'fig',
      width: '104px',
    },
    {
      id: 'asked',
      head: t('requests.asked'),
      cell: (row) => <Instant at={row.creationDate} />,
      width: '168px',
      leaves: 'opt-2',
      className: 'text-ink-muted',
    },
    {
      id: 'state',
      head: t('requests.state'),
      cell: (row) => <RequestStatus treated={row.treated} />,
      width: '148px',
    },
  ]
  return (
    <div style={{ '--row': '56px' } as React.CSSProperties}>
      <ListScreen
        title={t('supportRequest.title')}
        address={address}
        page={list}
        isEmpty={of.all === 0}
        sub={counts && t('requests.sub', { count: counts.waiting })}
        csv={<CsvButton route={supportRoutes.all} input={{ query }} fileName="support" />}
        add={null}
        tabs={{
          label: t('requests.views'),
          of: VIEWS.map((one) => ({ view: one, label: t(`view.${one}`), count: of[one] })),
        }}
        search={{ label: t('requests.search') }}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.subject}
        onOpen={(row) => openRow(row.id)}
        empty={{ title: t('requests.empty.title'), body: t('requests.empty.body') }}
        phone={(row) => ({
          title: <bdi>{row.subject}</bdi>,
          status: <RequestStatus treated={row.treated} />,
          note: who(row),
        })}
      />
      {open && <RequestPanel key={open.id} request={open} onClose={closeRow} />}
    </div>
  )
}
