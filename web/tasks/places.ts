import type { Board, BoardColumn, BoardTask } from '#contract/tasks/tasks.contract.ts'
import { foldText, hasWords } from '#contract/kernel/fold-text.values.ts'

/** Where a task would stand: in front of another one, or at the end. */
export type Place = { readonly columnId: string; readonly beforeId: string | null }
export type Sought = {
  readonly q: string
  readonly tag: string
  readonly priority: string
  readonly project: string
}

/** The tasks that a search and filters leave. */
export function found(
  tasks: readonly BoardTask[],
  { q, tag, priority, project }: Sought,
): readonly BoardTask[] {
  const words = foldText(q.trim())
  return tasks.filter(
    (task) =>
      (words === '' || hasWords(foldText(task.title), words)) &&
      (tag === '' || task.tags.includes(tag)) &&
      (priority === '' || task.priority === priority) &&
      (project === '' || task.projectId === project),
  )
}

export const taskOf = (board: Board, id: string): BoardTask | undefined =>
  board.columns.flatMap(({ tasks }) => tasks).find((task) => task.id === id)

/** The other tasks of a column that one sees, among which a task is placed. */
const othersIn = (
  column: BoardColumn | undefined,
  taskId: string,
  sought: Sought,
): readonly BoardTask[] => found(column?.tasks ?? [], sought).filter(({ id }) => id !== taskId)

/** The place that a task has. */
export function placeOf(board: Board, taskId: string): Place | null {
  const column = board.columns.find(({ tasks }) => tasks.some(({ id }) => id === taskId))
  if (column === undefined) return null
  const at = column.tasks.findIndex(({ id }) => id === taskId)
  return { columnId: column.id, beforeId: column.tasks[at + 1]?.id ?? null }
}

/** The number of a place among all others of its column, hidden ones too; the first is 0. */
export function positionOf(board: Board, taskId: string, { columnId, beforeId }: Place): number {
  const others =
    board.columns.find(({ id }) => id === columnId)?.tasks.filter(({ id }) => id !== taskId) ?? []
  const at = others.findIndex(({ id }) => id === beforeId)
  return at < 0 ? others.length : at
}

/**
 * The board with a task in another place. Unmoved parts stay the same object, and are not drawn
 * again.
 */
export function movedTo(board: Board, taskId: string, place: Place): Board {
  const task = taskOf(board, taskId)
  if (task === undefined) return board
  const position = positionOf(board, taskId, place)
  return {
    columns: board.columns.map((column) => {
      if (column.id !== place.columnId && column.id !== task.columnId) return column
      const others = column.tasks.filter(({ id }) => id !== taskId)
      const tasks =
        column.id === place.columnId
          ? others.toSpliced(position, 0, { ...task, columnId: column.id })
          : others
      return {
        ...column,
        tasks: tasks.map((one, at) => (one.position === at ? one : { ...one, position: at })),
      }
    }),
  }
}

/**
 * A step with an arrow key: up or down among visible slips, or to the end of the neighbouring
 * column.
 */
export function stepped(
  board: Board,
  taskId: string,
  { columnId, beforeId }: Place,
  step: 'up' | 'down' | 'back' | 'on',
  sought: Sought,
): Place {
  const index = board.columns.findIndex(({ id }) => id === columnId)
  if (step === 'back' || step === 'on') {
    const next = board.columns[index + (step === 'on' ? 1 : -1)]
    return next === undefined ? { columnId, beforeId } : { columnId: next.id, beforeId: null }
  }
  const others = othersIn(board.columns[index], taskId, sought)
  const at = others.findIndex(({ id }) => id === beforeId)
  const position = Math.max(0, (at < 0 ? others.length : at) + (step === 'down' ? 1 : -1))
  return { columnId, beforeId: others[position]?.id ?? null }
}
