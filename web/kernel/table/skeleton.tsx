import type { RowData } from '@tanstack/react-table'
import clsx from 'clsx'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '#web/kernel/ui/page.tsx'
import { Loading } from '#web/kernel/ui/states.tsx'
import type { Column } from './columns.ts'
import { Widths } from './widths.tsx'

const BONES = [62, 96, 58, 74, 110, 50, 84, 70]

/** Eight placeholder rows at the columns' widths. */
export function TableSkeleton<T extends RowData>({
  columns,
  caption,
  marked,
  actions,
}: {
  columns: readonly Column<T>[]
  caption: string
  marked: boolean
  actions: boolean
}) {
  const { t } = useTranslation('kernel')
  return (
    <Loading label={t('table.loading', { name: caption })}>
      <table className="ledger max-md:hidden">
        <Widths columns={columns} actions={actions} />
        <thead>
          <tr>
            <th className="mg" />
            {columns.map((column, index) => (
              <th
                key={column.id}
                className={clsx(
                  index === 0 && 'first-column',
                  column.align,
                  column.leaves,
                  column.gap && 'xl:!ps-8',
                )}
              >
                {column.head}
              </th>
            ))}
            {actions && <th className="opt-1" />}
          </tr>
        </thead>
        <tbody>
          {BONES.map((width, line) => (
            <tr key={width}>
              <td className="mg">{marked && <span className="bone ms-auto w-4" />}</td>
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  className={clsx(
                    index === 0 && 'first-column',
                    column.leaves,
                    column.gap && 'xl:!ps-8',
                  )}
                >
                  <span
                    className={clsx('bone', column.align && 'ms-auto')}
                    style={{
                      width: `${BONES[(line + index * 3) % BONES.length]}px`,
                      maxWidth: '100%',
                    }}
                  />
                </td>
              ))}
              {actions && <td className="opt-1" />}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="md:hidden">
        <Row>
          {BONES.slice(0, 5).map((width) => (
            <Fragment key={width}>
              <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 border-b border-line py-4">
                <span className="bone" style={{ width: `${width + 40}px` }} />
                <span className="bone" style={{ width: '70px' }} />
                <span className="bone" style={{ width: `${width}px` }} />
                <span className="bone ms-auto" style={{ width: '54px' }} />
              </div>
            </Fragment>
          ))}
        </Row>
      </div>
    </Loading>
  )
}
