import type { Doc } from '#domain/kernel/ports/read-store.ts'
import {
  boardEvents,
  type BoardEvent,
  type Column,
  type ColumnEvent,
  columnsAfter,
  DEFAULT_COLUMNS,
  type TaskFacts,
} from '#domain/tasks/board.ts'
import type { Stay } from '#domain/tasks/statistics.ts'
import { defineProjection, type Fact, ignored } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** The columns of a user's board; one that was never touched has no document. */
type BoardColumnsDoc = Doc & { readonly columns: readonly Column[] }

const after = (
  doc: BoardColumnsDoc | null,
  fact: Fact<ColumnEvent>,
  key: string,
): BoardColumnsDoc => ({
  _id: key,
  owner: fact.meta.owner,
  // A fact has the type and the data of one event of the union.
  columns: columnsAfter(
    doc?.columns ?? DEFAULT_COLUMNS,
    { type: fact.type, data: fact.data } as ColumnEvent,
    fact.stamp.version,
  ),
})

export const boardColumns = defineProjection<BoardEvent, BoardColumnsDoc>({
  name: 'board-columns',
  version: 2,
  outlives: true,
  on: {
    BoardColumnAdded: after,
    BoardColumnChanged: after,
    BoardColumnMoved: after,
    BoardColumnRemoved: after,
    BoardColumnRestored: after,
    ...ignored(...boardEvents.tasks),
  },
  indexes: [],
})

/**
 * A task, its place, and its way over the board. A removed one stays, for statistics and for its
 * return.
 */
export type TaskDoc = Doc &
  Stamp & {
    readonly facts: TaskFacts
    readonly columnId: string
    readonly rank: number
    readonly stays: readonly Stay[]
    readonly removed: boolean
  }

const taskIdOf = ({ data }: { readonly data: { readonly taskId: string } }) => data.taskId
const taskIdsOf = ({
  data,
}: {
  readonly data: { readonly tasks: readonly { readonly taskId: string }[] }
}) => data.tasks.map(({ taskId }) => taskId)

type Placing = Fact<Extract<BoardEvent, { readonly type: 'TasksMoved' | 'TasksRestored' }>>
function placed(doc: TaskDoc | null, fact: Placing, key: string): TaskDoc | null {
  const place = fact.data.tasks.find(({ taskId }) => taskId === key)
  if (doc === null || place === undefined) return doc
  const { columnId, rank } = place
  const stays =
    doc.columnId === columnId
      ? doc.stays
      : [...doc.stays, { columnId, since: fact.meta.occurredAt }]
  return { ...doc, ...fact.stamp, columnId, rank, stays, removed: false }
}

export const boardTasks = defineProjection<BoardEvent, TaskDoc>({
  name: 'board-tasks',
  version: 1,
  outlives: true,
  keyOf: {
    TaskAdded: taskIdOf,
    TaskChanged: taskIdOf,
    TasksMoved: taskIdsOf,
    TasksRestored: taskIdsOf,
    TasksRemoved: ({ data }) => data.taskIds,
  },
  on: {
    TaskAdded: (_, { data: { facts, columnId, rank }, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      facts,
      columnId,
      rank,
      stays: [{ columnId, since: meta.occurredAt }],
      removed: false,
    }),
    TaskChanged: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, facts: { ...doc.facts, ...data.changes } },
    TasksMoved: placed,
    TasksRestored: placed,
    TasksRemoved: (doc, { stamp }) => doc && { ...doc, ...stamp, removed: true },
    ...ignored(...boardEvents.columns),
  },
  indexes: [{ fields: ['owner', 'removed'] }],
})

export const columnsOf = async (
  model: ReadModel<BoardColumnsDoc>,
  owner: string,
): Promise<readonly Column[]> => (await model.get(owner))?.columns ?? DEFAULT_COLUMNS
