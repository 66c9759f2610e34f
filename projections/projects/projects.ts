import { type LiveProject, type ProjectEvent, withChanges } from '#domain/projects/project.ts'
import { Company } from '#domain/customers/company.record.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { idOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { stamp, type Stamp } from '#projections/kernel/stamp.ts'

/** A live contract, in the domain's units; `terms` is null when it is not billable. */
export type ProjectDoc = Doc &
  Stamp &
  Pick<LiveProject, 'profileId' | 'ref' | 'title' | 'templates' | 'terms' | 'archived'>

function evolved(doc: ProjectDoc, event: Exclude<ProjectEvent, { type: 'ProjectAdded' }>): ProjectDoc | null {
  switch (event.type) {
    case 'ProjectChanged':
      return withChanges(doc, event.data.changes)
    case 'ProjectArchived':
      return { ...doc, archived: true }
    case 'ProjectRestored':
      return { ...doc, archived: false }
    case 'ProjectRemoved':
      return null
    default:
      return unreachable(event)
  }
}

export const projects: Projection<ProjectDoc> = {
  name: 'projects',
  version: 1,
  handles: ['ProjectAdded', 'ProjectChanged', 'ProjectArchived', 'ProjectRestored', 'ProjectRemoved'],
  keyOf: (event) => idOf(event.stream),
  evolve(doc, event, key) {
    const fact = { type: event.type, data: event.data } as ProjectEvent // only the types of `handles` come here
    if (fact.type === 'ProjectAdded')
      return { _id: key, owner: event.meta.owner, ...stamp(null, event), ...fact.data, archived: false }
    const after = doc === null ? null : evolved(doc, fact)
    return after === null ? null : { ...after, ...stamp(doc, event) }
  },
  indexes: [{ fields: ['owner', 'profileId'] }],
}

/** What a company is called, kept after it is removed: its contracts still name it. */
export type ProjectClientDoc = Doc & { readonly name: string }

export const projectClients: Projection<ProjectClientDoc> = {
  name: 'projectClients',
  version: 1,
  handles: [Company.events.added, Company.events.changed],
  keyOf: (event) => idOf(event.stream),
  evolve(doc, event, key) {
    const { name } = (event.data as { values: { name?: string } }).values
    return { _id: key, owner: event.meta.owner, name: name ?? doc?.name ?? '' }
  },
  indexes: [],
}

export type ProjectRow = ProjectDoc & { readonly client: string }

/** A profile's contracts with their clients' names, in no order. */
export async function projectsOf(
  readModels: ReadModels,
  owner: string,
  profileId: string,
): Promise<readonly ProjectRow[]> {
  const docs = (await (await readModels.of(projects)).find({ filter: { where: { owner, profileId } } })).items
  const ids = [...new Set(docs.flatMap(({ terms }) => (terms === null ? [] : [terms.clientId])))]
  const clients = await (await readModels.of(projectClients)).load(ids)
  const nameOf = (id: string): string => {
    const client = clients.get(id)
    return client?.owner === owner ? client.name : ''
  }
  return docs.map((doc) => ({ ...doc, client: doc.terms === null ? '' : nameOf(doc.terms.clientId) }))
}

/** An own live contract; null when there is none of this id. */
export async function projectOf(readModels: ReadModels, owner: string, id: string): Promise<ProjectDoc | null> {
  const doc = await (await readModels.of(projects)).get(id)
  return doc?.owner === owner ? doc : null
}

/** `CT-2026-04` after `CT-2026-03`. A name for people, not a number that law counts. */
export async function nextProjectRef(
  readModels: ReadModels,
  owner: string,
  profileId: string,
  year: number,
): Promise<string> {
  const prefix = `CT-${year}-`
  const docs = (await (await readModels.of(projects)).find({ filter: { where: { owner, profileId } } })).items
  const numbers = docs.flatMap(({ ref }) =>
    ref.startsWith(prefix) && /^\d{1,6}$/.test(ref.slice(prefix.length)) ? [Number(ref.slice(prefix.length))] : [],
  )
  return `${prefix}${String(Math.max(0, ...numbers) + 1).padStart(2, '0')}`
}
