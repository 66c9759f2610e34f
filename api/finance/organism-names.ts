import { Organism } from '#domain/cv/organism.record.ts'
import { titleOf } from '#domain/kernel/records/record.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { RecordDoc } from '#projections/records.ts'

/**
 * Names of the organisms that transactions or schedules name, by id; a removed one keeps its name.
 */
export async function organismNames(
  organisms: ReadModel<RecordDoc>,
  owner: string,
  named: readonly { readonly organismId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(named.flatMap(({ organismId }) => organismId || []))]
  const found = await organisms.load(ids)
  return new Map(
    [...found].flatMap(([id, doc]) =>
      doc.owner === owner ? [[id, titleOf(Organism, doc.values)] as const] : [],
    ),
  )
}
