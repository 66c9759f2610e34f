import type { CommandHandler } from '#commands/kernel/command.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { titleOf } from '#domain/kernel/records/record.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { RecordDoc } from '#projections/records.ts'

/**
 * Names of the organisms that transactions or schedules name, by id. A removed one keeps its last
 * name, which its events tell: the registers of the law go on naming it.
 */
export async function organismNames(
  {
    organisms,
    handler,
  }: { organisms: ReadModel<RecordDoc>; handler: Pick<CommandHandler, 'load'> },
  owner: string,
  named: readonly { readonly organismId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(named.flatMap(({ organismId }) => organismId || []))]
  const live = await organisms.load(ids)
  const names = await Promise.all(
    ids.map(async (id): Promise<readonly (readonly [string, string])[]> => {
      const doc = live.get(id)
      if (doc !== undefined) return doc.owner === owner ? [[id, titleOf(Organism, doc.values)]] : []
      const state = (await handler.load(recordDecider(Organism), id, owner))?.state
      return state?.status === 'removed' ? [[id, titleOf(Organism, state.values)]] : []
    }),
  )
  return new Map(names.flat())
}
