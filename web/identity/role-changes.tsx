import { ArrowRight, Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { nameOf } from '#web/kernel/data/session.tsx'
import { rowName } from './row-name.ts'
import type { PermissionChange } from './permission-tree.ts'
import type { Holders } from './identity.queries.ts'
import { Seen } from './last-connection.tsx'

type Props = {
  readonly changes: readonly PermissionChange[]
  readonly from: number
  readonly to: number
  /** Undefined without the permission to read users. */
  readonly holders: Holders | undefined
  readonly pending: boolean
  readonly onUndo: (change: PermissionChange) => void
  readonly onSave: () => void
  readonly onAbandon: () => void
}

/** The unsaved changes, each with an undo, and the users that they affect. */
export function RoleChanges({
  changes,
  from,
  to,
  holders,
  pending,
  onUndo,
  onSave,
  onAbandon,
}: Props) {
  const { t } = useTranslation(['identity', 'kernel'])
  return (
    <div className="flex flex-col xl:sticky xl:top-[var(--bar)] xl:h-[calc(100vh-var(--bar))] xl:overflow-y-auto">
      <div className="px-6 pt-6 max-md:px-4">
        <h2 className="h2">{t('roles.side')}</h2>
        <p className="mt-1 text-sm text-ink-muted">
          {changes.length === 0
            ? t('roles.sideNone')
            : holders && t('roles.sideFor', { count: holders.total })}
        </p>
        {changes.length > 0 && (
          <>
            <ul className="mt-3 border-t border-line-strong">
              {changes.map((change) => (
                <li key={change.name} className="flex gap-2.5 border-b border-line py-2">
                  {change.kind === 'added' ? (
                    <Plus size={15} className="mt-0.5 shrink-0 text-positive" />
                  ) : (
                    <Minus size={15} className="mt-0.5 shrink-0 text-negative" />
                  )}
                  <span className="min-w-0 grow">
                    <span className="font-medium">{rowName(change.row)}</span>
                    <span className="block text-sm text-ink-muted">
                      {t(`act.${change.action}`)}
                    </span>
                  </span>
                  <Button
                    size="sm"
                    variant="quiet"
                    className="-me-2"
                    aria-label={t('roles.undo', {
                      row: rowName(change.row),
                      action: t(`act.${change.action}`),
                    })}
                    onClick={() => onUndo(change)}
                  >
                    {t('kernel:action.undo')}
                  </Button>
                </li>
              ))}
            </ul>
            <div className="flex justify-between py-2 font-semibold">
              <span>{t('roles.permissions')}</span>
              <span className="num inline-flex items-center gap-1.5">
                <span className="from font-normal">{from}</span>
                <ArrowRight size={13} className="text-ink-subtle rtl:-scale-x-100" />
                {to}
              </span>
            </div>
          </>
        )}
        {holders && (
          <>
            <h3 className="mt-5 text-sm font-semibold">{t('roles.holders')}</h3>
            {holders.total === 0 ? (
              <p className="mt-1 text-sm text-ink-muted">{t('roles.noHolders')}</p>
            ) : (
              <ul className="mt-1 mb-6 text-sm">
                {holders.rows.map((user) => (
                  <li key={user.id} className="leader py-1.5">
                    <bdi>{nameOf(user)}</bdi>
                    <span className="text-ink-muted">
                      <Seen at={user.lastConnectionDate} />
                    </span>
                  </li>
                ))}
                {holders.total > holders.rows.length && (
                  <li className="py-1.5 text-ink-muted">
                    {t('roles.more', { count: holders.total - holders.rows.length })}
                  </li>
                )}
              </ul>
            )}
          </>
        )}
      </div>
      {changes.length > 0 && (
        <div className="sticky bottom-0 mt-auto flex gap-2 border-t border-line bg-surface-raised px-6 py-4 max-md:static max-md:px-4">
          <Button variant="primary" className="grow" pending={pending} onClick={onSave}>
            {t('roles.save', { count: changes.length })}
          </Button>
          <Button variant="danger" onClick={onAbandon}>
            {t('roles.abandon')}
          </Button>
        </div>
      )}
    </div>
  )
}
