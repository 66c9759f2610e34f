import type { CommandMeta } from '#commands/kernel/command.ts'
import type { BoardCommands } from '#commands/tasks/boards.ts'
import {
  boardRoutes as routes,
  type BoardTask,
  type TaskPatch,
} from '#contract/tasks/tasks.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { DAY_MS, dayIn, dayOfEpoch, epochOrZero } from '#domain/kernel/time.ts'
import { boardDecider, byRank, type Column, HOUR, type TaskFacts } from '#domain/tasks/board.ts'
import { boardStatistics } from '#domain/tasks/statistics.ts'
import { weekOfDay } from '#domain/tasks/weeks.ts'
import { boardColumns, boardTasks, columnsOf, type TaskDoc } from '#projections/tasks/boards.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { assertReadBack } from '../kernel/read-back.ts'
import { optionLabel } from '../kernel/labels.ts'
import type { Language } from '../kernel/languages.ts'

/** The period of statistics unless another is asked for. @unit milliseconds */
const USUAL_PERIOD_MS = 90 * DAY_MS

const EMPTY: TaskFacts = {
  title: '',
  estimatedTime: 0,
  completionEstimate: 0,
  tagIds: [],
  priorityId: '',
  color: 0,
  projectId: '',
  dueDay: '',
}

/** The facts that a body tells; what it leaves out is left out here too. */
const factsIn = (body: Omit<TaskPatch, 'id' | 'version'>): Partial<TaskFacts> => {
  const { title, estimatedTime, completionEstimate, tags, priority, color, projectId, dueDate } =
    body
  return {
    ...(title !== undefined && { title }),
    ...(estimatedTime !== undefined && { estimatedTime: Math.round(estimatedTime * HOUR) }),
    ...(completionEstimate !== undefined && {
      completionEstimate: Math.round(completionEstimate * HOUR),
    }),
    ...(tags !== undefined && { tagIds: [...new Set(tags)] }),
    ...(priority !== undefined && { priorityId: priority || '' }),
    ...(color !== undefined && { color }),
    ...(projectId !== undefined && { projectId: projectId || '' }),
    ...(dueDate !== undefined && { dueDay: dueDate === 0 ? '' : dayOfEpoch(dueDate) }),
  }
}

const sinceOf = ({ stays }: Pick<TaskDoc, 'stays'>): number => stays.at(-1)?.since ?? 0
const taskToWire = (
  { _id, version, facts, columnId, stays }: TaskDoc,
  position: number,
): BoardTask => ({
  id: _id,
  version,
  title: facts.title,
  columnId,
  position,
  tags: [...facts.tagIds],
  priority: facts.priorityId || 0,
  estimatedTime: facts.estimatedTime / HOUR,
  completionEstimate: facts.completionEstimate / HOUR,
  color: facts.color,
  projectId: facts.projectId || 0,
  dueDate: epochOrZero(facts.dueDay),
  since: sinceOf({ stays }),
})
const titleIn = (language: Language, { columnId, title }: Column): string =>
  title || optionLabel(language, 'board', 'column', columnId)

/** The version that a body names is that of its task or column, not of the whole board. */
function ofBoard(meta: CommandMeta): CommandMeta {
  const { version: _, ...rest } = meta
  return rest
}

/** The task board: columns, tasks, and what their facts tell. */
export function boardsApi(api: Api, commands: BoardCommands): void {
  const reads = { boardColumns, boardTasks }

  api.serve(routes.get, { reads }, async ({ read, owner, language }) => {
    const [columns, { items }] = await Promise.all([
      columnsOf(read.boardColumns, owner),
      read.boardTasks.find({ filter: { where: { owner, removed: false } } }),
    ])
    const placed = Map.groupBy(items, ({ columnId }) => columnId)
    return {
      columns: columns.map((column, position) => ({
        id: column.columnId,
        version: column.version,
        title: titleIn(language, column),
        position,
        wipLimit: column.wipLimit,
        tasks: (placed.get(column.columnId) ?? [])
          .map((doc) => ({ doc, taskId: doc._id, columnId: doc.columnId, rank: doc.rank }))
          .sort(byRank)
          .map(({ doc }, at) => taskToWire(doc, at)),
      })),
    }
  })

  api.serve(routes.addTask, {}, async ({ body, meta, newId }) => {
    const { id: taskId = newId(), columnId, position } = body
    const facts = { ...EMPTY, ...factsIn(body) }
    const placed = {
      ...(columnId !== undefined && { columnId }),
      ...(position !== undefined && { position }),
    }
    return { ...written(await commands.addTask({ taskId, facts, ...placed }, meta())), id: taskId }
  })
  api.serve(routes.changeTask, {}, async (call) => {
    const { owner, body } = call
    const { id: taskId, columnId, position, version: seen } = body
    const meta = ofBoard(call.meta())
    await assertReadBack(
      api.deps.store,
      { projection: boardTasks, category: boardDecider.category, id: taskId, streamId: owner },
      { body, owner, commandId: meta.commandId },
      { since: sinceOf },
    )
    const placed = {
      ...(columnId !== undefined && { columnId }),
      ...(position !== undefined && { position }),
    }
    const changed = { taskId, seen, changes: factsIn(body), ...placed }
    return { ...written(await commands.changeTask(changed, meta)), id: taskId }
  })
  api.serve(
    routes.moveTask,
    {},
    async ({ params: { id }, body: { column, position, version: seen }, meta }) => {
      const placed = { columnId: column, ...(position !== undefined && { position }) }
      const result = await commands.send(
        { type: 'MoveTask', taskId: id, seen, ...placed },
        ofBoard(meta()),
      )
      return { ...written(result), id }
    },
  )
  for (const [name, type] of [
    ['removeTask', 'RemoveTask'],
    ['restoreTask', 'RestoreTask'],
  ] as const)
    api.serve(routes[name], {}, async ({ params: { id }, meta }) => ({
      ...written(await commands.send({ type, taskId: id }, meta())),
      id,
    }))

  api.serve(routes.addColumn, {}, async ({ body, meta, newId }) => {
    const { id: columnId = newId(), title, wipLimit = 0, position } = body
    const column = { columnId, title, wipLimit, ...(position !== undefined && { position }) }
    return {
      ...written(await commands.send({ type: 'AddColumn', ...column }, meta())),
      id: columnId,
    }
  })
  api.serve(routes.changeColumn, {}, async ({ body, meta }) => {
    const { id: columnId, title, wipLimit, position, version: seen } = body
    const changes = {
      ...(title !== undefined && { title }),
      ...(wipLimit !== undefined && { wipLimit }),
    }
    const command = { columnId, seen, changes, ...(position !== undefined && { position }) }
    return {
      ...written(await commands.send({ type: 'ChangeColumn', ...command }, ofBoard(meta()))),
      id: columnId,
    }
  })
  api.serve(routes.removeColumn, {}, async ({ params: { id }, query: { moveTo }, meta }) => {
    const command = { columnId: id, ...(moveTo !== undefined && { moveTo }) }
    return { ...written(await commands.send({ type: 'RemoveColumn', ...command }, meta())), id }
  })
  api.serve(routes.restoreColumn, {}, async ({ params: { id }, meta }) => ({
    ...written(await commands.send({ type: 'RestoreColumn', columnId: id }, meta())),
    id,
  }))

  api.serve(routes.statistics, { reads }, async ({ read, owner, query, language, caller, now }) => {
    const { to = now, from = Math.max(0, to - USUAL_PERIOD_MS) } = query
    if (from > to)
      throw refusal('REQUEST_INVALID', {}, [{ path: 'to', code: 'EVENT_DATE_NOT_AFTER_START' }])
    const [columns, { items }] = await Promise.all([
      columnsOf(read.boardColumns, owner),
      read.boardTasks.find({ filter: { where: { owner } } }),
    ])
    const ways = items.map(({ stays, facts: { estimatedTime, completionEstimate } }) => ({
      stays,
      estimatedTime,
      completionEstimate,
    }))
    const weekOf = (at: number) => weekOfDay(dayIn(at, caller.timeZone))
    const statistics = boardStatistics(ways, columns, { from, to, weekOf })
    const names = new Map(columns.map((column) => [column.columnId, titleIn(language, column)]))
    return {
      ...statistics,
      throughput: [...statistics.throughput],
      columns: statistics.columns.map(({ id, median }) => ({
        id,
        title: names.get(id) ?? id,
        median,
      })),
      estimatedTime: statistics.estimatedTime / HOUR,
      completionEstimate: statistics.completionEstimate / HOUR,
    }
  })
}
