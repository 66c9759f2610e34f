import { differing, same } from '#domain/kernel/records/changes.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { type Entity } from '#domain/kernel/records/entity.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import { eventGroups } from '#domain/kernel/event-groups.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { SharedMap } from '#domain/kernel/shared-map.ts'
import { type DayOrNone, epochOrZero } from '#domain/kernel/time.ts'

/**
 * @unit estimatedTime and completionEstimate: hundredths of an hour; color: a swatch, 0 for none
 */
export type TaskFacts = {
  readonly title: string
  readonly estimatedTime: number
  /** Time spent; the specification's name for it. The estimate less it is what remains. */
  readonly completionEstimate: number
  readonly tagIds: readonly string[]
  readonly priorityId: string
  readonly color: number
  readonly projectId: string
  readonly dueDay: DayOrNone
}
/** Tasks of a column stand in the order of their ranks; equal ranks, in the order of their ids. */
type Placed = { readonly columnId: string; readonly rank: number }
/** The number of the board's last event about a task or a column; 0 for none. */
type Versioned = { readonly version: number }
type Task = Placed &
  Versioned & { readonly taskId: string; readonly facts: TaskFacts; readonly added: TaskFacts }
/**
 * `title` is empty in a column of the start that was never renamed. `wipLimit` is 0 where any
 * number may be.
 */
type ColumnFacts = { readonly columnId: string; readonly title: string; readonly wipLimit: number }
export type Column = ColumnFacts & Versioned
type PlacedTask = Placed & { readonly taskId: string }
type ColumnChanges = Partial<Omit<ColumnFacts, 'columnId'>>

/** @param seen the version of the task or the column that the caller has read */
type Seen = { readonly seen?: number | undefined }

export type BoardCommand =
  /** Without a column the task is in the first; without a position, at the end. */
  | { type: 'AddTask'; taskId: string; facts: TaskFacts; columnId?: string; position?: number }
  | ({
      type: 'ChangeTask'
      taskId: string
      changes: Partial<TaskFacts>
      columnId?: string
      position?: number
    } & Seen)
  | ({ type: 'MoveTask'; taskId: string; columnId: string; position?: number } & Seen)
  | { type: 'RemoveTask'; taskId: string }
  | { type: 'RestoreTask'; taskId: string }
  | { type: 'AddColumn'; columnId: string; title: string; wipLimit: number; position?: number }
  | ({ type: 'ChangeColumn'; columnId: string; changes: ColumnChanges; position?: number } & Seen)
  /** @param moveTo the column that its tasks go to; without one they are removed with it */
  | { type: 'RemoveColumn'; columnId: string; moveTo?: string }
  | { type: 'RestoreColumn'; columnId: string }

type Named<T extends BoardCommand['type']> = Extract<BoardCommand, { type: T }>

/** Stored for good. */
export type BoardEvent =
  | { type: 'TaskAdded'; data: PlacedTask & { facts: TaskFacts } }
  | { type: 'TaskChanged'; data: { taskId: string; changes: Partial<TaskFacts> } }
  | { type: 'TasksMoved'; data: { tasks: readonly PlacedTask[] } }
  | { type: 'TasksRemoved'; data: { taskIds: readonly string[] } }
  | { type: 'TasksRestored'; data: { tasks: readonly PlacedTask[] } }
  | { type: 'BoardColumnAdded'; data: ColumnFacts & { position: number } }
  | { type: 'BoardColumnChanged'; data: { columnId: string; changes: ColumnChanges } }
  | { type: 'BoardColumnMoved'; data: { columnId: string; position: number } }
  | { type: 'BoardColumnRemoved'; data: { columnId: string } }
  | { type: 'BoardColumnRestored'; data: ColumnFacts & { position: number } }

export const boardEvents = eventGroups<BoardEvent>()({
  tasks: ['TaskAdded', 'TaskChanged', 'TasksMoved', 'TasksRemoved', 'TasksRestored'],
  columns: [
    'BoardColumnAdded',
    'BoardColumnChanged',
    'BoardColumnMoved',
    'BoardColumnRemoved',
    'BoardColumnRestored',
  ],
})

/** A task may be named by a client. */
export const boardPersonal = personal<BoardEvent>(ofOwner, {
  TaskAdded: { 'facts.title': '' },
  TaskChanged: { 'changes.title': '' },
  BoardColumnAdded: { title: '' },
  BoardColumnChanged: { 'changes.title': '' },
  BoardColumnRestored: { title: '' },
})

/** A column that was removed, and the tasks that stood in it. */
type RemovedColumn = {
  readonly column: Column
  readonly position: number
  readonly taskIds: readonly string[]
}
export type Board = Versioned & {
  readonly columns: readonly Column[]
  readonly tasks: SharedMap<Task>
  readonly removedTasks: SharedMap<Task>
  readonly removedColumns: ReadonlyMap<string, RemovedColumn>
}

/** To do, In progress, Done: their words are those of the reader's language. */
export const DEFAULT_COLUMNS: readonly Column[] = ['todo', 'doing', 'done'].map((columnId) => ({
  columnId,
  title: '',
  wipLimit: 0,
  version: 0,
}))
/** An hour in the unit of estimates. */
export const HOUR = 100
const COLUMNS_MAX = 30
/** Tasks of one event: some 60 bytes each, of the 64 KiB an event may have. */
const AT_ONCE = 500

const boardRefusal = catalogue({
  BOARD_COLUMN_UNKNOWN: 'invalid',
  BOARD_NEEDS_A_COLUMN: 'conflict',
  BOARD_HAS_ENOUGH_COLUMNS: 'conflict',
})

export const byRank = (a: PlacedTask, b: PlacedTask): number =>
  a.rank - b.rank || (a.taskId < b.taskId ? -1 : 1)

const tasksIn = (board: Board, columnId: string): readonly Task[] =>
  [...board.tasks.values()].filter((task) => task.columnId === columnId).sort(byRank)
const isColumn = (board: Board, id: string): boolean =>
  board.columns.some(({ columnId }) => columnId === id)

/** @throws BOARD_COLUMN_UNKNOWN */
function assertColumn(board: Board, columnId: string, path = 'columnId'): void {
  if (!isColumn(board, columnId))
    throw boardRefusal('BOARD_COLUMN_UNKNOWN', {}, [{ path, code: 'BOARD_COLUMN_UNKNOWN' }])
}

/** @returns the items in portions that one event can hold */
const portions = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, n) =>
    items.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  )
const moved = (tasks: readonly PlacedTask[]): readonly BoardEvent[] =>
  portions(tasks).map((some) => ({ type: 'TasksMoved', data: { tasks: some } }))

/**
 * The rank of a task at a position among the others of a column. Where two ranks leave no room
 * between them, the column is ranked again first.
 */
function rankAt(
  others: readonly PlacedTask[],
  position: number,
): { readonly rank: number; readonly ranked: readonly BoardEvent[] } {
  const [before, after] = [others[position - 1]?.rank, others[position]?.rank]
  if (after === undefined) return { rank: Math.floor(before ?? 0) + 1, ranked: [] }
  const rank = before === undefined ? after - 1 : (before + after) / 2
  if (rank < after && (before === undefined || rank > before)) return { rank, ranked: [] }
  const ranked = moved(others.map(({ taskId, columnId }, n) => ({ taskId, columnId, rank: n + 1 })))
  return { rank: position + 0.5, ranked }
}

/** Positions begin at 0; a larger one is the end. */
const within = (position: number | undefined, length: number): number =>
  Math.min(position ?? length, length)

/** Where a column's tasks go, behind those that stand there. */
function behind(
  board: Board,
  columnId: string,
  tasks: readonly PlacedTask[],
): readonly PlacedTask[] {
  const last = Math.floor(tasksIn(board, columnId).at(-1)?.rank ?? 0)
  return tasks.map(({ taskId }, n) => ({ taskId, columnId, rank: last + n + 1 }))
}

function liveTask(board: Board, taskId: string): Task {
  const task = board.tasks.get(taskId)
  if (task === undefined) throw refusal('NOT_FOUND')
  return task
}

/** @throws STALE_VERSION when it has changed since the caller read it */
function assertFresh({ version }: Versioned, { seen = version }: Seen): void {
  if (seen < version) throw refusal('STALE_VERSION')
}

function moveTask(
  board: Board,
  task: Task,
  columnId: string,
  position?: number,
): readonly BoardEvent[] {
  assertColumn(board, columnId)
  const there = tasksIn(board, columnId)
  const others = there.filter(({ taskId }) => taskId !== task.taskId)
  const at = within(position, others.length)
  if (task.columnId === columnId && there.findIndex(({ taskId }) => taskId === task.taskId) === at)
    return []
  const { rank, ranked } = rankAt(others, at)
  return [...ranked, ...moved([{ taskId: task.taskId, columnId, rank }])]
}

function removeColumn(board: Board, columnId: string, moveTo?: string): readonly BoardEvent[] {
  if (!isColumn(board, columnId)) throw refusal('NOT_FOUND')
  if (board.columns.length === 1) throw boardRefusal('BOARD_NEEDS_A_COLUMN')
  const tasks = tasksIn(board, columnId)
  if (moveTo === undefined || moveTo === columnId)
    return [
      { type: 'BoardColumnRemoved', data: { columnId } },
      ...portions(tasks).map(
        (some): BoardEvent => ({
          type: 'TasksRemoved',
          data: { taskIds: some.map(({ taskId }) => taskId) },
        }),
      ),
    ]
  assertColumn(board, moveTo, 'moveTo')
  return [
    { type: 'BoardColumnRemoved', data: { columnId } },
    ...moved(behind(board, moveTo, tasks)),
  ]
}

/** The column comes back with the tasks that stood in it, wherever they are now. */
function restoreColumn(board: Board, columnId: string): readonly BoardEvent[] {
  const removed = board.removedColumns.get(columnId)
  if (removed === undefined) {
    if (isColumn(board, columnId)) return []
    throw refusal('NOT_FOUND')
  }
  const placed = removed.taskIds.map((taskId, n) => ({ taskId, columnId, rank: n + 1 }))
  const position = within(removed.position, board.columns.length)
  const { version: _, ...column } = removed.column
  return [
    { type: 'BoardColumnRestored', data: { ...column, position } },
    ...moved(placed.filter(({ taskId }) => board.tasks.has(taskId))),
    ...portions(placed.filter(({ taskId }) => board.removedTasks.has(taskId))).map(
      (tasks): BoardEvent => ({ type: 'TasksRestored', data: { tasks } }),
    ),
  ]
}

function addTask(board: Board, command: Named<'AddTask'>): readonly BoardEvent[] {
  const { taskId, facts, columnId = board.columns[0]?.columnId ?? '' } = command
  const earlier = board.tasks.get(taskId) ?? board.removedTasks.get(taskId)
  if (earlier !== undefined && board.tasks.has(taskId) && same(earlier.added, facts)) return []
  if (earlier !== undefined) throw refusal('ID_ALREADY_USED')
  assertColumn(board, columnId)
  const others = tasksIn(board, columnId)
  const { rank, ranked } = rankAt(others, within(command.position, others.length))
  return [...ranked, { type: 'TaskAdded', data: { taskId, columnId, rank, facts } }]
}

function changeTask(board: Board, command: Named<'ChangeTask'>): readonly BoardEvent[] {
  const task = liveTask(board, command.taskId)
  assertFresh(task, command)
  const changes = differing(task.facts, command.changes)
  const { columnId: to = task.columnId, position } = command
  const elsewhere =
    to === task.columnId && position === undefined ? [] : moveTask(board, task, to, position)
  return Object.keys(changes).length === 0
    ? elsewhere
    : [{ type: 'TaskChanged', data: { taskId: task.taskId, changes } }, ...elsewhere]
}

function restoreTask(board: Board, command: Named<'RestoreTask'>): readonly BoardEvent[] {
  if (board.tasks.has(command.taskId)) return []
  const task = board.removedTasks.get(command.taskId)
  if (task === undefined) throw refusal('NOT_FOUND')
  const columnId = isColumn(board, task.columnId)
    ? task.columnId
    : (board.columns[0]?.columnId ?? '')
  const rank =
    columnId === task.columnId ? task.rank : (behind(board, columnId, [task])[0]?.rank ?? 1)
  return [{ type: 'TasksRestored', data: { tasks: [{ taskId: task.taskId, columnId, rank }] } }]
}

function addColumn(board: Board, command: Named<'AddColumn'>): readonly BoardEvent[] {
  const { columnId, title, wipLimit } = command
  const earlier = board.columns.find((column) => column.columnId === columnId)
  if (earlier !== undefined && earlier.title === title && earlier.wipLimit === wipLimit) return []
  if (earlier !== undefined || board.removedColumns.has(columnId)) throw refusal('ID_ALREADY_USED')
  if (board.columns.length >= COLUMNS_MAX)
    throw boardRefusal('BOARD_HAS_ENOUGH_COLUMNS', { most: COLUMNS_MAX })
  const position = within(command.position, board.columns.length)
  return [{ type: 'BoardColumnAdded', data: { columnId, title, wipLimit, position } }]
}

function changeColumn(board: Board, command: Named<'ChangeColumn'>): readonly BoardEvent[] {
  const { columnId } = command
  const at = board.columns.findIndex((column) => column.columnId === columnId)
  const column = board.columns[at]
  if (column === undefined) throw refusal('NOT_FOUND')
  assertFresh(column, command)
  const changes = differing(column, command.changes)
  const position = within(command.position ?? at, board.columns.length - 1)
  return [
    ...(Object.keys(changes).length === 0
      ? []
      : [{ type: 'BoardColumnChanged', data: { columnId, changes } } as const]),
    ...(position === at
      ? []
      : [{ type: 'BoardColumnMoved', data: { columnId, position } } as const]),
  ]
}

/**
 * Columns of a user and their tasks: one stream, so that moves made at once are put in one order.
 */
export const boardDecider: Decider<BoardCommand, BoardEvent, Board> = {
  category: 'board',
  initial: {
    version: 0,
    columns: DEFAULT_COLUMNS,
    tasks: SharedMap.empty(),
    removedTasks: SharedMap.empty(),
    removedColumns: new Map(),
  },
  decide(command, board) {
    switch (command.type) {
      case 'AddTask':
        return addTask(board, command)
      case 'ChangeTask':
        return changeTask(board, command)
      case 'MoveTask': {
        const task = liveTask(board, command.taskId)
        assertFresh(task, command)
        return moveTask(board, task, command.columnId, command.position)
      }
      case 'RemoveTask': {
        if (board.removedTasks.has(command.taskId)) return []
        return [
          { type: 'TasksRemoved', data: { taskIds: [liveTask(board, command.taskId).taskId] } },
        ]
      }
      case 'RestoreTask':
        return restoreTask(board, command)
      case 'AddColumn':
        return addColumn(board, command)
      case 'ChangeColumn':
        return changeColumn(board, command)
      case 'RemoveColumn':
        return board.removedColumns.has(command.columnId)
          ? []
          : removeColumn(board, command.columnId, command.moveTo)
      case 'RestoreColumn':
        return restoreColumn(board, command.columnId)
      default:
        return unreachable(command)
    }
  },
  evolve(before, event) {
    const version = before.version + 1
    const board = { ...before, version }
    switch (event.type) {
      case 'TaskAdded': {
        const { facts, ...placed } = event.data
        return {
          ...board,
          tasks: board.tasks.with(placed.taskId, { ...placed, facts, added: facts, version }),
        }
      }
      case 'TaskChanged': {
        const task = board.tasks.get(event.data.taskId)
        if (task === undefined) return board
        const facts = { ...task.facts, ...event.data.changes }
        return { ...board, tasks: board.tasks.with(task.taskId, { ...task, facts, version }) }
      }
      case 'TasksMoved': {
        let { tasks } = board
        for (const placed of event.data.tasks) {
          const task = tasks.get(placed.taskId)
          if (task !== undefined) tasks = tasks.with(placed.taskId, { ...task, ...placed, version })
        }
        return { ...board, tasks }
      }
      case 'TasksRemoved': {
        let { tasks, removedTasks } = board
        for (const id of event.data.taskIds) {
          const task = tasks.get(id)
          if (task !== undefined) removedTasks = removedTasks.with(id, { ...task, version })
          tasks = tasks.without(id)
        }
        return { ...board, tasks, removedTasks }
      }
      case 'TasksRestored': {
        let { tasks, removedTasks } = board
        for (const placed of event.data.tasks) {
          const task = removedTasks.get(placed.taskId)
          if (task !== undefined) tasks = tasks.with(placed.taskId, { ...task, ...placed, version })
          removedTasks = removedTasks.without(placed.taskId)
        }
        return { ...board, tasks, removedTasks }
      }
      case 'BoardColumnAdded':
        return { ...board, columns: columnsAfter(board.columns, event, version) }
      case 'BoardColumnChanged':
      case 'BoardColumnMoved':
        return { ...board, columns: columnsAfter(board.columns, event, version) }
      case 'BoardColumnRemoved': {
        const { columnId } = event.data
        const position = board.columns.findIndex((column) => column.columnId === columnId)
        const column = board.columns[position]
        if (column === undefined) return board
        const taskIds = tasksIn(board, columnId).map(({ taskId }) => taskId)
        const removedColumns = new Map(board.removedColumns).set(columnId, {
          column,
          position,
          taskIds,
        })
        return { ...board, columns: columnsAfter(board.columns, event, version), removedColumns }
      }
      case 'BoardColumnRestored': {
        const removedColumns = new Map(board.removedColumns)
        removedColumns.delete(event.data.columnId)
        return { ...board, columns: columnsAfter(board.columns, event, version), removedColumns }
      }
      default:
        return unreachable(event)
    }
  },
}

export type ColumnEvent = Extract<BoardEvent, { readonly type: `BoardColumn${string}` }>

/**
 * The columns after an event; the read model follows the same rule.
 *
 * @param version the number of the event
 */
export function columnsAfter(
  columns: readonly Column[],
  event: ColumnEvent,
  version: number,
): readonly Column[] {
  switch (event.type) {
    case 'BoardColumnAdded':
    case 'BoardColumnRestored': {
      const { position, ...column } = event.data
      return columns.toSpliced(position, 0, { ...column, version })
    }
    case 'BoardColumnChanged':
      return columns.map((one) =>
        one.columnId === event.data.columnId ? { ...one, ...event.data.changes, version } : one,
      )
    case 'BoardColumnMoved': {
      const { columnId, position } = event.data
      const rest = columns.filter((one) => one.columnId !== columnId)
      const [moving] = columns.filter((one) => one.columnId === columnId)
      return moving === undefined ? columns : rest.toSpliced(position, 0, { ...moving, version })
    }
    case 'BoardColumnRemoved':
      return columns.filter(({ columnId }) => columnId !== event.data.columnId)
    default:
      return unreachable(event)
  }
}

export const boardEntity: Entity<BoardCommand, BoardEvent, Board> = {
  name: 'board',
  decider: boardDecider,
  permission: 'task_board',
  untold: ['columns.id', 'tasks.id'],
  shows: {
    columns: 'rows',
    tasks: 'rows',
    'columns.title': 'text',
    'columns.column': 'choice',
    'columns.wipLimit': 'integer',
    'tasks.title': 'text',
    'tasks.column': 'choice',
    'tasks.columnTitle': 'text',
    'tasks.estimatedTime': 'decimal',
    'tasks.completionEstimate': 'decimal',
    'tasks.dueDate': 'day',
  },
  // A column of the start has a word in each language; one that was named has its title.
  view: (board) => ({
    columns: board.columns.map(({ columnId, title, wipLimit }) => ({
      id: columnId,
      ...(title === '' ? { column: columnId } : { title }),
      wipLimit,
    })),
    tasks: [...board.tasks.values()].sort(byRank).map(({ taskId, columnId, facts }) => {
      const columnTitle = board.columns.find((column) => column.columnId === columnId)?.title ?? ''
      return {
        id: taskId,
        title: facts.title,
        ...(columnTitle === '' ? { column: columnId } : { columnTitle }),
        estimatedTime: facts.estimatedTime / HOUR,
        completionEstimate: facts.completionEstimate / HOUR,
        dueDate: epochOrZero(facts.dueDay),
      }
    }),
  }),
  title: () => '',
}
