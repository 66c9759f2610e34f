import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { boardRoutes, type Board, type BoardTask } from '#contract/tasks/tasks.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { boardKey } from './board.queries.ts'
import { movedTo, type Place, placeOf, positionOf } from './places.ts'

const READ_AGAIN = { invalidates: ['tasks'] } as const

/** The writes of the board. A move is shown at once, and can be taken back from its toast. */
export function useBoardActs(board: Board) {
  const { t } = useTranslation(['tasks', 'kernel'])
  const queries = useQueryClient()
  const move = useWrite(boardRoutes.moveTask, READ_AGAIN)
  const restoreTask = useWrite(boardRoutes.restoreTask, READ_AGAIN)
  const restoreColumn = useWrite(boardRoutes.restoreColumn, READ_AGAIN)
  const undo = (run: () => void) => ({ action: { label: t('kernel:action.undo'), run } })

  function send(shown: Board, taskId: string, place: Place): void {
    const position = positionOf(shown, taskId, place)
    void queries.cancelQueries({ queryKey: boardKey })
    queries.setQueryData(boardKey, movedTo(shown, taskId, place))
    move.mutate(
      { params: { id: taskId }, body: { column: place.columnId, position } },
      { onError: () => void queries.invalidateQueries({ queryKey: boardKey }) },
    )
  }

  return {
    /** Moves a task; a place that it has already changes nothing. */
    move({ id, title }: BoardTask, place: Place): void {
      const before = placeOf(board, id)
      if (
        before === null ||
        (before.columnId === place.columnId && before.beforeId === place.beforeId)
      )
        return
      send(board, id, place)
      const column = board.columns.find((one) => one.id === place.columnId)?.title ?? ''
      notifySuccess(t('done.moved', { column }), {
        detail: title,
        ...undo(() => send(queries.getQueryData<Board>(boardKey) ?? board, id, before)),
      })
    },
    removeTask: useWrite(boardRoutes.removeTask, {
      ...READ_AGAIN,
      onDone: (_, { params }) =>
        notifySuccess(
          t('kernel:toast.deleted'),
          undo(() => restoreTask.mutate({ params: { id: params.id } })),
        ),
    }),
    removeColumn: useWrite(boardRoutes.removeColumn, {
      ...READ_AGAIN,
      onDone: (_, { params }) =>
        notifySuccess(
          t('kernel:toast.deleted'),
          undo(() => restoreColumn.mutate({ params: { id: params.id } })),
        ),
    }),
    moveColumn: useWrite(boardRoutes.changeColumn, READ_AGAIN),
  }
}
export type BoardActs = ReturnType<typeof useBoardActs>
