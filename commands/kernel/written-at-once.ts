import { laterPosition, type Position } from '#domain/kernel/event.ts'
import type { CommandHandler, CommandMeta } from './command.ts'

/** Commands that are appended at once. @returns what was written, with the position of all of it */
export async function writtenAtOnce<W extends { readonly position: Position }>(
  handler: Pick<CommandHandler, 'together'>,
  meta: CommandMeta,
  work: (meta: CommandMeta) => Promise<W>,
): Promise<W> {
  const { value, position } = await handler.together(meta, work)
  return { ...value, position: laterPosition(value.position, position) }
}
