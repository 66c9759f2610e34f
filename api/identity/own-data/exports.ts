import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import {
  type ExportFiles,
  type FileKey,
  type KeptExport,
  newFileKey,
} from '#commands/gateways/documents/export-files.ts'
import { type DataKey, decryptJson, encryptJson } from '#commands/kernel/envelope.ts'
import type { Keyring } from '#commands/kernel/keyring.ts'
import type { OwnExport } from '#contract/identity/own-data.contract.ts'
import { API } from '#contract/kernel/api.values.ts'
import { z } from 'zod'
import { refusal } from '#domain/kernel/errors.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { userKeyId } from '#domain/kernel/personal.ts'
import { DAY_MS, HOUR_MS } from '#domain/kernel/time.ts'
import type { Language } from '#api/kernel/languages.ts'
import { zipOf } from '#api/kernel/zip.ts'
import { type ArchiveOptions, ownDataFiles } from './archive.ts'

/** Life of an export and its link. */
const LASTS_MS = DAY_MS
/** An export whose process ended with it is begun again after this time. */
const STALE_MS = HOUR_MS
/** 256 bits: a caller cannot guess them. */
const SECRET_BYTES = 32

const Sealed = z.object({ key: z.string(), nonce: z.string(), secret: z.string() })
type Opened = { readonly file: FileKey; readonly secret: string }

export type ExportRequest = Pick<ArchiveOptions, 'userId' | 'userName' | 'now'> & {
  readonly language: Language
}

/**
 * Exports of users' own data. They are made one after another, so that they take no more of the
 * process than one. The file's key is encrypted with the user's key: once that is destroyed, the
 * file cannot be read.
 */
export function createExports({
  files,
  keyring,
  log,
  documents,
  newId,
  onFailed,
}: {
  readonly files: ExportFiles
  readonly keyring: Pick<Keyring, 'made' | 'held'>
  readonly log: Pick<EventStore, 'readAll' | 'readStream'>
  readonly documents: Pick<Documents, 'read'>
  readonly newId: () => string
  readonly onFailed: (error: unknown) => void
}) {
  /** Exports that this process makes, by id, with how far they are. */
  const progress = new Map<string, number>()
  let before: Promise<unknown> = Promise.resolve()
  const placeOf = (userId: string, id: string): string => `export/${userId}/${id}`

  /** @throws NOT_FOUND of a user who is forgotten */
  async function keyOf(userId: string, ask: Keyring['made']): Promise<DataKey> {
    const key = (await ask([userKeyId(userId)])).get(userKeyId(userId))
    if (!key) throw refusal('NOT_FOUND')
    return key
  }
  async function opened(userId: string, { id, sealed }: KeptExport): Promise<Opened> {
    const key = await keyOf(userId, keyring.held)
    const open = Sealed.parse(decryptJson(key, placeOf(userId, id), sealed))
    return {
      file: { key: Buffer.from(open.key, 'base64'), nonce: Buffer.from(open.nonce, 'base64') },
      secret: open.secret,
    }
  }

  async function toWire(userId: string, stored: KeptExport, now: number): Promise<OwnExport> {
    const { id, startedAt, expiresAt } = stored
    const left = stored.state === 'running' && !progress.has(id) && now - startedAt >= STALE_MS
    const state = left ? 'failed' : stored.state
    const link = { url: '', expires: expiresAt }
    if (state === 'ready')
      link.url = `${API}/${placeOf(userId, id)}/file/${(await opened(userId, stored)).secret}`
    const percent = state === 'ready' ? 100 : Math.floor((progress.get(id) ?? 0) * 99)
    return { id, state, progress: percent, startedAt, ...link }
  }

  async function find(userId: string, id: string, now: number): Promise<KeptExport> {
    const stored = await files.find(userId, id)
    if (stored === null || stored.expiresAt <= now) throw refusal('NOT_FOUND')
    return stored
  }

  const archive = (request: ExportRequest, onProgress: (done: number) => void) =>
    zipOf(ownDataFiles({ ...request, log, documents, onProgress }))

  async function make(request: ExportRequest, stored: KeptExport, file: FileKey): Promise<void> {
    const { userId } = request
    try {
      const parts = archive(request, (done) => progress.set(stored.id, done))
      const tag = await files.write(userId, stored.id, file, parts)
      // A user who was forgotten meanwhile has no export any more.
      if ((await files.find(userId, stored.id)) === null) await files.removeAll(userId)
      else await files.put(userId, { ...stored, state: 'ready', tag })
    } catch (error) {
      onFailed(error)
      await files.put(userId, { ...stored, state: 'failed' })
    } finally {
      progress.delete(stored.id)
    }
  }

  return {
    /** The archive, made while it is read. */
    whole: (request: ExportRequest) => archive(request, () => {}),
    async begin(request: ExportRequest): Promise<string> {
      const { userId, now } = request
      const present = await files.list(userId, now)
      const running = present.find(({ id, state }) => state === 'running' && progress.has(id))
      if (running) return running.id
      const id = newId()
      const file = newFileKey()
      const sealed = encryptJson(await keyOf(userId, keyring.made), placeOf(userId, id), {
        key: file.key.toString('base64'),
        nonce: file.nonce.toString('base64'),
        secret: randomBytes(SECRET_BYTES).toString('base64url'),
      })
      const stored: KeptExport = {
        id,
        state: 'running',
        startedAt: now,
        expiresAt: now + LASTS_MS,
        sealed,
        tag: '',
      }
      progress.set(id, 0)
      await files.put(userId, stored)
      before = before.then(() => make(request, stored, file)).catch(onFailed)
      return id
    },
    one: async (userId: string, id: string, now: number) =>
      toWire(userId, await find(userId, id, now), now),
    all: async (userId: string, now: number) =>
      Promise.all((await files.list(userId, now)).map((stored) => toWire(userId, stored, now))),
    /** The file of a link. @throws NOT_FOUND */
    async file(
      userId: string,
      id: string,
      secret: string,
      now: number,
    ): Promise<AsyncIterable<Uint8Array>> {
      const stored = await find(userId, id, now)
      if (stored.state !== 'ready') throw refusal('NOT_FOUND')
      const open = await opened(userId, stored)
      const [given, expected] = [Buffer.from(secret), Buffer.from(open.secret)]
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw refusal('NOT_FOUND')
      return files.read(userId, id, open.file, stored.tag)
    },
    /** Removes what has expired, also of users who never come back. */
    async purge(now: number): Promise<void> {
      for (const owner of await files.owners()) await files.list(owner, now)
    },
  }
}
export type Exports = ReturnType<typeof createExports>
