import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { type OpeningBalance, openingBalanceDecider } from '#domain/finance/opening-balance.ts'

/** What the accounts of a profile held on a day. */
export function openingBalanceCommands(handler: CommandHandler) {
  return {
    set: (opening: OpeningBalance, meta: CommandMeta) =>
      handler.run(
        openingBalanceDecider,
        opening.profileId,
        { type: 'SetOpeningBalance', opening },
        meta,
      ),
  }
}
export type OpeningBalanceCommands = ReturnType<typeof openingBalanceCommands>
