import { SHARED } from '#domain/kernel/records/entity.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { titleOf } from '#domain/kernel/records/record.ts'
import { records } from '#domain/records.ts'
import { roles } from '#projections/identity/roles.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { Read, Reads } from '#projections/kernel/read-models.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { projects } from '#projections/projects/projects.ts'
import { recordsOf } from '#projections/records.ts'

/** Name of an entity's documents. */
type Naming = { readonly projection: Projection; nameOf(doc: Doc): string }

const naming = <D extends Doc>(projection: Projection<D>, nameOf: (doc: D) => string): Naming => ({
  projection,
  nameOf,
})

/** The entities that a reference can name. */
const namings: Readonly<Record<string, Naming>> = {
  ...Object.fromEntries(
    records.map((type) => [type.name, naming(recordsOf(type), (doc) => titleOf(type, doc.values))]),
  ),
  professionalInfo: naming(professionalInfos, (doc) => doc.identity.name),
  project: naming(projects, (doc) => doc.title || doc.ref),
  role: naming(roles, (doc) => doc.name),
}

/** The read models with the names of these entities; of every entity without an argument. */
export const namedReads = (entities: readonly string[] = Object.keys(namings)): Reads =>
  Object.fromEntries(
    entities.flatMap((entity) => (namings[entity] ? [[entity, namings[entity].projection]] : [])),
  )

/**
 * @param read what `namedReads` declares
 * @returns names by id; a removed record, or another owner's, has none
 */
export async function referenceNames(
  read: Read<Reads>,
  owner: string,
  wanted: Iterable<{ readonly entity: string; readonly id: string }>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, Set<string>>()
  for (const { entity, id } of wanted) ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
  const names = new Map<string, string>()
  await Promise.all(
    [...ids].map(async ([entity, some]) => {
      const found = await read[entity]?.load([...some])
      for (const [id, doc] of found ?? [])
        if (doc.owner === owner || doc.owner === SHARED)
          names.set(id, namings[entity]?.nameOf(doc) ?? '')
    }),
  )
  return names
}
