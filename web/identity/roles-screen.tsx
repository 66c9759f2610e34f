import { useQueries, useQuery } from '@tanstack/react-query'
import { Copy, Eye, History as HistoryIcon, Lock, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roleRoutes } from '#contract/identity/identity.contract.ts'
import type { Role } from '#contract/identity/identity.schemas.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Note, PageHead, Row, Split, Tabs } from '#web/kernel/ui/page.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { listText } from '#web/kernel/words/formats.ts'
import { RemoveButton } from '#web/kernel/ui/removal.tsx'
import { nameOf, useSession } from '#web/kernel/data/session.tsx'
import { viewAs } from '#web/kernel/data/viewed-role.ts'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { paths } from '#web/screens.ts'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { catalogueQuery, type Holders, holdersQuery, rolesQuery } from './identity.queries.ts'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { foundIn, treeOf, type TreeSection } from './permission-tree.ts'
import { RoleChanges } from './role-changes.tsx'
import { RoleGrid } from './role-grid.tsx'
import { rowName } from './row-name.ts'
import { useRoleDraft } from './use-role-draft.ts'
import { late } from '#web/kernel/ui/late.tsx'

// Loaded when it is opened.
const HistoryPanel = late(
  async () => (await import('#web/kernel/history/history-panel.tsx')).HistoryPanel,
)
const RoleNameDialog = late(async () => (await import('./role-dialogs.tsx')).RoleNameDialog)

/** Route `/admin/access/roles`: the permissions of each role. `?role=` is the chosen role. */
export function RolesScreen() {
  const { t } = useTranslation('identity')
  const { can } = useSession()
  const roles = useQuery(rolesQuery())
  const catalogue = useQuery(catalogueQuery())
  const mayRead = can('perm_access_users_menu')
  const holders = useQueries({
    queries: mayRead ? (roles.data ?? []).map(({ id }) => holdersQuery(id)) : [],
  })
  const [{ role: wanted }, set] = useUrlState({ role: '' })
  const error = roles.error ?? catalogue.error
  const chosen = roles.data?.find((role) => role.id === wanted)
  // A role that was just made is not in the list yet. Another in its place would take the user's
  // changes.
  const isAwaited = wanted !== '' && !chosen && roles.isFetching
  if (!roles.data || !catalogue.data || isAwaited)
    return (
      <>
        <PageHead title={t('role.title')} sub="" />
        {error ? (
          <ErrorState
            error={error}
            onRetry={() => Promise.all([roles.refetch(), catalogue.refetch()])}
          />
        ) : (
          <Skeleton lines={10} />
        )}
      </>
    )
  const shown = chosen ?? roles.data[0]
  // The product always has two roles: an empty list is an error.
  if (!shown) return <ErrorState error={new Error('no roles')} onRetry={roles.refetch} />
  return (
    <RoleEditor
      key={shown.id}
      role={shown}
      roles={roles.data}
      tree={treeOf(catalogue.data)}
      holders={new Map((roles.data ?? []).map(({ id }, index) => [id, holders[index]?.data]))}
      onOpen={(id) => set({ role: id })}
    />
  )
}

function RoleEditor({
  role,
  roles,
  tree,
  holders: byRole,
  onOpen,
}: {
  role: Role
  roles: readonly Role[]
  tree: readonly TreeSection[]
  /** By role; undefined until they are read, and without the permission to read users. */
  holders: ReadonlyMap<string, Holders | undefined>
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation(['identity', 'kernel'])
  const { can } = useSession()
  const at = useUrlWith()
  const mayManage = can('perm_access_roles_manage')
  const draft = useRoleDraft(role, tree)
  const { before, granted, changes, isAdmin } = draft
  const [open, setOpen] = useState<'new' | 'copy' | 'rename' | null>(null)
  const [text, setText] = useState('')
  const [side, setSide] = useState<'changes' | 'history'>('changes')
  const rows = foundIn(tree, text, rowName)
  const holders = byRole.get(role.id)

  return (
    <Split
      label={t(side === 'history' ? 'kernel:action.history' : 'roles.side')}
      side={
        side === 'history' ? (
          <HistoryPanel entity="role" id={role.id} waiting={<Skeleton lines={6} />} />
        ) : (
          <RoleChanges
            changes={changes}
            from={before.size}
            to={granted.size}
            holders={holders}
            pending={draft.isSaving}
            onUndo={draft.undo}
            onSave={draft.save}
            onAbandon={draft.abandon}
          />
        )
      }
    >
      <RoleHead
        role={role}
        holders={holders}
        changes={changes.length}
        isHistory={side === 'history'}
        onHistory={() => setSide(side === 'history' ? 'changes' : 'history')}
        onOpen={setOpen}
      />
      <Tabs
        label={t('role.title')}
        items={roles.map((one) => {
          const count = byRole.get(one.id)?.total
          return {
            to: at({ role: one.id }),
            label: one.name,
            current: one.id === role.id,
            ...(count !== undefined && { count }),
          }
        })}
      />
      <Row className="py-3">
        <SearchBox label={t('roles.search')} value={text} onChange={setText} />
        {rows.length === 0 && <p className="mt-3 text-ink-muted">{t('roles.noMatch')}</p>}
      </Row>
      <RoleGrid
        tree={rows}
        caption={t('roles.table', { name: role.name })}
        before={before}
        granted={granted}
        fresh={new Set(role.newPermissions)}
        all={isAdmin}
        readOnly={!mayManage}
        onToggle={draft.toggle}
      />
      <Row className="py-4">
        {isAdmin && (
          <div className="mb-3">
            <Note icon={<Lock size={16} className="text-info" />}>{t('roles.admin')}</Note>
          </div>
        )}
        <p className="text-xs text-ink-subtle">{t('roles.foot')}</p>
        {mayManage && (
          <RemoveRole
            role={role}
            holders={holders}
            isAdmin={isAdmin}
            onRemoved={() => {
              draft.abandon()
              onOpen('')
            }}
          />
        )}
      </Row>
      <RemovedLink entity="role" />
      {open !== null && (
        <RoleNameDialog
          role={role}
          as={open}
          onClose={(id) => {
            setOpen(null)
            if (id) onOpen(id)
          }}
        />
      )}
      {draft.guard}
    </Split>
  )
}

/** A role's name, the users that have it, and what may be done with it. */
function RoleHead({
  role,
  holders,
  changes,
  isHistory,
  onHistory,
  onOpen,
}: {
  role: Role
  holders: Holders | undefined
  /** Number of changes that are not saved. */
  changes: number
  isHistory: boolean
  onHistory: () => void
  onOpen: (dialog: 'new' | 'copy' | 'rename') => void
}) {
  const { t } = useTranslation(['identity', 'kernel'])
  const mayManage = useSession().can('perm_access_roles_manage')
  return (
    <PageHead
      title={t('roles.title', { name: role.name })}
      chip={
        mayManage && (
          <IconButton
            icon={Pencil}
            size={16}
            label={t('roles.rename')}
            onClick={() => onOpen('rename')}
          />
        )
      }
      sub={[
        holders && t('roles.people', { count: holders.total }),
        changes > 0 && t('roles.unsaved', { count: changes }),
      ]
        .filter(Boolean)
        .join(', ')}
      actions={
        <>
          <IconButton
            icon={HistoryIcon}
            label={t('kernel:action.history')}
            aria-pressed={isHistory}
            onClick={onHistory}
          />
          <CsvButton variant="icon" route={roleRoutes.all} input={{}} fileName="roles" />
          <Button
            icon={Eye}
            disabledReason={changes > 0 ? t('roles.viewFirst') : undefined}
            onClick={() =>
              viewAs({ id: role.id, name: role.name }, () =>
                window.location.assign(paths.admin.to()),
              )
            }
          >
            {t('roles.view')}
          </Button>
          {mayManage && (
            <IconButton icon={Copy} label={t('roles.copyTitle')} onClick={() => onOpen('copy')} />
          )}
          {mayManage && (
            <Button icon={Plus} onClick={() => onOpen('new')}>
              {t('role.new')}
            </Button>
          )}
        </>
      }
    />
  )
}

/** Removes a role; the question names the users who lose it. */
function RemoveRole({
  role,
  holders,
  isAdmin,
  onRemoved,
}: {
  role: Role
  holders: Holders | undefined
  isAdmin: boolean
  onRemoved: () => void
}) {
  const { t } = useTranslation('identity')
  const { language } = usePreferences()
  const unnamed = (holders?.total ?? 0) - (holders?.rows.length ?? 0)
  return (
    <RemoveButton
      className="mt-5"
      route={roleRoutes.remove}
      input={{ params: { id: role.id } }}
      invalidates={['identity']}
      label={t('roles.delete')}
      name={namedRecord('role', role.name)}
      disabledReason={isAdmin ? t('roles.standing') : undefined}
      consequence={
        <>
          {holders && holders.total > 0 && (
            <p>
              {t('roles.loses', {
                names: [
                  listText(
                    language,
                    holders.rows.map((user) => `\u2068${nameOf(user)}\u2069`),
                  ),
                  ...(unnamed > 0 ? [t('roles.more', { count: unnamed })] : []),
                ].join(' '),
              })}
            </p>
          )}
          {t('roles.deleteBody')}
        </>
      }
      onRemoved={onRemoved}
    />
  )
}
