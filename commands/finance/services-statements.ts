import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import {
  lastOfMonth,
  servicesStatementDecider,
  type ServicesStatements,
  statementOf,
} from '#domain/finance/services-statement.ts'
import { catalogue, refusal } from '#domain/kernel/errors.ts'
import { type Day, makeDay, monthOf, yearOf } from '#domain/kernel/time.ts'

const statementRefusal = catalogue({
  SERVICES_WITHOUT_EUROS: 'conflict',
  SERVICES_WITHOUT_NUMBER: 'conflict',
})

type Result = Promise<CommandResult<ServicesStatements>>

/** Monthly statements of the services to businesses of the Union. */
export function servicesStatementCommands(
  handler: CommandHandler,
  facts: Pick<Facts, 'unionServices' | 'profileIds'>,
) {
  /** @throws NOT_FOUND for a profile that is not the owner's */
  async function assertOwn(profileId: string, owner: string): Promise<void> {
    if (!(await facts.profileIds(owner)).includes(profileId))
      throw refusal('NOT_FOUND', { id: profileId })
  }
  const firstOf = (day: Day) => makeDay(yearOf(day), monthOf(day), 1)

  return {
    /**
     * @param month any day of it
     * @throws SERVICES_WITHOUT_EUROS · SERVICES_WITHOUT_NUMBER, naming the bills · the decider's
     */
    async declare(profileId: string, month: Day, meta: CommandMeta): Result {
      await assertOwn(profileId, meta.owner)
      const from = firstOf(month)
      const asked = { owner: meta.owner, profileId, from, to: lastOfMonth(from) }
      const { services, withoutEuros } = await facts.unionServices(asked)
      if (withoutEuros.length > 0)
        throw statementRefusal('SERVICES_WITHOUT_EUROS', { refs: withoutEuros.join(', ') })
      const nameless = services.filter(({ vatNumber }) => vatNumber === '')
      if (nameless.length > 0)
        throw statementRefusal('SERVICES_WITHOUT_NUMBER', {
          refs: nameless.map(({ ref }) => ref).join(', '),
        })
      const lines = statementOf(services)
      return handler.run(
        servicesStatementDecider,
        profileId,
        { type: 'DeclareServices', profileId, from, lines },
        meta,
      )
    },
    async undo(profileId: string, month: Day, meta: CommandMeta): Result {
      await assertOwn(profileId, meta.owner)
      return handler.run(
        servicesStatementDecider,
        profileId,
        { type: 'UndoServicesDeclaration', profileId, from: firstOf(month) },
        meta,
      )
    },
  }
}
export type ServicesStatementCommands = ReturnType<typeof servicesStatementCommands>
