import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import {
  type VatDeclarations,
  vatDeclarationDecider,
  type VatOpening,
} from '#domain/finance/vat-declarations.ts'
import { assertInEuros } from './receipts-in-euros.ts'
import { catalogue, refusal } from '#domain/kernel/errors.ts'
import type { Day } from '#domain/kernel/time.ts'

const periodRefusal = catalogue({ VAT_NO_PERIOD: 'missing' })

type Result = Promise<CommandResult<VatDeclarations>>

/** VAT returns of a profile. */
export function vatCommands(
  handler: CommandHandler,
  facts: Pick<Facts, 'vatReturn' | 'profileIds' | 'receiptsWithoutEuros'>,
) {
  return {
    /**
     * Seals the figures of the period that begins on a day.
     *
     * @param to the period's last day, where the caller names it
     * @param asked refund asked of a credit, and instalments of a year; in whole euros
     * @throws VAT_NO_PERIOD · RECEIPTS_WITHOUT_EUROS · the decider's refusals
     */
    async declare(
      profileId: string,
      {
        from,
        to,
        ...question
      }: {
        readonly from: Day
        readonly to?: Day
        readonly refund: number
        readonly instalments: number | null
      },
      meta: CommandMeta,
    ): Result {
      const found = await facts.vatReturn(meta.owner, profileId, from, question)
      if (found === null || (to ?? found.declared.period.to) !== found.declared.period.to)
        throw periodRefusal('VAT_NO_PERIOD', { from })
      const { period } = found.declared
      await assertInEuros(facts, { owner: meta.owner, profileId, from: period.from, to: period.to })
      return handler.run(vatDeclarationDecider, profileId, { type: 'DeclareVat', ...found }, meta)
    },
    /**
     * The credit that the return before the product's first one carried forward.
     *
     * @throws NOT_FOUND for a profile that is not the owner's · VAT_ALREADY_DECLARED
     */
    async open(opening: VatOpening, meta: CommandMeta): Result {
      const { profileId } = opening
      if (!(await facts.profileIds(meta.owner)).includes(profileId))
        throw refusal('NOT_FOUND', { id: profileId })
      return handler.run(vatDeclarationDecider, profileId, { type: 'SetVatOpening', opening }, meta)
    },
    /** Version of a profile's returns; 0 before the first entry. */
    versionOf: async (profileId: string, owner: string): Promise<number> =>
      (await handler.load(vatDeclarationDecider, profileId, owner))?.version ?? 0,
    /** Takes the last return back. */
    undo: (profileId: string, from: Day, meta: CommandMeta): Result =>
      handler.run(vatDeclarationDecider, profileId, { type: 'UndoVatDeclaration', from }, meta),
  }
}
export type VatCommands = ReturnType<typeof vatCommands>
