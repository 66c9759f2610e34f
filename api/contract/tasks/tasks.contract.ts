import { get, post, put, del } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { PALETTE_SIZE } from '#domain/kernel/palette.values.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { AnsweredDay, Instant } from '#contract/kernel/times.schemas.ts'
import { Id, IdOrNone, own } from '#contract/kernel/inputs.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

const access = { permission: 'perm_task_board_menu' } as const

/** The columns of the start have these ids. */
const ColumnId = z.union([Id, z.enum(['todo', 'doing', 'done'])])
/** In hours, with two decimals. */
const Hours = z.number().min(0).max(100_000).multipleOf(0.01)
const Position = z.int().min(0).max(100_000)

const taskFields = {
  title: oneLine(200).min(1),
  estimatedTime: Hours,
  /** Estimate of the whole time. */
  completionEstimate: Hours,
  tags: z.array(Id).max(20),
  priority: IdOrNone,
  /** A swatch; 0 for none. */
  color: z.int().min(0).max(PALETTE_SIZE),
  projectId: IdOrNone,
  dueDate: DayTime,
  columnId: ColumnId,
  position: Position,
}
/** The version that the caller has read of a task or a column; 0 for a column of the start. */
const SeenVersion = z.int().min(0).optional()
const TaskDraft = z
  .strictObject(taskFields)
  .partial()
  .required({ title: true })
  .extend({ id: Id.optional() })
const BoardTask = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  columnId: z.string(),
  position: z.int(),
  tags: z.array(z.string()),
  priority: z.union([z.string(), z.literal(0)]),
  estimatedTime: z.number(),
  completionEstimate: z.number(),
  color: z.int(),
  projectId: z.union([z.string(), z.literal(0)]),
  dueDate: AnsweredDay,
  /** When it came to its column. */
  since: z.int(),
})
export type BoardTask = z.output<typeof BoardTask>
/** A task as it was read, or a part of it. */
const TaskPatch = readBack(
  z.strictObject(taskFields).partial().extend({ id: Id, version: SeenVersion }),
  BoardTask,
)
export type TaskPatch = z.output<typeof TaskPatch>
const BoardColumn = z.object({
  id: z.string(),
  version: z.int().describe('0 for one that nobody has changed'),
  title: z.string(),
  position: z.int(),
  /** The most tasks that should stand there at once; 0 for any number. */
  wipLimit: z.int(),
  tasks: z.array(BoardTask),
})
export type BoardColumn = z.output<typeof BoardColumn>
const Board = z.object({ columns: z.array(BoardColumn) })
export type Board = z.output<typeof Board>

const columnFields = {
  title: oneLine(60).min(1),
  wipLimit: z.int().min(0).max(1_000),
  position: Position,
}

/** Times in milliseconds, estimates in hours. */
const Statistics = z.object({
  leadTime: z.object({ median: z.number(), p85: z.number() }),
  columns: z.array(z.object({ id: z.string(), title: z.string(), median: z.number() })),
  throughput: z.array(z.object({ week: z.string(), done: z.int() })),
  done: z.int(),
  estimatedTime: z.number(),
  completionEstimate: z.number(),
})

const oneTask = own.extend({ id: Id })
const oneColumn = own.extend({ id: ColumnId })

export const boardRoutes = {
  get: get('/board/:userId', {
    summary: 'Columns in their order, each with its tasks',
    access,
    params: own,
    reply: Board,
  }),
  addTask: post('/board/:userId/task', {
    summary: 'Adds a task',
    access,
    params: own,
    body: TaskDraft,
    reply: Written,
  }),
  changeTask: put('/board/:userId/task', {
    summary: 'Changes a task',
    access,
    params: own,
    body: TaskPatch,
    reply: Written,
  }),
  moveTask: put('/board/:userId/task/:id/move', {
    summary: 'Moves a task to a place among the others of a column; places begin at 0',
    access,
    params: oneTask,
    body: z.strictObject({
      column: ColumnId,
      position: Position.optional().describe('The end when absent'),
      version: SeenVersion,
    }),
    reply: Written,
  }),
  removeTask: del('/board/:userId/task/:id', {
    summary: 'Removes a task',
    access,
    params: oneTask,
    reply: Written,
  }),
  restoreTask: put('/board/:userId/task/:id/restore', {
    summary: 'Takes a removal back',
    access,
    params: oneTask,
    reply: Written,
  }),
  addColumn: post('/board/:userId/column', {
    summary: 'Adds a column',
    access,
    params: own,
    body: z
      .strictObject(columnFields)
      .partial()
      .required({ title: true })
      .extend({ id: Id.optional() }),
    reply: Written,
  }),
  changeColumn: put('/board/:userId/column', {
    summary: 'Renames, limits or moves a column',
    access,
    params: own,
    body: readBack(
      z.strictObject(columnFields).partial().extend({ id: ColumnId, version: SeenVersion }),
      BoardColumn,
    ),
    reply: Written,
  }),
  removeColumn: del('/board/:userId/column/:id', {
    summary: 'Removes a column; its tasks move to another one, or are removed with it',
    access,
    params: oneColumn,
    query: z.object({ moveTo: ColumnId.optional() }),
    reply: Written,
  }),
  restoreColumn: put('/board/:userId/column/:id/restore', {
    summary: 'Takes the removal of a column back, with the tasks that stood in it',
    access,
    params: oneColumn,
    reply: Written,
  }),
  statistics: get('/board/:userId/statistics', {
    summary:
      'How long tasks took, where they waited, and how many were done; of the last 90 days unless asked',
    access,
    params: own,
    query: z.object({ from: Instant, to: Instant }),
    reply: Statistics,
  }),
}
