import type { Doc } from '#domain/kernel/read-store.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

/** The fields that every record answered carries (`audit` of the contract). */
export const auditFields = ({
  _id,
  version,
  creationDate,
  lastModificationDate,
  createdBy,
  modifiedBy,
}: Pick<Doc, '_id'> & Stamp) => ({
  id: _id,
  version,
  creationDate,
  lastModificationDate,
  createdBy,
  modifiedBy,
})

/** What every write answers. */
export const written = ({
  id,
  version,
  position,
}: {
  readonly id: string
  readonly version: number
  readonly position: string
}) => ({ id, version, position })
