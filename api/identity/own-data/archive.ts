import { DocumentDamaged, type Documents } from '#commands/gateways/documents/documents.ts'
import { timeSlices } from '#commands/kernel/time-slices.ts'
import { entriesOf } from '#commands/kernel/verify.ts'
import { documentsIn } from '#commands/operations/documents-in.ts'
import { fileName } from '#domain/documents/file-name.ts'
import { MEDIA_TYPES } from '#domain/documents/media-types.values.ts'
import { entities } from '#domain/entities.ts'
import { fold } from '#domain/kernel/decider.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { categoryOf, idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import { cellTexts, type Column, csvOf, headOf, viewColumns } from '#api/kernel/csv.ts'
import { html } from '#api/kernel/html.ts'
import type { Language } from '#api/kernel/languages.ts'
import { message } from '#api/kernel/messages.ts'
import { contextOf, hasWord, word } from '#api/kernel/words.ts'
import type { ZipFile } from '#api/kernel/zip.ts'
import { pageEnd, pageHead } from './page.ts'
import { spool } from './spool.ts'

type Log = Pick<EventStore, 'readAll' | 'readStream'>

/** Streams that are read at once, and views that are written together. */
const AT_ONCE = 20
/** Characters of lines that are written together. */
const CHUNK = 16_384
const PAGE = 500
const SLASH = /[/\\]/g

/** Streams and documents of a user, as the log's facts name them. */
type Found = {
  readonly streams: Map<string, string[]>
  /** Names of documents by their SHA-256; empty where none was given. */
  readonly documents: Map<string, string>
}

/** A name that an event gives to the document in it: the file's, or the number of a bill. */
function nameIn(data: unknown): string {
  const { name, ref } = Object(data) as { name?: unknown; ref?: unknown } // the data of any event
  return typeof name === 'string' ? name : typeof ref === 'string' ? ref : ''
}

/** Every fact of the user, a line each; collects what they are about. */
async function* factLines(log: Log, userId: string, found: Found): AsyncGenerator<string> {
  const seen = new Set<string>()
  let lines = ''
  for await (const { event } of entriesOf(log)) {
    const { stream, type, data, meta } = event
    if (meta.owner !== userId) continue
    if (!seen.has(stream)) {
      seen.add(stream)
      const category = categoryOf(stream)
      const streams = found.streams.get(category)
      if (streams) streams.push(stream)
      else found.streams.set(category, [stream])
    }
    for (const sha256 of documentsIn(data))
      found.documents.set(sha256, found.documents.get(sha256) || nameIn(data))
    lines += `${JSON.stringify({ at: new Date(meta.occurredAt).toISOString(), stream, type, by: meta.actor, data })}\n`
    if (lines.length < CHUNK) continue
    yield lines
    lines = ''
  }
  yield lines
}

async function eventsOf(log: Log, stream: string): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = []
  for (;;) {
    const { events } = await log.readStream(stream, { from: all.length, limit: PAGE })
    all.push(...events)
    if (events.length < PAGE) return all
  }
}

/**
 * The present views of an entity's streams, some at a time. Removed ones have none, and are among
 * the facts.
 */
async function* viewsOf(log: Log, entity: Entity, streams: readonly string[]) {
  const turn = timeSlices()
  for (let from = 0; from < streams.length; from += AT_ONCE) {
    await turn()
    const some = streams.slice(from, from + AT_ONCE)
    const states = await Promise.all(
      some.map(async (stream) => fold(entity.decider, await eventsOf(log, stream))),
    )
    yield states.flatMap((state, index) => {
      const view = entity.view(state)
      return view === null ? [] : [{ id: idOf(some[index] ?? ''), ...view }]
    })
  }
}

type Kind = { readonly entity: Entity; readonly streams: readonly string[] }
type View = Readonly<Record<string, unknown>> & { readonly id: string }

/** Names of the user's records, each read once. */
function namesIn(log: Log, kinds: readonly Kind[]) {
  let streamOf: ReadonlyMap<string, readonly [Entity, string]> | null = null
  const names = new Map<string, string>()
  return async (id: string): Promise<string> => {
    const known = names.get(id)
    if (known !== undefined) return known
    streamOf ??= new Map(
      kinds.flatMap(({ entity, streams }) =>
        streams.map((stream) => [idOf(stream), [entity, stream]] as const),
      ),
    )
    const [entity, stream] = streamOf.get(id) ?? []
    const view =
      entity && stream ? entity.view(fold(entity.decider, await eventsOf(log, stream))) : null
    const name = view && entity ? entity.title(view) : ''
    names.set(id, name)
    return name
  }
}

/** The lists within a record, such as the days of a month or the tasks of a board. */
const rowFieldsOf = ({ shows }: Entity): readonly string[] =>
  Object.keys(shows).filter((path) => shows[path] === 'rows' && !path.includes('.'))

/** The table of such a list: a row each, with the record's id, and with names for references. */
function rowTable({
  entity,
  field,
  language,
  timeZone,
  nameOf,
}: {
  readonly entity: Entity
  readonly field: string
  readonly language: Language
  readonly timeZone: string
  readonly nameOf: (id: string) => Promise<string>
}) {
  const csv = spool()
  const columns: readonly Column[] = [
    { path: 'id', kind: undefined, isChoice: false },
    ...Object.entries(entity.shows).flatMap(([path, kind]): readonly Column[] =>
      path.startsWith(`${field}.`) && kind !== 'rows' && kind !== 'image'
        ? [{ path, kind, isChoice: kind === 'choice' || kind === 'choices' }]
        : [],
    ),
  ]
  const references = columns.filter(({ kind }) => kind === 'reference')
  let count = 0
  const named = async (row: Readonly<Record<string, unknown>>) => {
    const names = references.map(async ({ path }) => {
      const key = path.slice(field.length + 1)
      const id = row[key]
      const name = typeof id === 'string' && id !== '' ? await nameOf(id) : ''
      return [key, name === '' ? id : name] as const
    })
    return { ...row, ...Object.fromEntries(await Promise.all(names)) }
  }
  return {
    field,
    isEmpty: () => count === 0,
    read: () => csv.read(),
    async add(views: readonly View[]): Promise<void> {
      const rows = await Promise.all(
        views.flatMap(({ id, [field]: list }) =>
          (Array.isArray(list) ? list : []).map(async (row: Readonly<Record<string, unknown>>) => ({
            id,
            [field]: await named(row),
          })),
        ),
      )
      if (rows.length === 0) return
      if (count === 0) await csv.write(csvOf(columns, entity.name, [], language))
      count += rows.length
      await csv.write(csvOf(columns, entity.name, rows, language, 'rows', timeZone))
    },
  }
}

const titleOf = (language: Language, entity: string): string => {
  const context = contextOf(entity) ?? 'kernel'
  const key = `${entity}.${hasWord(language, context, `${entity}.title`) ? 'title' : 'one'}`
  return word(language, context, key)
}

export type ArchiveOptions = {
  readonly log: Log
  readonly documents: Pick<Documents, 'read'>
  readonly userId: string
  readonly userName: string
  readonly language: Language
  /** The user's zone, in which tables tell instants. The facts keep UTC. */
  readonly timeZone: string
  /** @unit epoch milliseconds */
  readonly now: number
  /** @param done from 0 to 1 */
  readonly onProgress?: (done: number) => void
}

/**
 * All of a user, as the files of an archive. `facts.jsonl` has every fact. Each kind of record is
 * told as JSON Lines and as CSV. The files follow, and `index.html` shows the records offline.
 *
 * One kind's tables are kept compressed while it is read; memory does not grow with the records
 * otherwise.
 */
export async function* ownDataFiles(options: ArchiveOptions): AsyncGenerator<ZipFile> {
  const { log, documents, userId, language, timeZone, onProgress = () => {} } = options
  const found: Found = { streams: new Map(), documents: new Map() }
  const page = spool()
  yield { name: 'facts.jsonl', parts: factLines(log, userId, found) }
  const kinds = entities.flatMap((entity) => {
    const streams = found.streams.get(entity.decider.category) ?? []
    return entity.shared === undefined && streams.length > 0 ? [{ entity, streams }] : []
  })
  const all = kinds.reduce((sum, { streams }) => sum + streams.length, 0) + found.documents.size
  // The facts are a third of the work.
  let done = all / 2
  const step = (): void => onProgress(++done / (all * 1.5))
  await page.write(pageHead(options))
  const nameOf = namesIn(log, kinds)
  for (const { entity, streams } of kinds) {
    const csv = spool()
    const rowTables = rowFieldsOf(entity).map((field) =>
      rowTable({ entity, field, language, timeZone, nameOf }),
    )
    let columns: readonly Column[] | null = null
    async function* lines() {
      for await (const views of viewsOf(log, entity, streams)) {
        for (const _ of views) step()
        const [first] = views
        if (first === undefined) continue
        if (columns === null) {
          columns = viewColumns(first, entity.shows)
          await csv.write(csvOf(columns, entity.name, [], language))
          const head = headOf(columns, entity.name, language).map(
            (name) => html`<th scope="col">${name}</th>`,
          )
          const summary = html`<summary>${titleOf(language, entity.name)}</summary>`
          await page.write(
            html`<details>${summary}<div><table><thead><tr>${head}</tr></thead><tbody>`.text,
          )
        }
        for (const table of rowTables) await table.add(views)
        const shown = columns
        await csv.write(csvOf(shown, entity.name, views, language, 'rows', timeZone))
        const rows = views.map((view) => {
          const cells = cellTexts(shown, entity.name, view, language, timeZone)
          return html`<tr>${cells.map((text) => html`<td>${text}</td>`)}</tr>`
        })
        await page.write(html`${rows}`.text)
        yield views.map((view) => `${JSON.stringify(view)}\n`).join('')
      }
      if (columns !== null) await page.write('</tbody></table></div></details>')
    }
    yield { name: `records/${entity.name}.jsonl`, parts: lines() }
    yield { name: `tables/${entity.name}.csv`, parts: csv.read() }
    for (const { field, isEmpty, read } of rowTables)
      if (!isEmpty()) yield { name: `tables/${entity.name}.${field}.csv`, parts: read() }
  }
  const names = new Set<string>()
  for (const [sha256, given] of found.documents) {
    step()
    const document = await documents.read(sha256).catch((error: unknown) => {
      if (error instanceof DocumentDamaged) return 'damaged' as const
      throw error
    })
    // A removed document is named by facts alone.
    if (document === null) continue
    // The rest is whole.
    if (document === 'damaged') {
      const what = message(language, 'DOCUMENT_DAMAGED')
      await page.write(html`<p>${given || sha256.slice(0, 12)}<br>${what}</p>`.text)
      continue
    }
    const name = `files/${freeName(names, given || sha256.slice(0, 12), document.mediaType)}`
    await page.write(html`<p><a href="${encodeURI(name)}">${name}</a></p>`.text)
    yield { name, bytes: document.bytes }
  }
  await page.write(pageEnd())
  yield { name: 'index.html', parts: page.read() }
}

/** A name that no other file of the archive has. */
function freeName(taken: Set<string>, given: string, mediaType: string): string {
  const accepted = MEDIA_TYPES.find((type) => type === mediaType)
  const plain = given.replaceAll(SLASH, '-')
  const name = accepted === undefined ? plain : fileName(plain, accepted)
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${count})$1`)
    if (taken.has(free)) continue
    taken.add(free)
    return free
  }
}
