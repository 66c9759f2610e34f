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
import { isSilent, signsOfLife } from '#commands/kernel/signs-of-life.ts'
import type { OwnExport } from '#contract/identity/own-data.contract.ts'
import { API } from '#contract/kernel/api.values.ts'
import { z } from 'zod'
import { refusal } from '#domain/kernel/errors.ts'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { userKeyId } from '#domain/kernel/personal.ts'
import { DAY_MS, HOUR_MS } from '#domain/kernel/time.ts'
import type { Language } from '#api/kernel/languages.ts'
import { zipOf } from '#api/kernel/zip.ts'
import { type ArchiveOptions, ownDataFiles } from './archive.ts'

/** Life of an export and its link. */
const LASTS_MS = DAY_MS
/** An export that no process begins again for this time has failed. */
const STALE_MS = HOUR_MS
/** An export that ended as many processes is not begun again. */
const MOST_ATTEMPTS = 3
/** 256 bits: a caller cannot guess them. */
const SECRET_BYTES = 32

const Sealed = z.object({
  key: z.string(),
  nonce: z.string(),
  secret: z.string(),
  /** Absent in exports of earlier releases, which cannot be begun again. */
  request: z
    .object({ userName: z.string(), language: z.enum(LANGUAGES), timeZone: z.string() })
    .optional(),
})
type Opened = {
  readonly file: FileKey
  readonly secret: string
  readonly request: z.output<typeof Sealed>['request']
}

const lastSign = ({ aliveAt, startedAt }: KeptExport): number => aliveAt ?? startedAt
const isAlive = (stored: KeptExport, now: number): boolean =>
  stored.state === 'running' && !isSilent(lastSign(stored), now)

export type ExportRequest = Pick<ArchiveOptions, 'userId' | 'userName' | 'timeZone' | 'now'> & {
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
  clock,
  newId,
  onFailed,
}: {
  readonly files: ExportFiles
  readonly keyring: Pick<Keyring, 'made' | 'held'>
  readonly log: Pick<EventStore, 'readAll' | 'readStream'>
  readonly documents: Pick<Documents, 'read'>
  readonly clock: Clock
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
      request: open.request,
    }
  }

  async function toWire(userId: string, stored: KeptExport, now: number): Promise<OwnExport> {
    const { id, startedAt, expiresAt } = stored
    const left =
      stored.state === 'running' && !progress.has(id) && isSilent(lastSign(stored), now, STALE_MS)
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

  async function make(
    request: ExportRequest,
    stored: KeptExport,
    file: FileKey,
    silence: () => Promise<void>,
  ): Promise<void> {
    const { userId } = request
    try {
      const parts = archive(request, (done) => progress.set(stored.id, done))
      const tag = await files.write(userId, stored.id, file, parts)
      await silence()
      // A user who was forgotten meanwhile has no export any more.
      if ((await files.find(userId, stored.id)) === null) return await files.removeAll(userId)
      await files.put(userId, { ...stored, state: 'ready', tag })
      // Earlier ones hold nothing more, and copies would fill the disk.
      for (const { id, state } of await files.list(userId, clock.now()))
        if (id !== stored.id && state !== 'running') await files.remove(userId, id)
    } catch (error) {
      onFailed(error)
      await silence()
      await files.put(userId, { ...stored, state: 'failed' })
      await files.removeFile(userId, stored.id)
    } finally {
      progress.delete(stored.id)
    }
  }

  /** Writes an export down as running, and makes it after those before. */
  async function run(
    request: ExportRequest,
    begun: Pick<KeptExport, 'id' | 'startedAt'> & Pick<KeptExport, 'attempts'>,
  ): Promise<void> {
    const { userId, userName, language, timeZone, now } = request
    const { id } = begun
    const file = newFileKey()
    const sealed = encryptJson(await keyOf(userId, keyring.made), placeOf(userId, id), {
      key: file.key.toString('base64'),
      nonce: file.nonce.toString('base64'),
      secret: randomBytes(SECRET_BYTES).toString('base64url'),
      request: { userName, language, timeZone },
    } satisfies z.input<typeof Sealed>)
    const stored: KeptExport = {
      ...begun,
      state: 'running',
      aliveAt: now,
      expiresAt: now + LASTS_MS,
      sealed,
      tag: '',
    }
    progress.set(id, 0)
    await files.put(userId, stored)
    const silence = signsOfLife(async () => {
      if ((await files.find(userId, id)) !== null)
        await files.put(userId, { ...stored, aliveAt: clock.now() })
    })
    before = before.then(() => make(request, stored, file, silence)).catch(onFailed)
  }

  /** Begins an export again whose process ended, or tells that it failed. */
  async function again(userId: string, stored: KeptExport, now: number): Promise<void> {
    const { id, startedAt, attempts = 1 } = stored
    if (!(await files.claim(userId, id, attempts))) return
    const { request } = await opened(userId, stored)
    if (request === undefined || attempts >= MOST_ATTEMPTS)
      await files.put(userId, { ...stored, state: 'failed' })
    else await run({ userId, ...request, now }, { id, startedAt, attempts: attempts + 1 })
  }

  /** Users who asked at this moment: two requests at once get one export. */
  const beginning = new Map<string, Promise<string>>()
  async function beginOne(request: ExportRequest): Promise<string> {
    const { userId, now } = request
    const present = await files.list(userId, now)
    const running = present.find((one) => progress.has(one.id) || isAlive(one, now))
    if (running) return running.id
    const id = newId()
    await run(request, { id, startedAt: now })
    return id
  }

  return {
    /** The archive, made while it is read. */
    whole: (request: ExportRequest) => archive(request, () => {}),
    /** @returns the one that is made, where there is one */
    begin(request: ExportRequest): Promise<string> {
      const { userId } = request
      const begun =
        beginning.get(userId) ?? beginOne(request).finally(() => beginning.delete(userId))
      beginning.set(userId, begun)
      return begun
    },
    /** Begins exports again whose process ended. */
    async resume(now: number): Promise<void> {
      for (const owner of await files.owners())
        for (const one of await files.list(owner, now))
          if (one.state === 'running' && !progress.has(one.id) && !isAlive(one, now))
            await again(owner, one, now).catch(onFailed)
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
