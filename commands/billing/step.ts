import type { CommandMeta } from '#commands/kernel/command.ts'

/**
 * The next command of the same request. It has its own id and no version: the version was checked
 * by the first command.
 */
export function step(meta: CommandMeta, commandId: string): CommandMeta {
  const { version: _, ...rest } = meta
  return {
    ...rest,
    commandId,
    causationId: meta.commandId,
    correlationId: meta.correlationId ?? meta.commandId,
  }
}
