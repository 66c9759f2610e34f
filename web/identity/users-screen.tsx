import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, UserPlus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { Role, User } from '#contract/identity/identity.schemas.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { nameOf, useSession } from '#web/kernel/data/session.tsx'
import { Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { useOpenRow, useTableState } from '#web/kernel/table/table-state.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { serverSort } from '#web/kernel/list/use-list-address.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Code } from '#web/kernel/ui/values.tsx'
import { FreeText } from './free-text.tsx'
import { rolesQuery, userCountsQuery, userQuery } from './identity.queries.ts'
import { Seen } from './last-connection.tsx'
import { late } from '#web/kernel/ui/late.tsx'

// The filters need the form library, so they are loaded after the list.
const UserFilters = late(async () => (await import('./user-filters.tsx')).UserFilters)
const InviteDialog = late(async () => (await import('./invite-dialog.tsx')).InviteDialog)
const UsersThen = late(async () => (await import('./users-then.tsx')).UsersThen)
const UsersThenDialog = late(async () => (await import('./users-then-dialog.tsx')).UsersThenDialog)
const UserPanel = late(async () => (await import('./user-panel.tsx')).UserPanel)

const STATES = ['active', 'disabled', 'free'] as const
const isState = (word: string): word is (typeof STATES)[number] =>
  (STATES as readonly string[]).includes(word)

/** Columns → the server's names of their order. */
const SORTS = {
  name: 'name',
  mail: 'mail',
  lastConnectionDate: 'lastConnectionDate',
  active: 'active',
} as const

/** Route `/admin/access/users`: users, their roles, and their last connection. */
export function UsersScreen() {
  const { t } = useTranslation(['identity', 'kernel'])
  const { can } = useSession()
  const [{ q, role, state, at: then }, setFilter] = useUrlState({
    q: '',
    role: '',
    state: '',
    page: '',
    at: '',
    held: '',
  })
  const at = /^\d{1,14}$/.test(then) ? Number(then) : undefined
  const [asking, setAsking] = useState(false)
  const [inviting, setInviting] = useState(false)
  // Another filter, another first page.
  const set = (change: Partial<Record<'q' | 'role' | 'state', string>>) =>
    setFilter({ ...change, page: '' })
  const words = useDeferredValue(q).trim()
  const place = useTableState('name')
  const query = {
    sort: serverSort(place.sort, SORTS, 'name'),
    ...(words && { q: words }),
    ...(role && { role }),
    ...(isState(state) && { state }),
  }
  const users = usePage(
    ['identity', 'user', 'page', query],
    (at) => callPage(userRoutes.all, { query: { ...query, ...at } }),
    place,
  )
  const counts = useQuery(userCountsQuery())
  const roles = useQuery({ ...rolesQuery(), enabled: can('perm_access_roles_menu') })
  const roleName = (id: string) => roles.data?.find((one) => one.id === id)?.name ?? ''
  const columns = useColumns(roleName)

  const now = (
    <>
      <Row className="pb-3">
        <UserFilters
          role={role}
          state={state}
          roles={roles.data ?? []}
          q={q}
          set={set}
          waiting={<div className="h-[38px]" />}
        />
      </Row>
      <DataTable
        caption={t('user.title')}
        columns={columns}
        source={{ kind: 'paged', rows: users.data?.rows, total: users.data?.total ?? 0 }}
        error={users.error}
        onRetry={users.refetch}
        rowId={(user) => user.id}
        rowName={nameOf}
        defaultSort="name"
        empty={{ title: t('users.empty.title'), body: t('users.empty.body') }}
        onClearFilters={q || role || state ? () => set({ q: '', role: '', state: '' }) : undefined}
        phone={(user) => ({
          title: <bdi>{nameOf(user)}</bdi>,
          end: <UserState user={user} />,
          status: user.roleIds.map(roleName).filter(Boolean).join(', ') || t('users.noRole'),
          note: <Seen at={user.lastConnectionDate} />,
        })}
      />
      <OpenedUser users={users.data?.rows} roles={roles.data ?? []} />
    </>
  )
  return (
    <>
      <PageHead
        title={t('user.title')}
        sub={at === undefined && counts.data && t('users.count', counts.data)}
        actions={
          at === undefined && (
            <>
              <Button icon={HistoryIcon} onClick={() => setAsking(true)}>
                {t('users.then.ask')}
              </Button>
              <CsvButton route={userRoutes.all} input={{ query }} fileName="users" />
              {can('perm_access_users_manage') && roles.data && (
                <Button icon={UserPlus} variant="primary" onClick={() => setInviting(true)}>
                  {t('users.invite.open')}
                </Button>
              )}
            </>
          )
        }
      />
      {inviting && roles.data && (
        <InviteDialog roles={roles.data} onClose={() => setInviting(false)} />
      )}
      {asking && (
        <UsersThenDialog
          onClose={() => setAsking(false)}
          onShow={(then) => {
            setAsking(false)
            setFilter({ at: String(then) })
          }}
        />
      )}
      {at === undefined ? (
        now
      ) : (
        <UsersThen
          at={at}
          onReturn={() => setFilter({ at: '', held: '' })}
          waiting={<Skeleton lines={6} />}
        />
      )}
    </>
  )
}

/** The panel of the user that the address opens, who may be on another page. */
function OpenedUser({
  users,
  roles,
}: {
  /** Undefined while they are read. */
  users: readonly User[] | undefined
  roles: readonly Role[]
}) {
  const { me } = useSession()
  const { openId, closeRow } = useOpenRow()
  const onPage = users?.find((user) => user.id === openId)
  const elsewhere = useQuery({
    ...userQuery(openId),
    enabled: openId !== '' && users !== undefined && !onPage,
  })
  if (openId === '' || !(onPage || elsewhere.isSuccess)) return null
  return (
    <UserPanel
      key={openId}
      user={onPage ?? elsewhere.data ?? null}
      isMe={openId === me.id}
      roles={roles}
      onClose={closeRow}
    />
  )
}

function UserState({ user }: { user: User }) {
  const { t } = useTranslation('identity')
  return (
    <Status kind={user.active ? 'paid' : 'stop'}>
      {t(user.active ? 'users.active' : 'users.disabled')}
    </Status>
  )
}

function useColumns(roleName: (id: string) => string): readonly Column<User>[] {
  const { t } = useTranslation('identity')
  const { me } = useSession()
  const label = useLabels('user')
  return [
    {
      id: 'name',
      head: t('users.name'),
      sort: nameOf,
      cell: (user) => (
        <>
          <bdi>{nameOf(user)}</bdi>
          {user.id === me.id && (
            <span className="ms-2 text-xs font-normal text-ink-subtle">{t('users.you')}</span>
          )}
        </>
      ),
    },
    {
      id: 'mail',
      head: label('mail'),
      sort: (user) => user.mail,
      cell: (user) => <Code value={user.mail} />,
      leaves: 'opt-1',
      className: 'text-ink-muted',
    },
    {
      id: 'roles',
      head: label('roleIds'),
      cell: (user) =>
        user.roleIds.map(roleName).filter(Boolean).join(', ') || (
          <span className="text-ink-subtle">{t('users.noRole')}</span>
        ),
    },
    {
      id: 'lastConnectionDate',
      head: label('lastConnectionDate'),
      sort: (user) => user.lastConnectionDate,
      cell: (user) => <Seen at={user.lastConnectionDate} />,
      width: '176px',
    },
    {
      id: 'free',
      head: t('users.free'),
      cell: (user) => <FreeText user={user} />,
      leaves: 'opt-1',
      width: '168px',
      className: 'text-ink-muted',
    },
    {
      id: 'active',
      head: t('users.state'),
      sort: (user) => user.active,
      cell: (user) => <UserState user={user} />,
      width: '128px',
    },
  ]
}
