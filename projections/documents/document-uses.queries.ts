import type { DocumentUse } from '#commands/facts.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import type { FieldKind } from '#domain/kernel/records/field.ts'
import type { Condition, Doc, Scalar } from '#domain/kernel/ports/read-store.ts'
import { type RecordType, titleOf } from '#domain/kernel/records/record.ts'
import { records } from '#domain/records.ts'
import { type TransactionDoc, transactions } from '#projections/finance/transactions.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'

/** The most records of one type that are examined. */
const NAMED = 1000
const OF_FILES: ReadonlySet<FieldKind | undefined> = new Set<FieldKind>(['file', 'files'])
const fileFields = (type: RecordType): readonly string[] =>
  Object.keys(type.fields).filter((key) => OF_FILES.has(type.fields[key]?.kind))

/** A read model whose documents can name files. */
type FileHolder = {
  readonly entity: string
  readonly projection: Projection
  /** Paths of the documents' fields that hold a file's id, or a list of them. */
  readonly paths: readonly string[]
  filesOf(doc: Doc): readonly unknown[]
  nameOf(doc: Doc): string
}
const holder = <D extends Doc>(of: {
  readonly entity: string
  readonly projection: Projection<D>
  readonly paths: readonly string[]
  filesOf(doc: D): readonly unknown[]
  nameOf(doc: D): string
}): FileHolder => of

/** A record type whose fields can name files. */
export const recordHolder = (type: RecordType, projection: Projection<RecordDoc>): FileHolder =>
  holder<RecordDoc>({
    entity: type.name,
    projection,
    paths: fileFields(type).map((key) => `values.${key}`),
    filesOf: (doc) => fileFields(type).flatMap((key) => doc.values[key]),
    nameOf: (doc) => titleOf(type, doc.values),
  })

export const fileHolders: readonly FileHolder[] = [
  ...records
    .filter((type) => fileFields(type).length > 0)
    .map((type) => recordHolder(type, recordsOf(type))),
  holder<TransactionDoc>({
    entity: 'transaction',
    projection: transactions,
    paths: ['attachmentIds'],
    filesOf: (doc) => doc.attachmentIds,
    nameOf: (doc) => doc.label || doc.reference,
  }),
]

/** The uses of these files of a user, by file, in the given read models. */
export async function documentUses(
  modelOf: (projection: Projection) => Promise<ReadModel>,
  owner: string,
  ids: readonly string[],
  holders: readonly FileHolder[] = fileHolders,
): Promise<ReadonlyMap<string, readonly DocumentUse[]>> {
  const uses = new Map<string, DocumentUse[]>()
  if (ids.length === 0) return uses
  for (const one of holders) {
    const { entity, projection, paths } = one
    const or = paths.map((path): Readonly<Record<string, Condition>> => ({ [path]: { $in: ids } }))
    const where = { owner: { $in: [owner, SHARED] as readonly Scalar[] } }
    const page = await (await modelOf(projection)).find({ filter: { where, or }, limit: NAMED })
    for (const doc of page.items) {
      const named = new Set(one.filesOf(doc))
      for (const id of ids)
        if (named.has(id))
          uses.set(id, [...(uses.get(id) ?? []), { entity, id: doc._id, name: one.nameOf(doc) }])
    }
  }
  return uses
}
