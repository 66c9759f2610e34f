import type { z } from 'zod'
import { refusal } from '#domain/kernel/errors.ts'
import type { Condition, Filter, Sort } from '#domain/kernel/read-store.ts'
import type { RecordType } from '#domain/kernel/record.ts'
import { records } from '#domain/records.ts'
import type { RecordCommands } from '#commands/records.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { recordsOf, type RecordDoc } from '#projections/records.ts'
import { recordRoutes, type recordRow, referenceName } from '#contract/records.ts'
import type { Api, ApiDeps } from './kernel/api.ts'
import { storeImage, imageAsDataUrl } from './kernel/stored-images.ts'
import { listHeaders, sortOf } from './kernel/lists.ts'
import { auditFields, written } from './kernel/audit-fields.ts'

type Values = Readonly<Record<string, unknown>>
type Reply = z.input<ReturnType<typeof recordRow>>

/** Largest picture kept with a record, in bytes. */
const MAX_IMAGE = 500_000

/** Wire values to stored ones: money to minor units, pictures to kept documents. `complete` fills what is absent. */
async function toStored(type: RecordType, wire: Values, deps: ApiDeps, complete: boolean): Promise<Values> {
  const stored: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(type.fields)) {
    if (!(key in wire) || wire[key] === undefined) {
      if (complete) stored[key] = field.toStored(field.empty, wire)
    } else if (field.kind === 'image')
      stored[key] = await storeImage(deps.documents, wire[key] as string, { path: key, maxBytes: MAX_IMAGE })
    else stored[key] = field.toStored(wire[key], wire)
  }
  return stored
}

async function toWire(
  type: RecordType,
  doc: RecordDoc,
  deps: ApiDeps,
  names: ReadonlyMap<string, string>,
): Promise<Reply> {
  const wire: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(type.fields)) {
    const value = doc.values[key] ?? field.empty
    if (field.kind === 'image') wire[key] = await imageAsDataUrl(deps.documents, value as string)
    else wire[key] = field.toWire(value, doc.values)
    if (field.kind === 'reference') wire[referenceName(key)] = names.get(value as string) ?? ''
  }
  for (const [key, field] of Object.entries(type.derived)) wire[key] = field.toWire(field.of(doc.values), doc.values)
  return { ...wire, ...auditFields(doc) }
}

type RecordReads = { readonly rows: Projection<RecordDoc>; readonly [target: string]: Projection<RecordDoc> }
/** A record's own documents, as `rows`, and by their record's name those that its references point to. */
const readsOf = (type: RecordType): RecordReads => ({
  ...Object.fromEntries(
    records
      .filter(({ name }) => Object.values(type.fields).some(({ references }) => references === name))
      .map((target) => [target.name, recordsOf(target)] as const),
  ),
  rows: recordsOf(type),
})

/** Names of what the rows' references point to, by id. */
async function referenceNames(
  type: RecordType,
  docs: readonly RecordDoc[],
  read: Read<RecordReads>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [key, field] of Object.entries(type.fields)) {
    const target = records.find((r) => r.name === field.references)
    if (target === undefined) continue
    const ids = [
      ...new Set(docs.map((doc) => doc.values[key]).filter((id): id is string => typeof id === 'string' && id !== '')),
    ]
    const found = await read[target.name]?.load(ids)
    for (const [id, doc] of found ?? []) if (!doc._deleted) names.set(id, nameOf(target, doc))
  }
  return names
}

function nameOf(type: RecordType, doc: RecordDoc): string {
  const name = doc.values[type.listed[0] ?? '']
  return typeof name === 'string' ? name : ''
}

function filterOf(type: RecordType, owner: string, query: Values): Filter {
  const where: Record<string, Condition> = { owner }
  for (const [key, field] of Object.entries(type.fields)) {
    const value = query[key]
    if (value === undefined) continue
    where[`values.${key}`] = field.kind === 'reference' && value === '0' ? 0 : (value as string | boolean)
  }
  const text = query['q']
  return typeof text === 'string' && text !== ''
    ? { where, search: { fields: type.searched.map((f) => `values.${f}`), text } }
    : { where }
}

const sortFor = (type: RecordType, sort: string | undefined): Sort =>
  sortOf(
    sort,
    {
      ...Object.fromEntries(Object.keys(type.fields).map((f) => [f, `values.${f}`])),
      creationDate: 'creationDate',
      lastModificationDate: 'lastModificationDate',
    },
    [[`values.${type.listed[0]}`, 1]],
  )

/** List, read, add, change and remove for every record type; a new one needs no line here. */
export function recordApi(api: Api, commands: RecordCommands): void {
  const { deps } = api

  for (const type of records) {
    const routes = recordRoutes(type)
    const reads = readsOf(type)

    api.serve(routes.list, { reads }, async ({ read, owner, query, reply }) => {
      const page = await read.rows.find({
        filter: filterOf(type, owner, query),
        sort: sortFor(type, query.sort),
        ...(query.limit === undefined ? {} : { limit: query.limit }),
        ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
        counted: true,
      })
      listHeaders(reply, page)
      const names = await referenceNames(type, page.items, read)
      return Promise.all(page.items.map((doc) => toWire(type, doc, deps, names)))
    })

    api.serve(routes.suggestions, { reads }, async ({ read, owner, query }) => {
      const page = await read.rows.find({
        filter: filterOf(type, owner, { q: query.q }),
        sort: sortFor(type, undefined),
        limit: 10,
      })
      return page.items.map((doc) => ({ id: doc._id, name: nameOf(type, doc) }))
    })

    api.serve(routes.get, { reads }, async ({ read, owner, params }) => {
      const doc = await read.rows.get(params.id)
      if (doc === null || doc.owner !== owner) throw refusal('NOT_FOUND')
      return toWire(type, doc, deps, await referenceNames(type, [doc], read))
    })

    api.serve(routes.add, {}, async (call) => {
      const { id = deps.newId(), ...wire } = call.body as Values & { id?: string }
      const result = await commands.add(type, id, await toStored(type, wire, deps, true), call.meta())
      return written(result)
    })

    api.serve(routes.change, {}, async (call) => {
      const { id, version: _, ...wire } = call.body as Values & { id: string; version?: number }
      const result = await commands.change(type, id, await toStored(type, wire, deps, false), call.meta())
      return written(result)
    })

    api.serve(routes.remove, {}, async (call) => {
      const result = await commands.remove(type, call.params.id, call.meta())
      return written(result)
    })
  }
}
