import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { catalogue, type FieldRefusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { projectDecider } from '#domain/projects/project.ts'
import { type BoardCommand, boardDecider, type TaskFacts } from '#domain/tasks/board.ts'
import { TaskPriority } from '#domain/tasks/task-priority.record.ts'
import { TaskTag } from '#domain/tasks/task-tag.record.ts'

const taskRefusal = catalogue({ TASK_LINK_UNKNOWN: 'invalid' })
type Links = Partial<Pick<TaskFacts, 'tagIds' | 'priorityId' | 'projectId'>>

/** The board of a user: one stream, whose id is the user's. */
export function boardCommands(handler: CommandHandler) {
  const send = (command: BoardCommand, meta: CommandMeta) =>
    handler.run(boardDecider, meta.owner, command, meta)

  /** @throws TASK_LINK_UNKNOWN naming each field that names what the owner does not have */
  async function checkLinks(
    owner: string,
    { tagIds = [], priorityId = '', projectId = '' }: Links,
  ): Promise<void> {
    const isLive = async (record: typeof TaskTag | typeof TaskPriority, id: string) =>
      (await handler.load(recordDecider(record), id, owner))?.state.status === 'live'
    const wrong: FieldRefusal[] = []
    const tags = await Promise.all(tagIds.map((id) => isLive(TaskTag, id)))
    if (tags.includes(false)) wrong.push({ path: 'tags', code: 'TASK_LINK_UNKNOWN' })
    if (priorityId !== '' && !(await isLive(TaskPriority, priorityId)))
      wrong.push({ path: 'priority', code: 'TASK_LINK_UNKNOWN' })
    if (
      projectId !== '' &&
      (await handler.load(projectDecider, projectId, owner))?.state.status !== 'live'
    )
      wrong.push({ path: 'projectId', code: 'TASK_LINK_UNKNOWN' })
    if (wrong.length > 0) throw taskRefusal('TASK_LINK_UNKNOWN', {}, wrong)
  }

  return {
    send,
    /** @throws TASK_LINK_UNKNOWN · the decider's refusals, as all others */
    async addTask(
      command: Omit<Extract<BoardCommand, { type: 'AddTask' }>, 'type'>,
      meta: CommandMeta,
    ) {
      await checkLinks(meta.owner, command.facts)
      return send({ type: 'AddTask', ...command }, meta)
    },
    /** Present names of the task are not judged again: a tag may have been removed since. */
    async changeTask(
      command: Omit<Extract<BoardCommand, { type: 'ChangeTask' }>, 'type'>,
      meta: CommandMeta,
    ) {
      const before = (await handler.load(boardDecider, meta.owner, meta.owner))?.state.tasks.get(
        command.taskId,
      )?.facts
      const { tagIds = [], priorityId = '', projectId = '' } = command.changes
      await checkLinks(meta.owner, {
        tagIds: tagIds.filter((id) => !before?.tagIds.includes(id)),
        priorityId: priorityId === before?.priorityId ? '' : priorityId,
        projectId: projectId === before?.projectId ? '' : projectId,
      })
      return send({ type: 'ChangeTask', ...command }, meta)
    },
  }
}
export type BoardCommands = ReturnType<typeof boardCommands>
