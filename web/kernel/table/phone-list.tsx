import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useDeferredValue } from 'react'
import { Row } from '#web/kernel/ui/page.tsx'
import type { Group, PhoneRow } from './columns.ts'

type Props<T> = {
  groups: readonly { group: Group | null; rows: readonly T[] }[]
  rowId: (row: T) => string
  phone: (row: T) => PhoneRow
  open: (row: T) => void
  /** A group's total, where it names none itself. */
  total: (group: Group, rows: readonly T[]) => ReactNode
}

/** The list on a phone: two lines a row. Keys in its search do not wait for new rows. */
export function PhoneList<T extends RowData>(props: Props<T>) {
  return useDeferredValue(<Rows {...props} />)
}

function Rows<T extends RowData>({ groups, rowId, phone, open, total }: Props<T>) {
  return (
    <div className="border-t border-line-strong">
      <Row>
        {groups.map(({ group, rows }) => (
          <section key={group?.key ?? 'all'} className={group ? 'pt-4' : undefined}>
            {group && (
              <h2 className="flex items-baseline justify-between border-b border-line-strong pb-1.5">
                <span className="h2 inline-block first-letter:uppercase">
                  {group.longName ?? group.name}
                </span>
                <span className="text-sm text-ink-muted">{group.total ?? total(group, rows)}</span>
              </h2>
            )}
            <ul className="phone-list">
              {rows.map((row) => {
                const { title, end, status, note } = phone(row)
                return (
                  <li key={rowId(row)}>
                    <button type="button" className="row" onClick={() => open(row)}>
                      <span className="clip font-medium">
                        <bdi>{title}</bdi>
                      </span>
                      <span className="text-end font-medium">{end}</span>
                      <span className="line">
                        <span className="min-w-0">{status}</span>
                        <span className="clip text-xs leading-[18px] text-ink-subtle">{note}</span>
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </Row>
    </div>
  )
}
