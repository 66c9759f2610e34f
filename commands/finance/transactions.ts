import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import type { OwnTransaction } from '#domain/finance/own-transaction.ts'
import { type Transaction, transactionDecider } from '#domain/finance/transaction.ts'
import { catalogue, type FieldRefusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/record-decider.ts'
import type { Day } from '#domain/kernel/time.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'

const linkRefusal = catalogue({
  TRANSACTION_LINK_UNKNOWN: 'invalid',
  TRANSACTION_PROFILE_UNKNOWN: 'invalid',
  TRANSACTION_ORGANISM_UNKNOWN: 'invalid',
  TRANSACTION_ATTACHMENT_UNKNOWN: 'invalid',
})

type Links = Partial<Pick<OwnTransaction, 'profileId' | 'organismId' | 'attachmentIds'>>
type Result = Promise<CommandResult<Transaction>>

/** Transactions by hand. */
export function transactionCommands({
  handler,
  missingFiles,
}: {
  readonly handler: CommandHandler
  /** Those of the uploaded files that the owner does not have. */
  readonly missingFiles: (owner: string, ids: readonly string[]) => Promise<readonly string[]>
}) {
  /** @throws TRANSACTION_LINK_UNKNOWN naming each field that names what the owner does not have */
  async function checkLinks(owner: string, { profileId, organismId, attachmentIds }: Links): Promise<void> {
    const wrong: FieldRefusal[] = []
    if (profileId !== undefined) {
      const profile = await handler.load(professionalInfoDecider, profileId, owner)
      if (profile?.state.status !== 'live') wrong.push({ path: 'profileId', code: 'TRANSACTION_PROFILE_UNKNOWN' })
    }
    if (organismId !== undefined && organismId !== '') {
      const organism = await handler.load(recordDecider(Organism), organismId, owner)
      if (organism?.state.status !== 'live') wrong.push({ path: 'organismId', code: 'TRANSACTION_ORGANISM_UNKNOWN' })
    }
    if (attachmentIds !== undefined && attachmentIds.length > 0) {
      const missing = await missingFiles(owner, attachmentIds)
      if (missing.length > 0) wrong.push({ path: 'attachmentIds', code: 'TRANSACTION_ATTACHMENT_UNKNOWN' })
    }
    if (wrong.length > 0) throw linkRefusal('TRANSACTION_LINK_UNKNOWN', {}, wrong)
  }
  const run = (id: string, command: Parameters<typeof transactionDecider.decide>[0], meta: CommandMeta): Result =>
    handler.run(transactionDecider, id, command, meta)

  return {
    /** @throws TRANSACTION_LINK_UNKNOWN · the decider's refusals, as all others */
    async add(id: string, facts: OwnTransaction, meta: CommandMeta): Result {
      await checkLinks(meta.owner, facts)
      return run(id, { type: 'Add', facts }, meta)
    },
    async change(id: string, changes: Partial<OwnTransaction>, meta: CommandMeta): Result {
      await checkLinks(meta.owner, changes)
      return run(id, { type: 'Change', changes }, meta)
    },
    /** @param day null: it is not paid after all */
    markPaid: (id: string, day: Day | null, meta: CommandMeta): Result => run(id, { type: 'MarkPaid', day }, meta),
    markCashed: (id: string, cashed: boolean, meta: CommandMeta): Result =>
      run(id, { type: 'MarkCashed', cashed }, meta),
    remove: (id: string, meta: CommandMeta): Result => run(id, { type: 'Remove' }, meta),
    restore: (id: string, meta: CommandMeta): Result => run(id, { type: 'Restore' }, meta),
    fallDue: (id: string, meta: CommandMeta): Result => run(id, { type: 'FallDue' }, meta),
  }
}
export type TransactionCommands = ReturnType<typeof transactionCommands>
