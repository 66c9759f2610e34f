import clsx from 'clsx'
import type { ReactNode } from 'react'

/** A column of figures; `end` for what is no figure. */
export type FigureColumn = {
  readonly key: string
  readonly head: string
  readonly align?: 'fig' | 'end'
}
export type FigureRow = {
  readonly id: string
  readonly head: ReactNode
  readonly cells: Readonly<Record<string, ReactNode>>
  readonly current?: boolean
}

/** Narrower, a table with many columns scrolls within itself. @unit pixels */
const COLUMN = 104
const HEAD = 168
/** On a phone the first column stays in sight. */
const STAYS = 'max-md:sticky max-md:start-0 max-md:z-[1] max-md:bg-surface'

/** The figures of a chart as a table, with their sum below. */
export function FiguresTable({
  caption,
  head,
  columns,
  rows,
  total,
}: {
  caption: string
  head: string
  columns: readonly FigureColumn[]
  rows: readonly FigureRow[]
  total?: { readonly head: ReactNode; readonly cells: FigureRow['cells'] }
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard too
    <section className="relative overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table className="ledger" style={{ minWidth: HEAD + columns.length * COLUMN }}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="!ps-3 md:!static max-md:start-0 max-md:!top-auto"
              style={{ width: '28%' }}
            >
              {head}
            </th>
            {columns.map(({ key, head: name, align = 'fig' }) => (
              <th key={key} scope="col" className={clsx('!static', align)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th
                scope="row"
                className={clsx('!ps-3 !font-medium', STAYS, row.current && 'text-warm')}
              >
                {row.head}
              </th>
              {columns.map(({ key, align = 'fig' }) => (
                <td key={key} className={align}>
                  {row.cells[key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" className={clsx('!ps-3 !font-medium text-ink-muted', STAYS)}>
                {total.head}
              </th>
              {columns.map(({ key, align = 'fig' }) => (
                <td key={key} className={align}>
                  {total.cells[key] !== undefined && (
                    <span className="total inline-block py-0.5">{total.cells[key]}</span>
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
