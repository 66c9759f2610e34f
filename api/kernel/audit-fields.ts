import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

/** Fields of every answered record (`audit` of the contract). */
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

/** Answer of every write. */
export const written = ({
  id,
  version,
  position,
}: {
  readonly id: string
  readonly version: number
  readonly position: string
}) => ({ id, version, position })
