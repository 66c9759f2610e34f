import type { CommandMeta } from '#commands/kernel/command.ts'
import { defineTodoList, type Todo } from '#projections/kernel/todo-list.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'
import type { EventLog } from '#tests/doubles/event-log.ts'
import { recorded } from '#tests/kernel/events.ts'

/** Reminders that were planned and not sent yet. */
type ReminderEvent =
  | { readonly type: 'ReminderPlanned'; readonly data: { readonly dueAt: number } }
  | { readonly type: 'ReminderSent'; readonly data: unknown }
export const pendingReminders = defineTodoList<ReminderEvent, Todo>({
  name: 'pending-reminders',
  version: 1,
  keyOf: { ReminderPlanned: ({ stream }) => stream, ReminderSent: ({ stream }) => stream },
  on: { ReminderPlanned: (_, { data }) => data, ReminderSent: () => null },
})

let planned = 0
export const planReminder = (name: string, dueAt: number) => ({
  ...recorded(`reminder-${name}`, 'ReminderPlanned', { dueAt }),
  id: `planned-${++planned}`,
})

/** Sends reminders as a command handler would: a command it has seen changes nothing. */
export function reminders(log: EventLog) {
  const sent: string[] = []
  const metas: CommandMeta[] = []
  const commands = new Set<string>()
  let failing: string | null = null
  const list: Reactor = {
    projection: pendingReminders,
    because: 'schedule',
    async perform(work, meta) {
      metas.push(meta)
      if (failing !== null) throw new Error(failing)
      if (commands.has(meta.commandId)) return
      commands.add(meta.commandId)
      sent.push(work._id.slice('reminder-'.length))
      log.add(recorded(work._id, 'ReminderSent', {}, { commandId: meta.commandId }))
    },
  }
  return { list, sent, metas, fail: (message: string | null) => void (failing = message) }
}
