import { type LiveProject, type ProjectEvent, withChanges } from '#domain/projects/project.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { defineProjection, type Fact, ignored } from '#projections/kernel/projection.ts'
import type { Read, ReadModel } from '#projections/kernel/read-models.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

/** A live contract, in the domain's units; `terms` is null when it is not billable. */
export type ProjectDoc = Doc &
  Stamp &
  Pick<LiveProject, 'profileId' | 'ref' | 'title' | 'templates' | 'timeUnit' | 'terms' | 'archived'>

export const projects = defineProjection<ProjectEvent, ProjectDoc>({
  name: 'projects',
  version: 1,
  on: {
    ProjectAdded: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      ...data,
      archived: false,
    }),
    ProjectChanged: (doc, { data, stamp }) =>
      doc && { ...withChanges(doc, data.changes), ...stamp },
    ProjectArchived: (doc, { stamp }) => doc && { ...doc, ...stamp, archived: true },
    ProjectRestored: (doc, { stamp }) => doc && { ...doc, ...stamp, archived: false },
    ProjectRemoved: () => null,
  },
  indexes: [{ fields: ['owner', 'profileId'] }],
})

/** A company's name. It is kept after the company is removed, since its contracts still show it. */
export type ProjectClientDoc = Doc & { readonly name: string }

/** A merge may keep the other company's name. */
type NamingEvent = 'CompanyAdded' | 'CompanyChanged' | 'CompanyMerged' | 'CompanyParted'
type CompanyEvent =
  | { readonly type: NamingEvent; readonly data: { readonly values: { readonly name?: string } } }
  | { readonly type: 'CompanyRemoved'; readonly data: unknown }
const named = (
  doc: ProjectClientDoc | null,
  { data, meta }: Fact<Extract<CompanyEvent, { readonly type: NamingEvent }>>,
  key: string,
): ProjectClientDoc => ({ _id: key, owner: meta.owner, name: data.values.name ?? doc?.name ?? '' })

export const projectClients = defineProjection<CompanyEvent, ProjectClientDoc>({
  name: 'projectClients',
  version: 1,
  on: {
    CompanyAdded: named,
    CompanyChanged: named,
    CompanyMerged: named,
    CompanyParted: named,
    ...ignored('CompanyRemoved'),
  },
  indexes: [],
})

export type ProjectRow = ProjectDoc & { readonly client: string }

/** The read models of contracts and their clients' names. */
export const projectRowReads = { projects, projectClients }

/** A profile's contracts, in no order. */
export const projectDocsOf = async (
  projects: ReadModel<ProjectDoc>,
  owner: string,
  profileId: string,
): Promise<readonly ProjectDoc[]> =>
  (await projects.find({ filter: { where: { owner, profileId } } })).items

/** A profile's contracts with their clients' names, in no order. */
export async function projectsOf(
  read: Read<typeof projectRowReads>,
  owner: string,
  profileId: string,
): Promise<readonly ProjectRow[]> {
  const docs = await projectDocsOf(read.projects, owner, profileId)
  const ids = [...new Set(docs.flatMap(({ terms }) => (terms === null ? [] : [terms.clientId])))]
  const clients = await read.projectClients.load(ids)
  const nameOf = (id: string): string => {
    const client = clients.get(id)
    return client?.owner === owner ? client.name : ''
  }
  return docs.map((doc) => ({
    ...doc,
    client: doc.terms === null ? '' : nameOf(doc.terms.clientId),
  }))
}

/** A live contract of the owner; null when there is none of this id. */
export async function projectOf(
  projects: ReadModel<ProjectDoc>,
  owner: string,
  id: string,
): Promise<ProjectDoc | null> {
  const doc = await projects.get(id)
  return doc?.owner === owner ? doc : null
}

/** `CT-2026-04` after `CT-2026-03`. A name for people, not a number that the law counts. */
export async function nextProjectRef(
  projects: ReadModel<ProjectDoc>,
  owner: string,
  profileId: string,
  year: number,
): Promise<string> {
  const prefix = `CT-${year}-`
  const docs = await projectDocsOf(projects, owner, profileId)
  const numbers = docs.flatMap(({ ref }) =>
    ref.startsWith(prefix) && /^\d{1,6}$/.test(ref.slice(prefix.length))
      ? [Number(ref.slice(prefix.length))]
      : [],
  )
  return `${prefix}${String(Math.max(0, ...numbers) + 1).padStart(2, '0')}`
}
