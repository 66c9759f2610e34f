import type { CommandMeta } from '#commands/kernel/command.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { Work, Reactor } from '#workers/kernel/reactor.ts'
import type { EventLog } from '#tests/doubles/event-log.ts'
import { recorded } from '#tests/kernel/events.ts'

/** Reminders that were planned and not sent yet. */
export const pendingReminders: Projection<Work> = {
  name: 'pending-reminders',
  version: 1,
  handles: ['ReminderPlanned', 'ReminderSent'],
  keyOf: (event) => event.stream,
  evolve: (_, event, key) =>
    event.type === 'ReminderSent'
      ? null
      : { _id: key, owner: event.meta.owner, cause: event.id, dueAt: (event.data as { dueAt: number }).dueAt }, // this test's own event
  indexes: [{ fields: ['dueAt'] }],
}

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
  const list: Reactor<Work> = {
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
