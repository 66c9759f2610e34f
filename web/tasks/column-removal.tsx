import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board, BoardColumn } from '#contract/tasks/tasks.contract.ts'
import { Confirm } from '#web/kernel/ui/dialog.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import type { BoardActs } from './use-board-acts.ts'

/** Stands for "delete them too" among the columns. */
const DELETE_ALL = ''

/** Asks what becomes of a column's tasks: they go to another one, or are deleted with it. */
export function ColumnRemoval({
  board,
  column,
  acts,
  onClose,
}: {
  board: Board
  column: BoardColumn
  acts: BoardActs
  onClose: () => void
}) {
  const { t } = useTranslation(['tasks', 'kernel'])
  const id = useId()
  const others = board.columns.filter((other) => other.id !== column.id)
  const [moveTo, setMoveTo] = useState(others[0]?.id ?? DELETE_ALL)
  const count = column.tasks.length
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('kernel:remove.title')}
      verb={t('kernel:action.delete')}
      pending={acts.removeColumn.isPending}
      {...(others.length === 0 && { disabledReason: t('column.last') })}
      onConfirm={() =>
        acts.removeColumn.mutate(
          {
            params: { id: column.id },
            query: moveTo === DELETE_ALL || count === 0 ? {} : { moveTo },
          },
          { onSuccess: onClose },
        )
      }
      consequence={
        <>
          <p>
            <bdi className="font-medium text-ink">{column.title}</bdi>{' '}
            {t('column.holds', { count })}
          </p>
          {count > 0 && others.length > 0 && (
            <div className="mt-3 grid gap-1.5">
              <label htmlFor={id} className="label">
                {t('column.then')}
              </label>
              <NativeSelect
                id={id}
                value={moveTo}
                onChange={(event) => setMoveTo(event.target.value)}
              >
                {others.map((other) => (
                  <option key={other.id} value={other.id}>
                    {t('column.moveTo', { title: other.title })}
                  </option>
                ))}
                <option value={DELETE_ALL}>{t('column.deleteAll', { count })}</option>
              </NativeSelect>
            </div>
          )}
          {count > 0 && moveTo === DELETE_ALL && (
            <p className="mt-3 text-negative">{t('column.warning')}</p>
          )}
        </>
      }
    />
  )
}
