import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { fold } from '#domain/kernel/decider.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import {
  type Board,
  type BoardCommand,
  boardDecider,
  type BoardEvent,
  byRank,
  type TaskFacts,
} from '#domain/tasks/board.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'

const given = specification(boardDecider)
const facts: TaskFacts = {
  title: 'Plan de migration',
  estimatedTime: 600,
  completionEstimate: 0,
  tagIds: [],
  priorityId: '',
  color: 0,
  projectId: '',
  dueDay: '',
}
const added = (taskId: string, columnId = 'todo', rank = 1): BoardEvent => ({
  type: 'TaskAdded',
  data: { taskId, columnId, rank, facts },
})
const move = (taskId: string, columnId: string, position: number) =>
  ({ type: 'MoveTask', taskId, columnId, position }) as const
const movedTo = (taskId: string, columnId: string, rank: number): BoardEvent => ({
  type: 'TasksMoved',
  data: { tasks: [{ taskId, columnId, rank }] },
})
const removedColumn: BoardEvent = { type: 'BoardColumnRemoved', data: { columnId: 'todo' } }

describe('a task', () => {
  test('begins at the end of the first column', () => {
    given(added('A'))
      .when({ type: 'AddTask', taskId: 'B', facts })
      .yields(added('B', 'todo', 2))
  })
  test('begins where it is asked to, in front of another one', () => {
    given(added('A'))
      .when({ type: 'AddTask', taskId: 'B', facts, position: 0 })
      .yields(added('B', 'todo', 0))
  })
  test('is not added to a column that the board does not have', () => {
    given(added('A'))
      .when({ type: 'AddTask', taskId: 'B', facts, columnId: 'gone' })
      .refuses('BOARD_COLUMN_UNKNOWN')
  })
  test('is added once', () => {
    given(added('A')).when({ type: 'AddTask', taskId: 'A', facts }).yields()
    given(added('A'))
      .when({ type: 'AddTask', taskId: 'A', facts: { ...facts, title: 'Autre' } })
      .refuses('ID_ALREADY_USED')
  })
  test('is moved between two others', () => {
    given(added('A'), added('B', 'todo', 2), added('C', 'doing'))
      .when(move('C', 'todo', 1))
      .yields(movedTo('C', 'todo', 1.5))
  })
  test('stays where it is when its place does not change', () => {
    given(added('A'), added('B', 'todo', 2))
      .when(move('B', 'todo', 1))
      .yields()
  })
  test('moves to the end when its position lies behind it', () => {
    given(added('A'), added('B', 'todo', 2))
      .when(move('A', 'todo', 99))
      .yields(movedTo('A', 'todo', 3))
  })
  test('ranks a column again that has no room between two tasks', () => {
    given(added('A'), added('B', 'todo', 1 + Number.EPSILON), added('C', 'doing'))
      .when(move('C', 'todo', 1))
      .yields(
        {
          type: 'TasksMoved',
          data: {
            tasks: [
              { taskId: 'A', columnId: 'todo', rank: 1 },
              { taskId: 'B', columnId: 'todo', rank: 2 },
            ],
          },
        },
        movedTo('C', 'todo', 1.5),
      )
  })
  test('changes what differs, and its column with it', () => {
    given(added('A'))
      .when({
        type: 'ChangeTask',
        taskId: 'A',
        changes: { title: facts.title, dueDay: '2026-12-04' },
        columnId: 'done',
      })
      .yields(
        { type: 'TaskChanged', data: { taskId: 'A', changes: { dueDay: '2026-12-04' } } },
        movedTo('A', 'done', 1),
      )
  })
  test('that is removed comes back to its place', () => {
    const removed: BoardEvent = { type: 'TasksRemoved', data: { taskIds: ['A'] } }
    given(added('A', 'doing', 4))
      .when({ type: 'RemoveTask', taskId: 'A' })
      .yields(removed)
    given(added('A', 'doing', 4), removed)
      .when({ type: 'RestoreTask', taskId: 'A' })
      .yields({
        type: 'TasksRestored',
        data: { tasks: [{ taskId: 'A', columnId: 'doing', rank: 4 }] },
      })
    given(added('A', 'doing', 4), removed)
      .when(move('A', 'todo', 0))
      .refuses('NOT_FOUND')
  })
})

describe('a column', () => {
  test('that is removed sends its tasks behind those of another one', () => {
    given(added('A'), added('B', 'todo', 2), added('C', 'done', 7))
      .when({ type: 'RemoveColumn', columnId: 'todo', moveTo: 'done' })
      .yields(removedColumn, {
        type: 'TasksMoved',
        data: {
          tasks: [
            { taskId: 'A', columnId: 'done', rank: 8 },
            { taskId: 'B', columnId: 'done', rank: 9 },
          ],
        },
      })
  })
  test('that is removed without one takes its tasks with it, and brings them back', () => {
    const gone: BoardEvent = { type: 'TasksRemoved', data: { taskIds: ['A'] } }
    given(added('A')).when({ type: 'RemoveColumn', columnId: 'todo' }).yields(removedColumn, gone)
    given(added('A'), removedColumn, gone)
      .when({ type: 'RestoreColumn', columnId: 'todo' })
      .yields(
        {
          type: 'BoardColumnRestored',
          data: { columnId: 'todo', title: '', wipLimit: 0, position: 0 },
        },
        { type: 'TasksRestored', data: { tasks: [{ taskId: 'A', columnId: 'todo', rank: 1 }] } },
      )
  })
  test('that is the last one stays', () => {
    const others = ['doing', 'done'].map(
      (columnId): BoardEvent => ({ type: 'BoardColumnRemoved', data: { columnId } }),
    )
    given(...others.slice(1))
      .when({ type: 'RemoveColumn', columnId: 'todo' })
      .yields(removedColumn)
    given(...others)
      .when({ type: 'RemoveColumn', columnId: 'todo' })
      .refuses('BOARD_NEEDS_A_COLUMN')
  })
  test('is renamed, limited and moved by what differs', () => {
    given()
      .when({
        type: 'ChangeColumn',
        columnId: 'doing',
        changes: { title: 'Chez le client', wipLimit: 0 },
        position: 9,
      })
      .yields(
        {
          type: 'BoardColumnChanged',
          data: { columnId: 'doing', changes: { title: 'Chez le client' } },
        },
        { type: 'BoardColumnMoved', data: { columnId: 'doing', position: 2 } },
      )
  })
})

const COLUMNS = ['todo', 'doing', 'done', 'X']
const TASKS = ['A', 'B', 'C', 'D', 'E']
const commands = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('AddTask' as const),
      taskId: fc.constantFrom(...TASKS),
      facts: fc.constant(facts),
      columnId: fc.constantFrom(...COLUMNS),
      position: fc.nat(4),
    }),
    fc.record({
      type: fc.constant('MoveTask' as const),
      taskId: fc.constantFrom(...TASKS),
      columnId: fc.constantFrom(...COLUMNS),
      position: fc.nat(6),
    }),
    fc.record({
      type: fc.constantFrom('RemoveTask' as const, 'RestoreTask' as const),
      taskId: fc.constantFrom(...TASKS),
    }),
    fc.record({
      type: fc.constant('RemoveColumn' as const),
      columnId: fc.constantFrom(...COLUMNS),
      moveTo: fc.constantFrom(...COLUMNS),
    }),
    fc.record({
      type: fc.constant('RestoreColumn' as const),
      columnId: fc.constantFrom(...COLUMNS),
    }),
  ),
  { maxLength: 40 },
)
/** The board after a command; a refused one changes nothing. */
function after(board: Board, command: BoardCommand): Board {
  try {
    return boardDecider
      .decide(command, board, context)
      .reduce((state, event) => boardDecider.evolve(state, event), board)
  } catch (error) {
    if (error instanceof Refusal) return board
    throw error
  }
}

property.prop([commands])(
  'whatever is sent, each live task stands once, in a column that is there',
  (sent) => {
    let board = fold(boardDecider, [])
    for (const command of sent) {
      const before = board
      board = after(board, command)
      const columns = new Set(board.columns.map(({ columnId }) => columnId))
      expect(board.columns.length).toBeGreaterThan(0)
      for (const { columnId, taskId } of board.tasks.values()) {
        expect(columns.has(columnId)).toBe(true)
        expect(board.removedTasks.has(taskId)).toBe(false)
      }
      if (command.type !== 'MoveTask' || board === before) continue
      const others = [...board.tasks.values()]
        .filter(({ columnId }) => columnId === command.columnId)
        .sort(byRank)
      const at = others.findIndex(({ taskId }) => taskId === command.taskId)
      expect(at).toBe(Math.min(command.position, others.length - 1))
    }
  },
)
