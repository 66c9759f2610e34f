import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { type RecordAccess, recordAccessDecider } from '#domain/identity/record-access.ts'

/**
 * Openings of a user's records by administrators. The owner of a command is the user
 * (`meta.owner`).
 */
export function recordAccessCommands(handler: CommandHandler) {
  return {
    open: (id: string, access: RecordAccess, meta: CommandMeta) =>
      handler.run(recordAccessDecider, id, { type: 'OpenUserRecord', ...access }, meta),
  }
}
export type RecordAccessCommands = ReturnType<typeof recordAccessCommands>
