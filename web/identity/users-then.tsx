import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { UserAccess } from '#contract/identity/identity.schemas.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { ComboField } from '#web/kernel/form/select-field.tsx'
import { PastBand } from '#web/kernel/history/past.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { catalogueQuery, namedRole } from './identity.queries.ts'
import { ACTIONS, treeOf } from './permission-tree.ts'
import { rowName } from './row-name.ts'

const PAGE = 20

/** Users with their roles and permissions at an instant; `?held=` asks who held one permission. */
export function UsersThen({ at, onReturn }: { at: number; onReturn: () => void }) {
  const { t } = useTranslation(['identity', 'kernel'])
  const [{ held }, set] = useUrlState({ held: '' })
  const catalogue = useQuery(catalogueQuery())
  const permissions = useMemo(
    () =>
      treeOf(catalogue.data ?? []).flatMap(({ rows }) =>
        rows.flatMap((row) =>
          ACTIONS.flatMap((action) => {
            const value = row.permissions[action]
            return value === undefined
              ? []
              : [{ value, label: `${rowName(row)} · ${t(`act.${action}`)}` }]
          }),
        ),
      ),
    [catalogue.data, t],
  )
  const users = useInfiniteQuery({
    queryKey: ['identity', 'user', 'then', at, held],
    queryFn: ({ pageParam }) =>
      callPage(userRoutes.accessAt, {
        query: {
          at,
          limit: PAGE,
          ...(held && { permission: held }),
          ...(pageParam && { cursor: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
  const rows = users.data?.pages.flatMap((page) => page.rows)
  const heldForm = useForm({ values: { held } })
  useEffect(() => {
    const watching = heldForm.watch(
      (chosen, { type }) => type === 'change' && set({ held: chosen.held ?? '' }),
    )
    return () => watching.unsubscribe()
  }, [heldForm, set])
  return (
    <>
      <PastBand at={at} onReturn={onReturn} />
      <Row className="border-b border-line py-4">
        <FormProvider {...heldForm}>
          <ComboField
            name="held"
            label={t('users.then.held')}
            className="max-w-[420px]"
            none=""
            placeholder={t('users.then.all')}
            options={permissions}
          />
        </FormProvider>
      </Row>
      {users.isError ? (
        <ErrorState error={users.error} onRetry={users.refetch} />
      ) : !rows ? (
        <Skeleton lines={6} />
      ) : rows.length === 0 && !users.hasNextPage ? (
        <EmptyState title={t('users.then.none')} body={t('users.then.noneBody')} />
      ) : (
        <Row>
          <ul>
            {rows.map((user) => (
              <UserThen key={user.id} user={user} nameOf={nameIn(permissions)} />
            ))}
          </ul>
          {users.hasNextPage && (
            <div className="py-4">
              <Button pending={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>
                {t('users.then.more')}
              </Button>
            </div>
          )}
        </Row>
      )}
    </>
  )
}

const nameIn = (permissions: readonly { value: string; label: string }[]) => {
  const names = new Map(permissions.map(({ value, label }) => [value, label]))
  return (name: string) => names.get(name) ?? name
}

function UserThen({ user, nameOf }: { user: UserAccess; nameOf: (permission: string) => string }) {
  const { t } = useTranslation('identity')
  const { firstName, lastName, userName, active, roles, permissions } = user
  const name = [firstName, lastName].filter(Boolean).join(' ') || userName || t('users.then.erased')
  const isAdmin = permissions.includes('perm_admin')
  return (
    <li className="border-b border-line py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="min-w-0">
          <bdi className="font-medium">{name}</bdi>
          <span className="ms-3 text-sm text-ink-muted">
            {roles.map((role) => namedRole(role).name).join(', ') || t('users.noRole')}
          </span>
        </span>
        <Status kind={active ? 'paid' : 'stop'}>
          {t(active ? 'users.active' : 'users.disabled')}
        </Status>
      </div>
      {isAdmin ? (
        <p className="mt-1 text-sm text-ink-subtle">{t('users.then.everything')}</p>
      ) : (
        <details className="mt-1 text-sm">
          <summary className="cursor-pointer text-ink-muted">
            {t('users.then.permissions', { count: permissions.length })}
          </summary>
          <ul className="mt-2 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
            {permissions.map((permission) => (
              <li key={permission}>{nameOf(permission)}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
