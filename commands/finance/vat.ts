import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { type VatDeclarations, vatDeclarationDecider } from '#domain/finance/vat-declarations.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { Day } from '#domain/kernel/time.ts'

const periodRefusal = catalogue({ VAT_NO_PERIOD: 'missing' })

type Result = Promise<CommandResult<VatDeclarations>>

/** VAT returns of a profile. */
export function vatCommands(handler: CommandHandler, facts: Pick<Facts, 'vatReturn'>) {
  return {
    /**
     * Seals the figures of the period that begins on a day.
     *
     * @param to the period's last day, where the caller names it
     * @param refund what of a credit is asked back, in whole euros
     * @throws VAT_NO_PERIOD · the decider's refusals
     */
    async declare(
      profileId: string,
      { from, to, refund }: { readonly from: Day; readonly to?: Day; readonly refund: number },
      meta: CommandMeta,
    ): Result {
      const found = await facts.vatReturn(meta.owner, profileId, from, refund)
      if (found === null || (to ?? found.declared.period.to) !== found.declared.period.to)
        throw periodRefusal('VAT_NO_PERIOD', { from })
      return handler.run(vatDeclarationDecider, profileId, { type: 'DeclareVat', ...found }, meta)
    },
    /** Takes the last return back. */
    undo: (profileId: string, from: Day, meta: CommandMeta): Result =>
      handler.run(vatDeclarationDecider, profileId, { type: 'UndoVatDeclaration', from }, meta),
  }
}
export type VatCommands = ReturnType<typeof vatCommands>
