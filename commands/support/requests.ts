import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { type Side, supportDecider } from '#domain/support/request.ts'

/**
 * Questions to the support. An administrator's commands are of the owner who asked (`meta.owner`).
 */
export function supportCommands(handler: CommandHandler) {
  return {
    ask: (
      id: string,
      question: { readonly subject: string; readonly message: string },
      meta: CommandMeta,
    ) => handler.run(supportDecider, id, { type: 'AskSupport', question }, meta),
    /** @throws NOT_FOUND · SUPPORT_FULL */
    answer: (
      id: string,
      answer: { readonly message: string; readonly side: Side },
      meta: CommandMeta,
    ) => handler.run(supportDecider, id, { type: 'AnswerSupport', ...answer }, meta),
    /** @throws NOT_FOUND */
    treat: (id: string, treated: boolean, meta: CommandMeta) =>
      handler.run(supportDecider, id, { type: 'TreatSupport', treated }, meta),
  }
}
export type SupportCommands = ReturnType<typeof supportCommands>
