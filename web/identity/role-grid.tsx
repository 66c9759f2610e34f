import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rowName } from './row-name.ts'
import { type Action, ACTIONS, type TreeRow, type TreeSection } from './permission-tree.ts'

const HEADS = {
  menu: 'action.menu',
  add: 'kernel:action.add',
  update: 'kernel:action.edit',
  delete: 'kernel:action.delete',
  manage: 'action.manage',
  print: 'action.print',
} as const satisfies Record<Action, string>

type GridProps = {
  readonly before: ReadonlySet<string>
  readonly granted: ReadonlySet<string>
  /** New permissions of Carnet that the role lacks. */
  readonly fresh: ReadonlySet<string>
  /** True for a role with `perm_admin`: it also has permissions that are not listed. */
  readonly all: boolean
  readonly readOnly: boolean
  readonly onToggle: (row: TreeRow, action: Action) => void
}

/**
 * The tree of menus against six actions. A changed cell is tinted, and its row is marked in the
 * margin.
 */
export function RoleGrid({
  tree,
  caption,
  ...grid
}: GridProps & { tree: readonly TreeSection[]; caption: string }) {
  const { granted, all } = grid
  const { t } = useTranslation(['identity', 'kernel'])
  const [folded, setFolded] = useState<readonly string[]>([])
  return (
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={t('roles.permissions')}>
      <table
        className="ledger perms max-md:min-w-[620px] [&_thead_th]:!static"
        style={{ '--row': '38px' } as React.CSSProperties}
      >
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          <col style={{ width: 'var(--marge)' }} />
          <col />
          {ACTIONS.map((action) => (
            <col key={action} style={{ width: 'clamp(72px, 9cqi, 82px)' }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="mg">
              {t('roles.held')}
            </th>
            <th scope="col" className="first-column">
              {t('roles.menu')}
            </th>
            {ACTIONS.map((action) => (
              <th key={action} scope="col" className="!px-1 !text-center">
                {t(HEADS[action])}
              </th>
            ))}
          </tr>
        </thead>
        {tree.map((section) => {
          const names = section.rows.flatMap((row) => Object.values(row.permissions))
          const open = !folded.includes(section.name)
          return (
            <tbody key={section.name}>
              <tr className="group">
                <td className="mg">
                  <span className="num" dir="ltr">
                    {names.filter((name) => all || granted.has(name)).length}/{names.length}
                  </span>
                </td>
                <th scope="rowgroup" className="first-column !font-semibold !text-ink" colSpan={7}>
                  <button
                    type="button"
                    className="inline-flex cursor-pointer items-center gap-2 border-0 bg-transparent p-0 font-semibold text-ink"
                    aria-expanded={open}
                    onClick={() =>
                      setFolded(
                        open
                          ? [...folded, section.name]
                          : folded.filter((name) => name !== section.name),
                      )
                    }
                  >
                    <ChevronDown
                      size={14}
                      className={clsx('text-ink-subtle', !open && '-rotate-90 rtl:rotate-90')}
                    />
                    {section.name === 'none'
                      ? t('roles.noScreen')
                      : t(`kernel:group.${section.name}`)}
                  </button>
                </th>
              </tr>
              {open && section.rows.map((row) => <Line key={row.key} row={row} {...grid} />)}
            </tbody>
          )
        })}
      </table>
    </section>
  )
}

function Line({
  row,
  before,
  granted,
  fresh,
  all,
  readOnly,
  onToggle,
}: GridProps & { row: TreeRow }) {
  const { t } = useTranslation(['identity', 'kernel'])
  const changed = Object.values(row.permissions).some(
    (name) => before.has(name) !== granted.has(name),
  )
  const isFresh = (permission: string) => fresh.has(permission) && !granted.has(permission)
  const margin = changed ? 'changed' : Object.values(row.permissions).some(isFresh) ? 'fresh' : null
  const name = rowName(row)
  return (
    <tr>
      <td className="mg">
        {margin && <span className="font-medium text-warm">{t(`roles.${margin}`)}</span>}
      </td>
      <th scope="row" className="first-column">
        <span className="clip ps-[22px]">{name}</span>
      </th>
      {ACTIONS.map((action) => {
        const permission = row.permissions[action]
        if (permission === undefined)
          return (
            <td key={action} className="!px-1 !text-center text-ink-subtle">
              <span aria-hidden="true">·</span>
            </td>
          )
        const added = !all && granted.has(permission) && !before.has(permission)
        const removed = !all && !granted.has(permission) && before.has(permission)
        const cell = added
          ? 'cellAdded'
          : removed
            ? 'cellRemoved'
            : isFresh(permission)
              ? 'cellFresh'
              : 'cell'
        return (
          <td
            key={action}
            className={clsx(
              '!px-1 !text-center',
              added && 'perm-add nohover',
              removed && 'perm-del nohover',
            )}
          >
            <input
              type="checkbox"
              className="check"
              checked={all || granted.has(permission)}
              disabled={all || readOnly}
              aria-label={t(`roles.${cell}`, { row: name, action: t(`act.${action}`) })}
              onChange={() => onToggle(row, action)}
            />
          </td>
        )
      })}
    </tr>
  )
}
