import type { z } from 'zod'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { users } from '#projections/identity/users.ts'
import { same } from '#domain/kernel/records/changes.ts'
import { Skill } from '#domain/cv/skill.record.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { FRENCH_ZONE } from '#domain/kernel/time.ts'
import { blank, decode, type Field, type Values } from '#domain/kernel/records/field.ts'
import type { Bound, Condition, Filter, Sort } from '#domain/kernel/ports/read-store.ts'
import { type RecordType, referenceName, titleOf } from '#domain/kernel/records/record.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { derivedOf } from '#domain/kernel/records/record-entity.ts'
import { records } from '#domain/records.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import type { RecordCommands } from '#commands/records.ts'
import { recordsOf, type RecordDoc, sortFieldOf, usualSortField } from '#projections/records.ts'
import { foldText, hasWords } from '#domain/kernel/fold-text.values.ts'
import { byName, collationKey } from '#domain/kernel/collation-key.ts'
import { collationOf, type Language } from '#domain/kernel/languages.values.ts'
import type { Read, Reads } from '#projections/kernel/read-models.ts'
import { stampOf } from '#projections/kernel/stamp.ts'
import { type Conditions, type FilterValue, recordFilters } from '#contract/kernel/list-filters.ts'
import { RANGED, recordOrders } from '#contract/kernel/records.schemas.ts'
import { recordRoutes } from '#contract/kernel/records.contract.ts'
import { Id } from '#contract/kernel/inputs.schemas.ts'
import { narrowedBy } from '#projections/read-store/narrowed.ts'
import { filtersOf, STORED_AUDIT, type StoredField } from './kernel/list-filters.ts'
import type { Api, ApiDeps, Call } from './kernel/api.ts'
import { storeImage, imageAsDataUrl } from './kernel/stored-images.ts'
import { listHeaders, pageOf, sortOf } from './kernel/lists.ts'
import { auditFields, written } from './kernel/audit-fields.ts'
import { parse } from './kernel/parse.ts'
import { fieldRefusal } from './kernel/read-back.ts'
import { namedReads, referenceNames } from './reference-names.ts'
import { safeRichText } from './rich-text.ts'

type Row = z.input<ReturnType<typeof recordRoutes>['get']['reply']>

/** Largest picture of a record, in bytes. */
const MAX_IMAGE = 500_000

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const idsOf = (value: unknown): readonly string[] =>
  [value].flat().filter((id): id is string => typeof id === 'string' && id !== '')

/** @throws FIELD_READ_ONLY naming the fields of `kept` that a body would change */
function assertKept(body: Values, stored: Values): void {
  const wrong = Object.keys(stored).filter((key) => key in body && !same(body[key], stored[key]))
  if (wrong.length === 0) return
  throw fieldRefusal(
    'FIELD_READ_ONLY',
    {},
    wrong.map((path) => ({ path, code: 'FIELD_READ_ONLY' })),
  )
}

const governedOf = (type: RecordType, values: Values): Values =>
  Object.fromEntries(type.governed.map((key) => [key, values[key]]))

/** Values for commands: pictures are stored, rich text is sanitised. */
async function prepared(
  type: RecordType,
  wire: Values,
  deps: ApiDeps,
  owner: string,
): Promise<Values> {
  const entries = Object.entries(wire).map(async ([key, value]) => {
    const kind = type.fields[key]?.kind
    if (kind === 'image')
      return [
        key,
        await storeImage(deps.documents, textOf(value), { owner, path: key, maxBytes: MAX_IMAGE }),
      ]
    return [key, kind === 'richText' ? safeRichText(textOf(value)) : value]
  })
  return Object.fromEntries(await Promise.all(entries))
}

const referredBy = (type: RecordType): readonly string[] =>
  Object.values(type.fields).flatMap(({ references }) => references ?? [])

const referencesIn = (type: RecordType, docs: readonly Pick<RecordDoc, 'values'>[]) =>
  Object.entries(type.fields).flatMap(([key, { references }]) =>
    references === undefined
      ? []
      : docs.flatMap((doc) => idsOf(doc.values[key]).map((id) => ({ entity: references, id }))),
  )

const namesIn = (type: RecordType, values: Values, names: ReadonlyMap<string, string>): Values =>
  Object.fromEntries(
    Object.entries(type.fields).flatMap(([key, { kind }]): [string, unknown][] => {
      const named = idsOf(values[key]).map((id) => names.get(id) ?? '')
      if (kind === 'reference') return [[referenceName(key), named[0] ?? '']]
      return kind === 'references' ? [[referenceName(key), named]] : []
    }),
  )

async function toRow(
  type: RecordType,
  doc: RecordDoc,
  deps: ApiDeps,
  names: ReadonlyMap<string, string>,
): Promise<Row> {
  const wire: Record<string, unknown> = { ...decode(type.fields, doc.values) }
  for (const [key, { kind }] of Object.entries(type.fields))
    if (kind === 'image') wire[key] = await imageAsDataUrl(deps.documents, textOf(wire[key]))
  return {
    ...wire,
    ...derivedOf(type, doc.values),
    ...namesIn(type, doc.values, names),
    ...auditFields(doc),
  }
}

/** A list's rows with the names of their references. */
async function toRows(
  type: RecordType,
  docs: readonly RecordDoc[],
  owner: string,
  read: Read<Reads>,
  deps: ApiDeps,
): Promise<Row[]> {
  const names = await referenceNames(read, owner, referencesIn(type, docs))
  return Promise.all(docs.map((doc) => toRow(type, doc, deps, names)))
}

/** Kinds in which 0 stands for none, and is no date. */
const NONE_IS_ZERO = new Set(['day', 'instant', 'year'])

function conditionOf(key: string, field: Field, query: Values): Condition | undefined {
  if (RANGED.has(field.kind)) {
    const [from, to] = [query[`${key}From`], query[`${key}To`]]
    if (from === undefined && to === undefined) return undefined
    const bound = (value: unknown) => Number(field.toStored(value, query))
    return {
      ...(from === undefined
        ? NONE_IS_ZERO.has(field.kind)
          ? { $gt: 0 }
          : {}
        : { $gte: bound(from) }),
      ...(to === undefined ? {} : { $lte: bound(to) }),
    }
  }
  const value = query[key]
  if (field.kind === 'reference' && value === '0') return 0
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined
}

function filterOf(type: RecordType, owner: string, query: Values, timeZone: string): Filter {
  const where: Record<string, Condition> = { owner }
  for (const [key, field] of Object.entries(type.fields)) {
    const condition = conditionOf(key, field, query)
    if (condition !== undefined) where[`values.${key}`] = condition
  }
  const text = textOf(query['q'])
  const found =
    text === ''
      ? { where }
      : { where, search: { fields: type.searched.map((f) => `values.${f}`), text } }
  // as the schema of the query parsed it
  const conditions = query['filters'] as Conditions | undefined
  return conditions === undefined
    ? found
    : narrowedBy(
        found,
        filtersOf(conditions, recordFilters(type), storedIn(type, conditions), timeZone),
      )
}

/** Kinds whose choices are numbers. */
const NUMBERED = new Set(['level', 'colour', 'month'])

/**
 * Where the read model has a record's fields. Amounts are of the currency that a condition names,
 * or of the euro.
 */
function storedIn(type: RecordType, conditions: Conditions): Readonly<Record<string, StoredField>> {
  const values = Object.fromEntries(
    currencyFields(type).map((key) => [key, conditions[key]?.value]),
  )
  const own = Object.fromEntries(
    Object.entries(type.fields).map(([key, field]): [string, StoredField] => {
      const at = `values.${key}`
      if (field.kind === 'address')
        return [
          key,
          {
            at,
            searched: ['street', 'postalCode', 'city', 'country'].map((part) => `${at}.${part}`),
          },
        ]
      const stored = (value: FilterValue): Bound => {
        const storedValue = field.toStored(NUMBERED.has(field.kind) ? Number(value) : value, values)
        return typeof storedValue === 'number' || typeof storedValue === 'string'
          ? storedValue
          : value
      }
      return [key, { at, stored, ...(NONE_IS_ZERO.has(field.kind) && { none: 0 }) }]
    }),
  )
  return { ...own, ...STORED_AUDIT }
}

/** Columns → fields of the documents. */
const sortsOf = (type: RecordType): Readonly<Record<string, string>> =>
  Object.fromEntries(
    recordOrders(type).map((name) => {
      const [key = name] = name.split('.', 1)
      return [
        name,
        Object.hasOwn(type.fields, key) || Object.hasOwn(type.derived, key)
          ? sortFieldOf(type, key)
          : name,
      ]
    }),
  )

const sortFor = (type: RecordType, sort: string | undefined, language: Language): Sort =>
  sortOf(sort, sortsOf(type), [[usualSortField(type), 1]], language)

/** The reference that a list is to be sorted by, whose names are other records'. */
function sortedReference(
  type: RecordType,
  sort = '',
): { readonly key: string; readonly direction: 1 | -1 } | null {
  const key = sort.replace(/^-/, '')
  return type.fields[key]?.kind === 'reference'
    ? { key, direction: sort.startsWith('-') ? -1 : 1 }
    : null
}

/** A record's references, each once, by its name. */
function namedReferences(
  type: RecordType,
  docs: readonly RecordDoc[],
  names: ReadonlyMap<string, string>,
  language: Language,
) {
  const keys = Object.keys(type.fields).filter((key) => type.fields[key]?.references !== undefined)
  const optionsOf = (key: string) =>
    [...new Set(docs.flatMap((doc) => idsOf(doc.values[key])))]
      .map((id) => ({ id, name: names.get(id) ?? '' }))
      .filter(({ name }) => name !== '')
      .sort(byName(({ name }) => name, language))
  return Object.fromEntries(keys.map((key) => [key, optionsOf(key)]))
}

/** Sums of all amounts, declared and derived, by currency. */
function amountsOf(type: RecordType, docs: readonly RecordDoc[]) {
  const [currencyField = ''] = currencyFields(type)
  const amounts = Object.entries(type.fields).filter(([, { kind }]) => kind === 'money')
  const derived = Object.entries(type.derived).filter(([, { kind }]) => kind === 'money')
  const currencyOf = ({ values }: RecordDoc) => textOf(values[currencyField]) || 'EUR'
  return [...Map.groupBy(docs, currencyOf)].map(([currency, some]) => {
    const sum = (of: (values: Values) => unknown) =>
      some.reduce((total, { values }) => total + Number(of(values)), 0)
    const amountOf = (field: Field, minor: number) =>
      Number(field.toWire(minor, some[0]?.values ?? {}))
    return {
      currency,
      count: some.length,
      amounts: Object.fromEntries([
        ...amounts.map(([key, field]) => [
          key,
          amountOf(
            field,
            sum((values) => values[key] ?? 0),
          ),
        ]),
        ...derived.map(([key, field]) => [
          key,
          amountOf(
            field,
            sum((values) => field.of(values)),
          ),
        ]),
      ]),
    }
  })
}

const currencyReads = { users, professionalInfos }
type CurrencyRead = Read<typeof currencyReads>

/**
 * The default currency of a record's amounts: its profile's, else the active profile's, else the
 * user's own.
 */
async function usualCurrency(
  read: CurrencyRead,
  owner: string,
  profileId: string,
): Promise<string> {
  const parameters = (await read.users.get(owner))?.parameters
  const profile = profileId || parameters?.activeProfile
  const bank = profile ? (await read.professionalInfos.get(profile))?.bank : undefined
  return bank?.currency || parameters?.currency || 'EUR'
}

const currencyFields = (type: RecordType): readonly string[] =>
  Object.keys(type.fields).filter((key) => type.fields[key]?.kind === 'currency')

async function withCurrency(
  type: RecordType,
  wire: Values,
  owner: string,
  read: CurrencyRead,
): Promise<Values> {
  const missing = currencyFields(type).filter((key) => wire[key] === undefined)
  if (missing.length === 0) return wire
  const currency = await usualCurrency(read, owner, textOf(wire['profileId']))
  return { ...wire, ...Object.fromEntries(missing.map((key) => [key, currency])) }
}

/** The town of a record's first address; empty without one. */
function townOf(type: RecordType, values: Values): string {
  const key = Object.keys(type.fields).find((name) => type.fields[name]?.kind === 'address')
  const address = key === undefined ? undefined : values[key]
  return typeof address === 'object' && address !== null && 'city' in address
    ? textOf(address.city)
    : ''
}

/**
 * Records whose `/suggestions` their context answers, since it suggests more than the user's own.
 */
export const SUGGESTED_BY_CONTEXT: ReadonlySet<string> = new Set([Skill.name])

/** Rows of a list that the product ships: an own row with the same unique values replaces one. */
export type ShippedRows = Readonly<Record<string, () => readonly Row[]>>

const compared = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : foldText(textOf(a)) < foldText(textOf(b))
      ? -1
      : Number(foldText(textOf(a)) > foldText(textOf(b)))

/** Whether a shipped row is what a simple query of its list looks for. */
function isSought(type: RecordType, row: Row, query: Values): boolean {
  const words = foldText(textOf(query['q']))
  return (
    query['filters'] === undefined &&
    Object.keys(type.fields).every((key) => query[key] === undefined || query[key] === row[key]) &&
    (words === '' || hasWords(foldText(type.searched.map((key) => row[key]).join(' ')), words))
  )
}

/** List, read, add, change and remove for every record type. A new type needs no line here. */
export function recordApi(api: Api, commands: RecordCommands, shipped: ShippedRows = {}): void {
  const { deps } = api

  /**
   * Ids in place of the names that may stand for them. An id that is given, as in what was read, is
   * left alone.
   */
  async function withIds(type: RecordType, body: Values, meta: CommandMeta): Promise<Values> {
    const own = { ...body }
    for (const [key, { byName, references = '' }] of Object.entries(type.fields)) {
      if (byName !== true) continue
      const name = textOf(own[referenceName(key)]).trim()
      delete own[referenceName(key)]
      const target = records.find((one) => one.name === references)
      if (name !== '' && !own[key] && target)
        own[key] = Id.safeParse(name).success ? name : await commands.named(target, name, meta)
    }
    return own
  }

  for (const type of records) {
    const routes = recordRoutes(type)
    const reads = { ...namedReads(referredBy(type)), rows: recordsOf(type) }
    const ownerOf = (call: Pick<Call, 'owner'>): string =>
      type.scope === 'shared' ? SHARED : call.owner
    // A public list has no user.
    const timeZoneOf = ({ callerOrNull }: Pick<Call, 'callerOrNull'>): string =>
      callerOrNull?.timeZone ?? FRENCH_ZONE

    api.serve(routes.list, { reads }, async (call) => {
      const { query, params, reply } = call
      const filter = filterOf(
        type,
        ownerOf(call),
        type.scope === 'profile' ? { ...query, ...params } : query,
        timeZoneOf(call),
      )
      const shippedRows = shipped[type.name]?.() ?? []
      if (shippedRows.length > 0) {
        const keyOf = (row: Values) => type.unique.map((key) => textOf(row[key])).join('\n')
        const sort = sortFor(type, query.sort, call.language)
        const [own, sought] = await Promise.all([
          call.read.rows.find({ filter: { where: { owner: ownerOf(call) } } }),
          call.read.rows.find({ filter, sort }),
        ])
        const replaced = new Set(own.items.map(({ values }) => keyOf(values)))
        const rows = await toRows(type, sought.items, ownerOf(call), call.read, deps)
        const others = shippedRows.filter(
          (row) => !replaced.has(keyOf(row)) && isSought(type, row, query),
        )
        const key = (query.sort ?? type.unique[0] ?? '').replace(/^-/, '')
        const direction = query.sort?.startsWith('-') ? -1 : 1
        const sorted = [...rows, ...others].toSorted((a, b) => compared(a[key], b[key]) * direction)
        return [...pageOf(call.reply, sorted, query)]
      }
      const reference = sortedReference(type, query.sort)
      if (reference !== null) {
        const { items } = await call.read.rows.find({ filter })
        const names = await referenceNames(call.read, ownerOf(call), referencesIn(type, items))
        const nameOf = (doc: RecordDoc) =>
          collationKey(
            names.get(textOf(doc.values[reference.key])) ?? '',
            collationOf(call.language),
          )
        const sorted = items.toSorted((a, b) => {
          const [x, y] = [nameOf(a), nameOf(b)]
          return (x === y ? (a._id < b._id ? -1 : 1) : x < y ? -1 : 1) * reference.direction
        })
        return toRows(type, pageOf(reply, sorted, query), ownerOf(call), call.read, deps)
      }
      const page = await call.read.rows.find({
        filter,
        sort: sortFor(type, query.sort, call.language),
        limit: query.limit,
        ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
        counted: true,
      })
      listHeaders(reply, page)
      return toRows(type, page.items, ownerOf(call), call.read, deps)
    })

    api.serve(routes.summary, { reads }, async (call) => {
      const { query, params } = call
      const filter = filterOf(
        type,
        ownerOf(call),
        type.scope === 'profile' ? { ...query, ...params } : query,
        timeZoneOf(call),
      )
      const { items } = await call.read.rows.find({ filter })
      const names = await referenceNames(call.read, ownerOf(call), referencesIn(type, items))
      return {
        count: items.length,
        sums: amountsOf(type, items),
        references: namedReferences(type, items, names, call.language),
      }
    })

    if (!SUGGESTED_BY_CONTEXT.has(type.name))
      api.serve(routes.suggestions, { reads }, async (call) => {
        const page = await call.read.rows.find({
          filter: filterOf(type, ownerOf(call), call.query, timeZoneOf(call)),
          sort: sortFor(type, undefined, call.language),
          limit: 10,
        })
        return page.items.map((doc) => {
          const note = townOf(type, doc.values)
          return { id: doc._id, name: titleOf(type, doc.values), ...(note !== '' && { note }) }
        })
      })

    api.serve(routes.get, { reads }, async (call) => {
      const doc = await call.read.rows.get(call.params.id)
      const [row] =
        doc?.owner === ownerOf(call)
          ? await toRows(type, [doc], ownerOf(call), call.read, deps)
          : []
      if (row === undefined) throw refusal('NOT_FOUND')
      return row
    })

    const add = async (
      call: Pick<Call, 'meta' | 'newId' | 'caller'>,
      { id = call.newId(), ...wire }: Values & { id?: string },
    ) => {
      assertKept(wire, governedOf(type, blank(type.fields)))
      const meta = call.meta()
      const values = await prepared(type, await withIds(type, wire, meta), deps, call.caller.userId)
      return written(await commands.add(type, id, values, meta))
    }
    if (currencyFields(type).length === 0) api.serve(routes.add, {}, (call) => add(call, call.body))
    else
      api.serve(routes.add, { reads: currencyReads }, async (call) =>
        add(call, await withCurrency(type, call.body, call.owner, call.read)),
      )

    api.serve(routes.change, {}, async (call) => {
      const { id } = call.body
      const meta = call.meta()
      const body = await withIds(type, call.body, meta)
      const changes = parse(
        type.Patch,
        await changesIn(type, body, ownerOf(call), meta.commandId),
        call.language,
        timeZoneOf(call),
      )
      return written(
        await commands.change(
          type,
          id,
          await prepared(type, changes, deps, call.caller.userId),
          meta,
        ),
      )
    })

    api.serve(routes.remove, {}, async (call) => {
      return written(await commands.remove(type, call.params.id, call.meta()))
    })

    api.serve(routes.restore, {}, async (call) =>
      written(await commands.restore(type, call.params.id, call.meta())),
    )
  }

  /**
   * The changes of a PUT. A client may send back everything it read: unchanged values and fields of
   * the server are left out. Names of references are ignored, since the other records may have been
   * renamed.
   *
   * @throws FIELD_READ_ONLY naming changed fields that only the server writes
   */
  async function changesIn(
    type: RecordType,
    body: Values,
    owner: string,
    commandId: string,
  ): Promise<Values> {
    const loaded = await deps.handler.load(recordDecider(type), textOf(body['id']), owner)
    if (loaded?.state.status !== 'live') return {} // the command answers the right refusal
    const { values } = loaded.state
    const present: Values = decode(type.fields, values)
    // A stale client's values differ, and a repeated request is answered as before: the command
    // decides which it is.
    const isStale = body['version'] !== undefined && body['version'] !== loaded.version
    if (!isStale && loaded.events.every((event) => event.meta.commandId !== commandId)) {
      const { version: _, ...submitted } = body
      assertKept(submitted, {
        ...derivedOf(type, values),
        ...stampOf(loaded.events),
        ...governedOf(type, present),
      })
    }
    return Object.fromEntries(
      Object.keys(type.fields).flatMap((key) =>
        body[key] === undefined || same(body[key], present[key]) ? [] : [[key, body[key]]],
      ),
    )
  }
}
