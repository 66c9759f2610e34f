import type { DocumentUse } from '#commands/facts.ts'
import { SHARED } from '#domain/kernel/entity.ts'
import type { FieldKind } from '#domain/kernel/field.ts'
import type { Condition, Scalar } from '#domain/kernel/read-store.ts'
import { type RecordType, titleOf } from '#domain/kernel/record.ts'
import { records } from '#domain/records.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'

/** The most records of one type that are examined. */
const NAMED = 1000
const OF_FILES: ReadonlySet<FieldKind | undefined> = new Set<FieldKind>(['file', 'files'])
const fileFields = (type: RecordType): readonly string[] =>
  Object.keys(type.fields).filter((key) => OF_FILES.has(type.fields[key]?.kind))

type FileHolder = { readonly type: RecordType; readonly projection: Projection<RecordDoc> }
/** The record types that can name a file, each with its read model. */
export const fileHolders: readonly FileHolder[] = records
  .filter((type) => fileFields(type).length > 0)
  .map((type) => ({ type, projection: recordsOf(type) }))

/** The uses of these files of a user, by file, in the given read models. */
export async function documentUses(
  modelOf: (projection: Projection<RecordDoc>) => Promise<ReadModel<RecordDoc>>,
  owner: string,
  ids: readonly string[],
  holders: readonly FileHolder[] = fileHolders,
): Promise<ReadonlyMap<string, readonly DocumentUse[]>> {
  const uses = new Map<string, DocumentUse[]>()
  if (ids.length === 0) return uses
  for (const { type, projection } of holders) {
    const keys = fileFields(type)
    const or = keys.map((key): Readonly<Record<string, Condition>> => ({ [`values.${key}`]: { $in: ids } }))
    const where = { owner: { $in: [owner, SHARED] as readonly Scalar[] } }
    const page = await (await modelOf(projection)).find({ filter: { where, or }, limit: NAMED })
    for (const doc of page.items) {
      const named = new Set(keys.flatMap((key) => doc.values[key]))
      for (const id of ids)
        if (named.has(id))
          uses.set(id, [...(uses.get(id) ?? []), { entity: type.name, id: doc._id, name: titleOf(type, doc.values) }])
    }
  }
  return uses
}
