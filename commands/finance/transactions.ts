import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { OwnTransaction } from '#domain/finance/own-transaction.ts'
import { type Transaction, transactionDecider } from '#domain/finance/transaction.ts'
import type { Day } from '#domain/kernel/time.ts'
import { attachmentsUnknown, type CheckLinks } from './transaction-links.ts'

type Result = Promise<CommandResult<Transaction>>

/** The command that takes back what another one has just written. */
const undoing = (meta: CommandMeta): CommandMeta => {
  const { version: _, ...rest } = meta
  return { ...rest, commandId: derivedUuid(meta.commandId, 'undone') }
}

/** Transactions by hand. */
export function transactionCommands({
  handler,
  checkLinks,
  files,
}: {
  readonly handler: CommandHandler
  readonly checkLinks: CheckLinks
  /** Uploaded files that the owner lacks, or that were removed while a use began. */
  readonly files: Readonly<
    Record<
      'missing' | 'gone',
      (owner: string, ids: readonly string[]) => Promise<readonly string[]>
    >
  >
}) {
  const run = (
    id: string,
    command: Parameters<typeof transactionDecider.decide>[0],
    meta: CommandMeta,
  ): Result => handler.run(transactionDecider, id, command, meta)

  const attachmentsOf = async (id: string, owner: string): Promise<readonly string[]> => {
    const state = (await handler.load(transactionDecider, id, owner))?.state
    return state?.status === 'live' ? state.facts.attachmentIds : []
  }

  return {
    /** @throws TRANSACTION_LINK_UNKNOWN · the decider's refusals, as all others */
    async add(id: string, facts: OwnTransaction, meta: CommandMeta): Result {
      await checkLinks(meta.owner, facts)
      const added = await run(id, { type: 'Add', facts }, meta)
      if ((await files.gone(meta.owner, facts.attachmentIds)).length === 0) return added
      await run(id, { type: 'Remove' }, undoing(meta))
      throw attachmentsUnknown()
    },
    async change(id: string, changes: Partial<OwnTransaction>, meta: CommandMeta): Result {
      await checkLinks(meta.owner, changes)
      const before = await attachmentsOf(id, meta.owner)
      const changed = await run(id, { type: 'Change', changes }, meta)
      const added = changes.attachmentIds?.filter((file) => !before.includes(file)) ?? []
      if ((await files.gone(meta.owner, added)).length === 0) return changed
      await run(id, { type: 'Change', changes: { attachmentIds: before } }, undoing(meta))
      throw attachmentsUnknown()
    },
    /** @param day null: it is not paid after all */
    markPaid: (id: string, day: Day | null, meta: CommandMeta): Result =>
      run(id, { type: 'MarkPaid', day }, meta),
    markCashed: (id: string, cashed: boolean, meta: CommandMeta): Result =>
      run(id, { type: 'MarkCashed', cashed }, meta),
    /** Amount in euros of a payment in another currency. */
    tellEuros: (id: string, euroMinor: number, meta: CommandMeta): Result =>
      run(id, { type: 'TellEuros', euroMinor }, meta),
    remove: (id: string, meta: CommandMeta): Result => run(id, { type: 'Remove' }, meta),
    /** The transaction comes back without the files that were removed since. */
    async restore(id: string, meta: CommandMeta): Result {
      const restored = await run(id, { type: 'Restore' }, meta)
      const attached = await attachmentsOf(id, meta.owner)
      await files.gone(meta.owner, attached) // waits for a removal under way
      const missing = await files.missing(meta.owner, attached)
      if (missing.length === 0) return restored
      const attachmentIds = attached.filter((file) => !missing.includes(file))
      return run(id, { type: 'Change', changes: { attachmentIds } }, undoing(meta))
    },
    fallDue: (id: string, meta: CommandMeta): Result => run(id, { type: 'FallDue' }, meta),
    /** Adds a transaction, or brings a removed one back, with these facts. */
    async put(id: string, facts: OwnTransaction, meta: CommandMeta): Result {
      await checkLinks(meta.owner, facts)
      const state = (await handler.load(transactionDecider, id, meta.owner))?.state
      if (state === undefined) return run(id, { type: 'Add', facts }, meta)
      if (state.status === 'removed')
        await run(
          id,
          { type: 'Restore' },
          { ...meta, commandId: derivedUuid(meta.commandId, 'restored') },
        )
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
