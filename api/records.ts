import type { z } from 'zod'
import { refusal } from '#domain/kernel/errors.ts'
import type { Condition, Filter, Sort } from '#domain/kernel/read-store.ts'
import type { RecordType } from '#domain/kernel/record.ts'
import { records } from '#domain/records.ts'
import { recordCommands } from '#commands/records.ts'
import { recordsOf, type RecordDoc } from '#projections/records.ts'
import { recordRoutes, type recordRow, referenceName } from '#contract/records.ts'
import type { Api, ApiDeps, Call } from './kernel/api.ts'
import { storeImage, imageAsDataUrl } from './kernel/stored-images.ts'
import { listHeaders, sortOf } from './kernel/lists.ts'
import { auditFields, written } from './kernel/audit-fields.ts'

type Values = Readonly<Record<string, unknown>>
type Reply = z.input<ReturnType<typeof recordRow>>

/** What a context adds to its record's routes. */
export type RecordHooks = {
  /** Refuses a removal that something else stands against. */
  readonly beforeRemove?: (call: Call, id: string) => Promise<void>
}

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

/** Names of what the rows' references point to, by id. */
async function referenceNames(
  type: RecordType,
  docs: readonly RecordDoc[],
  deps: ApiDeps,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [key, field] of Object.entries(type.fields)) {
    const target = records.find((r) => r.name === field.references)
    if (target === undefined) continue
    const ids = [
      ...new Set(docs.map((doc) => doc.values[key]).filter((id): id is string => typeof id === 'string' && id !== '')),
    ]
    const found = await (await deps.readModels.of(recordsOf(target))).load(ids)
    for (const [id, doc] of found) if (!doc._deleted) names.set(id, nameOf(target, doc))
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
export function recordApi(api: Api, hooks: Readonly<Record<string, RecordHooks>>): void {
  const { deps } = api
  const commands = recordCommands(deps.handler)

  for (const type of records) {
    const routes = recordRoutes(type)
    const reads = [recordsOf(type)]

    api.serve(routes.list, { reads }, async ({ owner, query, reply }) => {
      const collection = await deps.readModels.of(recordsOf(type))
      const page = await collection.find({
        filter: filterOf(type, owner, query),
        sort: sortFor(type, query.sort),
        ...(query.limit === undefined ? {} : { limit: query.limit }),
        ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
        counted: true,
      })
      listHeaders(reply, page)
      const names = await referenceNames(type, page.items, deps)
      return Promise.all(page.items.map((doc) => toWire(type, doc, deps, names)))
    })

    api.serve(routes.suggestions, { reads }, async ({ owner, query }) => {
      const page = await (await deps.readModels.of(recordsOf(type))).find({
        filter: filterOf(type, owner, { q: query.q }),
        sort: sortFor(type, undefined),
        limit: 10,
      })
      return page.items.map((doc) => ({ id: doc._id, name: nameOf(type, doc) }))
    })

    api.serve(routes.get, { reads }, async ({ owner, params }) => {
      const doc = await (await deps.readModels.of(recordsOf(type))).get(params.id)
      if (doc === null || doc.owner !== owner) throw refusal('NOT_FOUND')
      return toWire(type, doc, deps, await referenceNames(type, [doc], deps))
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
      await hooks[type.name]?.beforeRemove?.(call, call.params.id)
      const result = await commands.remove(type, call.params.id, call.meta())
      return written(result)
    })
  }
}
