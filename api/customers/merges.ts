import type { MergeCommands } from '#commands/customers/merges.ts'
import type { ToldApartCommands } from '#commands/customers/told-apart.ts'
import {
  type Apart,
  customersRoutes as routes,
  type Duplicates,
  type Merged,
} from '#contract/customers/customers.contract.ts'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { duplicatesOf } from '#domain/customers/duplicates.ts'
import type { MergedEntity } from '#domain/customers/merge.values.ts'
import { fold } from '#domain/kernel/decider.ts'
import { type RecordType, titleOf } from '#domain/kernel/records/record.ts'
import { recordDecider, type RecordEvent } from '#domain/kernel/records/record-decider.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { bills } from '#projections/billing/bills.ts'
import { type MergeDoc, merges } from '#projections/customers/merges.ts'
import { toldApart } from '#projections/customers/told-apart.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { projects } from '#projections/projects/projects.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'
import type { Api, ApiDeps } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'

/** Pairs that one answer lists; the others follow once these are merged. */
const LISTED = 100
const MERGES = 50
const APART = 50

const reads = {
  companies: recordsOf(Company),
  contacts: recordsOf(Contact),
  offers: recordsOf(Offer),
  projects,
  bills,
  merges,
  toldApart,
}
type Reads = Read<typeof reads>
type Uses = Merged['moved']

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const counted = (entities: readonly string[]): Uses =>
  [...Map.groupBy(entities, (entity) => entity)].map(([entity, some]) => ({
    entity,
    count: some.length,
  }))

/**
 * References to each of these records. Contracts and records are read at once, since every pair
 * needs them.
 */
async function usesOf(
  read: Reads,
  owner: string,
  entity: MergedEntity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uses>> {
  const idSet = new Set(ids)
  const names: (readonly [string, string])[] = []
  const add = (what: string, id: unknown) => {
    if (typeof id === 'string' && idSet.has(id)) names.push([id, what])
  }
  const own = { filter: { where: { owner } } }
  const offers = (await read.offers.find(own)).items
  if (entity === 'contact') for (const { values } of offers) add('offer', values['contactId'])
  else {
    for (const { values } of (await read.contacts.find(own)).items)
      add('contact', values['companyId'])
    for (const { values } of offers) add('offer', values['companyId'])
    for (const { terms } of (await read.projects.find(own)).items) add('project', terms?.clientId)
    for (const id of idSet) {
      const count = await read.bills.count({ where: { owner, clientId: id } })
      for (let one = 0; one < count; one++) add('bill', id)
    }
  }
  return new Map(
    [...Map.groupBy(names, ([id]) => id)].map(([id, some]) => [
      id,
      counted(some.map(([, what]) => what)),
    ]),
  )
}

/** Distinction of two records of one name in a list. */
function noteOf(
  entity: MergedEntity,
  { values }: RecordDoc,
  companies: ReadonlyMap<string, RecordDoc>,
): string {
  if (entity === 'contact')
    return text(companies.get(text(values['companyId']))?.values['name']) || text(values['email'])
  const address = values['address']
  const town =
    typeof address === 'object' && address !== null && 'city' in address ? text(address.city) : ''
  return [town, text(values['siret']) || text(values['siren'])].filter(Boolean).join(' · ')
}

/**
 * Companies and contacts that were entered twice: found, merged, and parted again; and those that
 * only look so.
 */
export function mergesApi(
  api: Api,
  {
    merges: commands,
    toldApart: pairs,
  }: { readonly merges: MergeCommands; readonly toldApart: ToldApartCommands },
): void {
  const { store } = api.deps

  async function duplicates(
    read: Reads,
    owner: string,
    entity: MergedEntity,
    type: RecordType,
  ): Promise<Duplicates> {
    const own = { filter: { where: { owner } } }
    const [{ items }, companies, done, apart] = await Promise.all([
      (entity === 'company' ? read.companies : read.contacts).find(own),
      read.companies.find(own),
      read.merges.find({ filter: { where: { owner, entity } }, sort: [['at', -1]], limit: MERGES }),
      read.toldApart.find({ filter: { where: { owner, entity } }, sort: [['at', -1]] }),
    ])
    const docs = new Map(items.map((doc) => [doc._id, doc]))
    const companyOf = new Map(companies.items.map((doc) => [doc._id, doc]))
    const pairOf = (one: string, other: string) =>
      one < other ? `${one} ${other}` : `${other} ${one}`
    const refused = new Set(apart.items.map(({ ids }) => pairOf(...ids)))
    const found = duplicatesOf(
      entity,
      items.map((doc) => ({ id: doc._id, since: doc.creationDate, values: doc.values })),
      (one, other) => refused.has(pairOf(one, other)),
    )
    const listed = found.slice(0, LISTED)
    const uses = await usesOf(read, owner, entity, [...new Set(listed.flatMap(({ ids }) => ids))])
    const named = (id: string, doc: RecordDoc | undefined) => ({
      id,
      name: doc ? titleOf(type, doc.values) : '',
    })
    const twin = (id: string) => {
      const doc = docs.get(id)
      return {
        ...named(id, doc),
        note: doc ? noteOf(entity, doc, companyOf) : '',
        creationDate: doc?.creationDate ?? 0,
        uses: [...(uses.get(id) ?? [])],
      }
    }
    return {
      count: found.length,
      pairs: listed.map(({ ids: [older, newer], reasons }) => ({
        reasons: [...reasons],
        records: [twin(older), twin(newer)],
      })),
      merges: await Promise.all(
        done.items.map((doc) => mergedRow(store, type, doc, docs.get(doc.keptId))),
      ),
      apart: apart.items
        .flatMap(({ _id, at, ids: [one, other] }): Apart[] => {
          const [a, b] = [docs.get(one), docs.get(other)]
          // A pair of which one was removed is no question any more.
          return a && b ? [{ id: _id, at, records: [named(one, a), named(other, b)] }] : []
        })
        .slice(0, APART),
    }
  }

  const serve = (
    entity: MergedEntity,
    type: RecordType,
    listed: typeof routes.companyDuplicates,
    merge: typeof routes.mergeCompanies,
    undo: typeof routes.undoCompanyMerge,
    tell: typeof routes.tellCompaniesApart,
    forget: typeof routes.forgetCompaniesApart,
  ) => {
    api.serve(listed, { reads }, async ({ read, owner }) => duplicates(read, owner, entity, type))
    api.serve(merge, {}, async ({ body: { id, ...chosen }, meta, newId }) =>
      written(await commands.merge(id ?? newId(), { entity, ...chosen }, meta())),
    )
    api.serve(undo, {}, async ({ params, meta }) =>
      written(await commands.undo(entity, params.id, meta())),
    )
    api.serve(tell, {}, async ({ body: { ids }, meta }) =>
      written(await pairs.tell(entity, ids, meta())),
    )
    api.serve(forget, {}, async ({ params, meta }) =>
      written(await pairs.forget(entity, params.id, meta())),
    )
  }
  serve(
    'company',
    Company,
    routes.companyDuplicates,
    routes.mergeCompanies,
    routes.undoCompanyMerge,
    routes.tellCompaniesApart,
    routes.forgetCompaniesApart,
  )
  serve(
    'contact',
    Contact,
    routes.contactDuplicates,
    routes.mergeContacts,
    routes.undoContactMerge,
    routes.tellContactsApart,
    routes.forgetContactsApart,
  )
}

/** A merge with the names of both; that of the record that went stands in its stream alone. */
async function mergedRow(
  store: ApiDeps['store'],
  type: RecordType,
  { _id: id, at, keptId, mergedId, namings, keptVersion, undone }: MergeDoc,
  keptDoc: RecordDoc | undefined,
): Promise<Merged> {
  const { events } = await store.readStream(`${type.name}-${mergedId}`)
  // events of the record's own stream
  const gone = fold(
    recordDecider(type),
    events as readonly (RecordEvent<RecordType> & (typeof events)[number])[],
  )
  return {
    id,
    at,
    kept: { id: keptId, name: keptDoc ? titleOf(type, keptDoc.values) : '' },
    merged: { id: mergedId, name: gone.status === 'none' ? '' : titleOf(type, gone.values) },
    moved: counted(namings.map(({ entity }) => entity)),
    keptVersion,
    undone,
  }
}
