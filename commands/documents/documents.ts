import { refusal } from '#domain/kernel/errors.ts'
import {
  documentDecider,
  documentEntity,
  documentRefusal,
  type DocumentState,
  type FileFacts,
  MAX_FILE_MEGABYTES,
} from '#domain/documents/document.ts'
import { fileName, plainName } from '#domain/documents/file-name.ts'
import {
  MAX_FILE_BYTES,
  MAX_FILES,
  type MediaType,
  RECEIVED,
  STORAGE,
} from '#domain/documents/media-types.values.ts'
import { isPublic } from '#domain/kernel/decider.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import {
  DocumentDamaged,
  DocumentTooLarge,
  type Documents,
  type Received,
} from '#commands/gateways/documents/documents.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import type { Removals } from '#commands/kernel/removals.ts'
import { ulidFrom } from '#commands/kernel/ids.ts'
import type { Facts } from '#commands/facts.ts'
import { documentHolders } from './document-holders.ts'
import { FileInfected, ScannerAway } from '#commands/gateways/documents/virus-scanner.ts'
import { mediaTypeOf } from './media-type.ts'

/** A file of a request. Only its name is taken from the client. */
export type IncomingFile = { readonly name: string; readonly content: AsyncIterable<Uint8Array> }

type Accepted = {
  readonly received: Received
  readonly name: string
  readonly mediaType: MediaType
}
type Uploaded = CommandResult<DocumentState> & { readonly file: FileFacts }

export function documentCommands({
  handler,
  documents,
  store,
  facts,
  removals,
}: {
  readonly handler: CommandHandler
  readonly documents: Documents
  readonly store: Pick<EventStore, 'readAll'>
  readonly facts: Pick<Facts, 'documentUses' | 'storedFiles'>
  readonly removals: Removals
}) {
  const holders = documentHolders(store)

  /**
   * @throws FILE_EMPTY · FILE_TOO_LARGE · FILE_TYPE_UNSUPPORTED · FILE_INFECTED naming the file ·
   * SCANNER_AWAY; the received bytes are then discarded
   */
  async function accept(file: IncomingFile, path: string): Promise<Accepted> {
    const name = plainName(file.name)
    const refuse = (
      code: 'FILE_EMPTY' | 'FILE_TOO_LARGE' | 'FILE_TYPE_UNSUPPORTED' | 'FILE_INFECTED',
    ) => {
      const details = { name, maxMegabytes: MAX_FILE_MEGABYTES }
      return documentRefusal(code, details, [{ path, code, details }])
    }
    let received: Received
    try {
      received = await documents.receive(file.content, { maxBytes: MAX_FILE_BYTES })
    } catch (error) {
      if (error instanceof FileInfected) throw refuse('FILE_INFECTED')
      if (error instanceof ScannerAway) throw documentRefusal('SCANNER_AWAY')
      throw error instanceof DocumentTooLarge ? refuse('FILE_TOO_LARGE') : error
    }
    try {
      if (received.bytes === 0) throw refuse('FILE_EMPTY')
      const mediaType = await mediaTypeOf(received.file, file.name)
      if (mediaType === null) throw refuse('FILE_TYPE_UNSUPPORTED')
      return { received, name: fileName(file.name, mediaType), mediaType }
    } catch (error) {
      await received.discard()
      throw error
    }
  }

  /**
   * Keeps the bytes, appends the event that names them, then keeps the bytes again. A removal of
   * the same bytes may have run in between.
   */
  async function record(
    { received, name, mediaType }: Accepted,
    id: string,
    meta: CommandMeta,
  ): Promise<Uploaded> {
    const { sha256, bytes } = received
    const upload = { type: 'Upload', name, mediaType, bytes, sha256 } as const
    // A request sent again is answered as before, and its bytes are not kept twice.
    const before = await handler.load(documentDecider, id, meta.owner)
    const isRepeated = before !== null
    if (before?.state.status === 'live' && before.state.sha256 !== sha256)
      throw refusal('IDEMPOTENCY_KEY_REUSED')
    if (!isRepeated) await received.keep(mediaType)
    const result = await handler.run(documentDecider, id, upload, meta)
    if (!isRepeated) await received.keep(mediaType)
    const { state } = result
    return { ...result, file: state.status === 'live' ? state : { name, mediaType, bytes, sha256 } }
  }

  /**
   * @throws STORAGE_FULL · RECEIVED_FULL when the new ones among these files do not fit
   */
  async function assertRoom(
    accepted: readonly Accepted[],
    ids: readonly string[],
    { owner, actor }: CommandMeta,
  ): Promise<void> {
    const loaded = await Promise.all(ids.map((id) => handler.load(documentDecider, id, owner)))
    const added = accepted.filter((_, i) => loaded[i] === null)
    if (added.length === 0) return
    const stored = await facts.storedFiles(owner)
    // Strangers have a place of their own, and never take that of the user.
    const [before, most] = isPublic(actor)
      ? ([stored.received, RECEIVED] as const)
      : ([stored.own, STORAGE] as const)
    const bytes = added.reduce((sum, { received }) => sum + received.bytes, before.bytes)
    if (bytes > most.bytes || before.files + added.length > most.files)
      throw documentRefusal(isPublic(actor) ? 'RECEIVED_FULL' : 'STORAGE_FULL', {
        gigabytes: most.bytes / 1_000_000_000,
        files: most.files,
      })
  }

  /** The ids that are no documents of this owner. */
  async function missing(owner: string, ids: readonly string[]): Promise<readonly string[]> {
    const loaded = await Promise.all(ids.map((id) => handler.load(documentDecider, id, owner)))
    return ids.filter((_, i) => loaded[i]?.state.status !== 'live')
  }

  /** @throws DOCUMENT_IN_USE naming what uses it */
  async function assertUnused(id: string, owner: string): Promise<void> {
    const users = (await facts.documentUses(owner, [id])).get(id) ?? []
    if (users.length > 0)
      throw documentRefusal(
        'DOCUMENT_IN_USE',
        { count: users.length },
        users.map(({ entity, id: user, name }) => ({
          path: `${entity}.${user}`,
          code: 'RECORD_USER',
          details: { name },
        })),
      )
  }

  return {
    /**
     * Accepts all the files or none. Each is received to its end before the first is recorded.
     *
     * @throws FILE_MISSING · FILE_EMPTY · FILE_TOO_LARGE · FILE_TYPE_UNSUPPORTED · TOO_MANY_FILES ·
     * STORAGE_FULL
     */
    async upload(
      files: AsyncIterable<IncomingFile>,
      meta: CommandMeta,
      least: 'one' | 'none-is-fine' = 'one',
    ): Promise<readonly Uploaded[]> {
      const accepted: Accepted[] = []
      try {
        for await (const file of files) {
          if (accepted.length === MAX_FILES)
            throw documentRefusal('TOO_MANY_FILES', { max: MAX_FILES })
          accepted.push(await accept(file, `file.${accepted.length}`))
        }
        if (accepted.length === 0 && least === 'one') throw documentRefusal('FILE_MISSING')
        const ids = accepted.map((_, i) => ulidFrom(`document ${meta.commandId} ${i}`))
        await assertRoom(accepted, ids, meta)
        const uploaded: Uploaded[] = []
        for (const [i, one] of accepted.entries())
          uploaded.push(await record(one, ids[i] ?? '', meta))
        return uploaded
      } finally {
        await Promise.all(accepted.map(({ received }) => received.discard()))
      }
    },

    missing,
    /** Asked by what has begun to use these files. @returns those that were removed meanwhile */
    async gone(owner: string, ids: readonly string[]): Promise<readonly string[]> {
      const isLive = (id: string) => async () => (await missing(owner, [id])).length === 0
      const found = await removals.gone(
        owner,
        ids.map((id) => ({ entity: documentEntity.name, id, isLive: isLive(id) })),
      )
      return found.map(({ id }) => id)
    },

    /** @throws DOCUMENT_IN_USE naming what uses it · NOT_FOUND */
    async remove(id: string, meta: CommandMeta): Promise<CommandResult<DocumentState>> {
      const isLive = async () => (await missing(meta.owner, [id])).length === 0
      return removals.remove(
        { entity: documentEntity.name, id, isLive },
        meta,
        () => assertUnused(id, meta.owner),
        () => handler.run(documentDecider, id, { type: 'Remove' }, meta),
      )
    },

    /**
     * Removes the bytes of a removed document, unless something else needs them. May be repeated.
     *
     * An upload of the same bytes may run at the same time. If its event comes before the second
     * look at the log, the bytes are kept again here. If it comes after, the upload itself keeps
     * them again.
     */
    async release(id: string, meta: CommandMeta): Promise<void> {
      const loaded = await handler.load(documentDecider, id, meta.owner)
      if (loaded?.state.status !== 'removed') return
      const { sha256 } = loaded.state
      if (!(await holders.needed(sha256, id))) {
        const bytes = await documents.read(sha256).catch((error: unknown) => {
          if (error instanceof DocumentDamaged) return null // no sound bytes to keep again
          throw error
        })
        await documents.remove(sha256)
        if (bytes !== null && (await holders.needed(sha256, id)))
          await documents.keep(bytes.bytes, bytes.mediaType)
      }
      await handler.run(documentDecider, id, { type: 'Release' }, meta)
    },
  }
}
export type DocumentCommands = ReturnType<typeof documentCommands>
