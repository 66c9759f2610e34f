import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { OwnTransaction } from '#domain/finance/own-transaction.ts'
import { type Transaction, transactionDecider } from '#domain/finance/transaction.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { CheckLinks } from './transaction-links.ts'

type Result = Promise<CommandResult<Transaction>>

/** Transactions by hand. */
export function transactionCommands({
  handler,
  checkLinks,
}: {
  readonly handler: CommandHandler
  readonly checkLinks: CheckLinks
}) {
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
    /** Adds a transaction, or brings a removed one back, with these facts. */
    async put(id: string, facts: OwnTransaction, meta: CommandMeta): Result {
      await checkLinks(meta.owner, facts)
      const state = (await handler.load(transactionDecider, id, meta.owner))?.state
      if (state === undefined) return run(id, { type: 'Add', facts }, meta)
      if (state.status === 'removed')
        await run(id, { type: 'Restore' }, { ...meta, commandId: derivedUuid(meta.commandId, 'restored') })
      return run(id, { type: 'Change', changes: facts }, meta)
    },
    /** Removes a transaction, where there is one. */
    async removeIfAny(id: string, meta: CommandMeta): Promise<void> {
      if ((await handler.load(transactionDecider, id, meta.owner))?.state.status === 'live')
        await run(id, { type: 'Remove' }, meta)
    },
  }
}
export type TransactionCommands = ReturnType<typeof transactionCommands>
