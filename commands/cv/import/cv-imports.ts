import type { ImportDraft, ImportDrafts } from '#commands/gateways/import-drafts/import-drafts.ts'
import type { CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { isSilent, signsOfLife } from '#commands/kernel/signs-of-life.ts'
import type { PersonTaken } from '#domain/profile/personal-profile.ts'
import type { CvFacts } from '#domain/cv/cv.ts'
import type { CvSection } from '#domain/cv/cv.values.ts'
import { folded } from '#domain/cv/import/cv-headings.ts'
import { type ImportFailure, importRefusal } from '#domain/cv/import/import-failures.ts'
import { type CvReading, IMPORT_MAX_BYTES, type ImportReader } from '#domain/cv/import.values.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { CvReader } from './cv-reader.ts'
import type { ModelReader } from './model-reader.ts'

/** A draft that is not looked through is gone after a week. @unit milliseconds */
const KEPT_MS = 7 * DAY_MS
/** Time for the reader and the model, in drafts whose process says nothing. @unit milliseconds */
const LONGEST_MS = 240_000

const isTooMany = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'IMPORT_TOO_MANY'

const NOTHING: CvReading = { text: '', fields: [], unplaced: [] }

/** An item that the user accepts. `organism` is the name of a school or certifier. */
export type AcceptedItem = {
  readonly id: string
  readonly section: CvSection
  readonly values: Readonly<Record<string, unknown>>
  readonly organism: string
}
/** All that a save writes. */
export type Accepted = {
  readonly items: readonly AcceptedItem[]
  readonly head: Partial<CvFacts>
  readonly person: PersonTaken
}

type Written = Pick<CommandResult<unknown>, 'position'>
/**
 * Conversion of accepted items to records; another context's records are added in
 * `commands/product.ts`.
 */
export type ImportPorts = {
  readonly addItem: (
    section: CvSection | 'organism',
    id: string,
    values: AcceptedItem['values'],
    meta: CommandMeta,
  ) => Promise<Written>
  readonly changeHead: (changes: Partial<CvFacts>, meta: CommandMeta) => Promise<Written>
  /** Tells the user that a file waits to be looked through, or could not be read. */
  readonly isOver: (
    draft: Pick<ImportDraft, 'id' | 'owner' | 'name'>,
    end: 'read' | 'failed',
  ) => Promise<unknown>
}

const failed = (draft: ImportDraft, failure: ImportFailure): ImportDraft => ({
  ...draft,
  state: 'failed',
  failure,
})

/** Whether the process that read a file, or saved it, has ended. */
const isLeft = ({ startedAt, aliveAt }: ImportDraft, now: number): boolean =>
  aliveAt === undefined ? isSilent(startedAt, now, LONGEST_MS) : isSilent(aliveAt, now)

/** A draft as it stands for its user: what its process left is over, or can be saved again. */
function standing(draft: ImportDraft, now: number): ImportDraft {
  if (!isLeft(draft, now)) return draft
  if (draft.state === 'analyzing') return failed(draft, 'IMPORT_INTERRUPTED')
  return draft.state === 'saving' ? { ...draft, state: 'review' } : draft
}

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.byteLength
    if (bytes > IMPORT_MAX_BYTES)
      throw importRefusal('IMPORT_TOO_LARGE', { maxMegabytes: IMPORT_MAX_BYTES / 1e6 })
    chunks.push(chunk)
  }
  if (bytes === 0) throw importRefusal('IMPORT_EMPTY')
  return Buffer.concat(chunks)
}

/** CVs from files: read in a process of their own, looked through, saved as records or dropped. */
export function cvImports({
  drafts,
  reader,
  model,
  clock,
  ports,
}: {
  readonly drafts: ImportDrafts
  readonly reader: CvReader
  readonly model: ModelReader
  readonly clock: Clock
  readonly ports: ImportPorts
}) {
  /** Questions to the model that are under way, by import: a cancelled one ends. */
  const aborters = new Map<string, AbortController>()

  async function byModel(
    draft: ImportDraft,
    reading: CvReading,
    meta: CommandMeta,
  ): Promise<CvReading> {
    const ending = new AbortController()
    aborters.set(draft.id, ending)
    try {
      // A draft that was cancelled meanwhile is read no further.
      if ((await drafts.find(draft.owner, draft.id, clock.now())) === null) return reading
      return await model.read(reading, { meta, signal: ending.signal })
    } finally {
      aborters.delete(draft.id)
    }
  }

  /** The end stands whether its user is told or not. A draft that was dropped is not told. */
  async function end(draft: ImportDraft): Promise<void> {
    await drafts.replace(draft)
    if ((await drafts.find(draft.owner, draft.id, clock.now())) === null) return
    await ports.isOver(draft, draft.state === 'review' ? 'read' : 'failed').catch(() => undefined)
  }

  async function analyse(
    draft: ImportDraft,
    read: ReturnType<CvReader['read']>,
    by: ImportReader,
    meta: CommandMeta,
  ): Promise<void> {
    const silence = signsOfLife(() => drafts.replace({ ...draft, aliveAt: clock.now() }))
    let over: ImportDraft
    try {
      const result = await read
      if ('failure' in result) over = failed(draft, result.failure)
      else {
        const reading = by === 'rules' ? result.reading : await byModel(draft, result.reading, meta)
        over = { ...draft, state: 'review', reading }
      }
    } catch (error) {
      over = failed(draft, isTooMany(error) ? 'IMPORT_TOO_MANY' : 'IMPORT_INTERRUPTED')
    }
    await silence()
    // An end that cannot be written leaves a draft without a sign of life.
    await end(over).catch(() => undefined)
  }

  /** @throws NOT_FOUND */
  async function find(owner: string, id: string): Promise<ImportDraft> {
    const now = clock.now()
    const draft = await drafts.find(owner, id, now)
    if (draft === null) throw refusal('NOT_FOUND')
    return standing(draft, now)
  }

  return {
    find,
    /** An import that can be saved. @throws NOT_FOUND · IMPORT_NOT_READY */
    async ready(owner: string, id: string): Promise<ImportDraft> {
      const draft = await find(owner, id)
      if (draft.state !== 'review' && draft.state !== 'saving')
        throw importRefusal('IMPORT_NOT_READY')
      return draft
    },
    /** Name of the model that proposes; null where rules do. */
    model: model.model,
    /** The user is about to choose a file. */
    warm: () => reader.warm(),

    /**
     * Takes a file in and begins to read it. Its bytes stay in memory until they are read.
     *
     * @param by the model is asked where there is one, unless the user wants rules alone
     * @throws IMPORT_EMPTY · IMPORT_TOO_LARGE · IMPORT_TOO_MANY
     */
    async begin(
      { id, name, by }: { readonly id: string; readonly name: string; readonly by: ImportReader },
      content: AsyncIterable<Uint8Array>,
      meta: CommandMeta,
    ): Promise<ImportDraft> {
      const bytes = await wholeOf(content)
      const startedAt = clock.now()
      const read = reader.read(meta.owner, bytes)
      let failure: unknown = null
      read.catch((error: unknown) => {
        failure = error
      })
      await drafts.purge(startedAt)
      if (isTooMany(failure)) throw failure
      const draft: ImportDraft = {
        id,
        owner: meta.owner,
        name,
        state: 'analyzing',
        startedAt,
        aliveAt: startedAt,
        expiresAt: startedAt + KEPT_MS,
        failure: null,
        reading: NOTHING,
        saved: 0,
      }
      await drafts.add(draft)
      void analyse(draft, read, by, meta)
      return draft
    },

    /**
     * Saves the accepted items. Ids of records derive from the import's. A save that was cut short
     * goes on and adds nothing twice.
     *
     * @param draft that is ready
     * @param organisms names of the owner's organisms with their ids
     * @param takePerson writes the facts of the person
     * @throws what records refuse
     */
    async save(
      draft: ImportDraft,
      { items, head, person }: Accepted,
      organisms: ReadonlyMap<string, string>,
      takePerson: (person: PersonTaken, meta: CommandMeta) => Promise<Written>,
      meta: CommandMeta,
    ): Promise<{ readonly draft: ImportDraft; readonly position: string }> {
      await drafts.replace({ ...draft, state: 'saving', aliveAt: clock.now() })
      const step = (of: string): CommandMeta => {
        const { version: _, ...rest } = meta
        return {
          ...rest,
          commandId: derivedUuid('cv import', draft.id, of),
          correlationId: meta.commandId,
        }
      }
      const idByName = new Map([...organisms].map(([name, id]) => [folded(name), id]))
      let position = ''
      try {
        for (const { id, section, values, organism } of items) {
          const key = folded(organism)
          if (key !== '' && !idByName.has(key)) {
            const organismId = ulidFrom(`cv import ${draft.id} organism ${key}`)
            await ports.addItem('organism', organismId, { name: organism }, step(`organism ${key}`))
            idByName.set(key, organismId)
          }
          const organismId = idByName.get(key)
          const whole = organismId === undefined ? values : { ...values, organismId }
          const added = await ports.addItem(
            section,
            ulidFrom(`cv import ${draft.id} ${id}`),
            whole,
            step(id),
          )
          ;({ position } = added)
        }
        if (Object.keys(person).length > 0)
          ({ position } = await takePerson(person, step('person')))
        if (Object.keys(head).length > 0)
          ({ position } = await ports.changeHead(head, step('head')))
      } catch (error) {
        await drafts.replace({ ...draft, state: 'review' })
        throw error
      }
      const saved: ImportDraft = {
        ...draft,
        state: 'saved',
        reading: NOTHING,
        saved: items.length + [head, person].filter((one) => Object.keys(one).length > 0).length,
      }
      await drafts.replace(saved)
      return { draft: saved, position }
    },

    /** Ends imports whose process ended, and tells their users. Expired ones go. */
    async endLeft(): Promise<void> {
      const now = clock.now()
      await drafts.purge(now)
      for (const draft of await drafts.analyzing())
        if (isLeft(draft, now)) await end(failed(draft, 'IMPORT_INTERRUPTED'))
    },

    /** Drops an import, also one that is still being read. @throws NOT_FOUND */
    async cancel(owner: string, id: string): Promise<void> {
      if (!(await drafts.remove(owner, id))) throw refusal('NOT_FOUND')
      aborters.get(id)?.abort()
    },
  }
}
export type CvImports = ReturnType<typeof cvImports>
