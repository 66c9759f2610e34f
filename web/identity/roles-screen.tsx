import { useQueries, useQuery } from '@tanstack/react-query'
import { Copy, Eye, History as HistoryIcon, Lock, Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roleRoutes } from '#contract/identity/identity.contract.ts'
import type { Role } from '#contract/identity/identity.schemas.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Note, PageHead, Row, Split, Tabs } from '#web/kernel/ui/page.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { listText } from '#web/kernel/words/formats.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { RemoveButton } from '#web/kernel/ui/removal.tsx'
import { nameOf, useSession } from '#web/kernel/data/session.tsx'
import { viewAs } from '#web/kernel/data/viewed-role.ts'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { paths } from '#web/screens.ts'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { catalogueQuery, type Holders, holdersQuery, rolesQuery } from './identity.queries.ts'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { changesOf, foundIn, toggled, treeOf, type TreeSection } from './permission-tree.ts'
import { RoleChanges } from './role-changes.tsx'
import { RoleGrid } from './role-grid.tsx'
import { rowName } from './row-name.ts'

// Loaded when it is opened.
const HistoryPanel = lazy(async () => ({
  default: (await import('#web/kernel/history/history-panel.tsx')).HistoryPanel,
}))
const RoleNameDialog = lazy(async () => ({
  default: (await import('./role-dialogs.tsx')).RoleNameDialog,
}))

/** Route `/admin/access/roles`: the permissions of each role. `?role=` is the chosen role. */
export function RolesScreen() {
  const { t } = useTranslation('identity')
  const { can } = useSession()
  const roles = useQuery(rolesQuery())
  const catalogue = useQuery(catalogueQuery())
  const mayRead = can('perm_access_users_menu')
  const held = useQueries({
    queries: mayRead ? (roles.data ?? []).map(({ id }) => holdersQuery(id)) : [],
  })
  const [{ role: asked }, set] = useUrlState({ role: '' })
  const error = roles.error ?? catalogue.error
  const chosen = roles.data?.find((role) => role.id === asked)
  // One that was just made is not in the list yet: another in its place would take the user's
  // changes.
  const isAwaited = asked !== '' && !chosen && roles.isFetching
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
      holders={new Map((roles.data ?? []).map(({ id }, index) => [id, held[index]?.data]))}
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
  const { language } = usePreferences()
  const at = useUrlWith()
  const mayManage = can('perm_access_roles_manage')
  const before: ReadonlySet<string> = new Set(role.permissions)
  const [held, setHeld] = useState<ReadonlySet<string>>(before)
  const [open, setOpen] = useState<'new' | 'copy' | 'rename' | null>(null)
  const [asked, setAsked] = useState('')
  const [side, setSide] = useState<'changes' | 'history'>('changes')
  const all = before.has('perm_admin')
  const changes = all ? [] : changesOf(tree, before, held)
  const shown = foundIn(tree, asked, rowName)
  const holders = byRole.get(role.id)
  const unnamed = (holders?.total ?? 0) - (holders?.rows.length ?? 0)

  // After a save, or another user's change, the form starts again from the new version.
  const [known, setKnown] = useState(role.version)
  if (known !== role.version) {
    setKnown(role.version)
    setHeld(before)
  }

  const change = useWrite(roleRoutes.change, {
    invalidates: ['identity', 'history'],
    done: { kind: 'changed', name: namedRecord('role', role.name) },
  })
  const save = async () => {
    await change.mutateAsync({
      body: { id: role.id, permissions: [...held], version: role.version },
    })
    return true
  }
  const guard = useUnsavedGuard({ dirty: changes.length > 0, save, param: 'role' })

  return (
    <Split
      label={t(side === 'history' ? 'kernel:action.history' : 'roles.side')}
      side={
        side === 'history' ? (
          <Suspense fallback={<Skeleton lines={6} />}>
            <HistoryPanel entity="role" id={role.id} />
          </Suspense>
        ) : (
          <RoleChanges
            changes={changes}
            from={before.size}
            to={held.size}
            holders={holders}
            pending={change.isPending}
            onUndo={({ name, kind }) =>
              setHeld(
                kind === 'added'
                  ? new Set([...held].filter((one) => one !== name))
                  : new Set([...held, name]),
              )
            }
            onSave={() => void save().catch(() => undefined)}
            onAbandon={() => setHeld(before)}
          />
        )
      }
    >
      <PageHead
        title={t('roles.title', { name: role.name })}
        chip={
          mayManage && (
            <IconButton
              icon={Pencil}
              size={16}
              label={t('roles.rename')}
              onClick={() => setOpen('rename')}
            />
          )
        }
        sub={[
          holders && t('roles.people', { count: holders.total }),
          changes.length > 0 && t('roles.unsaved', { count: changes.length }),
        ]
          .filter(Boolean)
          .join(', ')}
        actions={
          <>
            <IconButton
              icon={HistoryIcon}
              label={t('kernel:action.history')}
              aria-pressed={side === 'history'}
              onClick={() => setSide(side === 'history' ? 'changes' : 'history')}
            />
            <CsvButton variant="icon" route={roleRoutes.all} input={{}} fileName="roles" />
            <Button
              icon={Eye}
              disabledReason={changes.length > 0 ? t('roles.viewFirst') : undefined}
              onClick={() =>
                viewAs({ id: role.id, name: role.name }, () =>
                  window.location.assign(paths.dashboard.to()),
                )
              }
            >
              {t('roles.view')}
            </Button>
            {mayManage && (
              <IconButton
                icon={Copy}
                label={t('roles.copyTitle')}
                onClick={() => setOpen('copy')}
              />
            )}
            {mayManage && (
              <Button icon={Plus} onClick={() => setOpen('new')}>
                {t('role.new')}
              </Button>
            )}
          </>
        }
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
        <SearchBox label={t('roles.search')} value={asked} onChange={setAsked} />
        {shown.length === 0 && <p className="mt-3 text-ink-muted">{t('roles.noMatch')}</p>}
      </Row>
      <RoleGrid
        tree={shown}
        caption={t('roles.table', { name: role.name })}
        before={before}
        held={held}
        fresh={new Set(role.newPermissions)}
        all={all}
        readOnly={!mayManage}
        onToggle={(row, action) => setHeld(toggled(held, row, action))}
      />
      <Row className="py-4">
        {all && (
          <div className="mb-3">
            <Note
              icon={<Lock size={16} strokeWidth={1.7} aria-hidden="true" className="text-info" />}
            >
              {t('roles.admin')}
            </Note>
          </div>
        )}
        <p className="text-xs text-ink-subtle">{t('roles.foot')}</p>
        {mayManage && (
          <RemoveButton
            className="mt-5"
            route={roleRoutes.remove}
            input={{ params: { id: role.id } }}
            invalidates={['identity']}
            label={t('roles.delete')}
            name={namedRecord('role', role.name)}
            disabledReason={all ? t('roles.standing') : undefined}
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
            onRemoved={() => {
              setHeld(before)
              onOpen('')
            }}
          />
        )}
      </Row>
      <RemovedLink entity="role" />
      <Suspense fallback={null}>
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
      </Suspense>
      {guard}
    </Split>
  )
}
