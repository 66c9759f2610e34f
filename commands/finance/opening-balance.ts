import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { type OpeningBalance, openingBalanceDecider } from '#domain/finance/opening-balance.ts'

/** Balances of a profile's accounts on a day. */
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
