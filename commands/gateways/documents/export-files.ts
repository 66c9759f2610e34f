import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** Description of an export, beside its file. Times are epoch milliseconds. */
const KeptExport = z.strictObject({
  id: z.string(),
  state: z.enum(['running', 'ready', 'failed']),
  startedAt: z.int(),
  /** When its process last said that it makes the file. */
  aliveAt: z.int().optional(),
  /** Processes that began to make it; absent for the first. */
  attempts: z.int().optional(),
  /** From then on it is gone. */
  expiresAt: z.int(),
  /** The key of the file and the secret of the link, encrypted with the user's own key. */
  sealed: z.string(),
  /** Tag of the encrypted file; empty before it is whole. */
  tag: z.string(),
})
export type KeptExport = z.infer<typeof KeptExport>

/** Key and nonce of one file: neither is used for another. */
export type FileKey = { readonly key: Buffer; readonly nonce: Buffer }
const CIPHER = 'aes-256-gcm'
export const newFileKey = (): FileKey => ({ key: randomBytes(32), nonce: randomBytes(12) })

/** Ids name files, so that they hold no path. */
const NAME = /^[0-9A-HJKMNP-TV-Z]{26}$/

const isMissing = (error: unknown): boolean => Object(error).code === 'ENOENT'
const orNone =
  <T>(none: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return none
    throw error
  }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Exports as encrypted files of the data directory: `exports/<owner>/<id>.zip` beside `<id>.json`.
 * Processes that share the directory share them.
 */
export function openExportFiles(dataDir: string) {
  const root = join(dataDir, 'exports')
  const folderOf = (owner: string): string => {
    if (!NAME.test(owner)) throw new Error(`${owner} is no owner's id`)
    return join(root, owner)
  }
  const placeOf = (owner: string, id: string, ending: 'json' | 'zip'): string => {
    if (!NAME.test(id)) throw new Error(`${id} is no id of an export`)
    return join(folderOf(owner), `${id}.${ending}`)
  }

  async function find(owner: string, id: string): Promise<KeptExport | null> {
    if (!NAME.test(owner) || !NAME.test(id)) return null
    const text = await readFile(placeOf(owner, id, 'json'), 'utf8').catch(orNone('null'))
    const found = KeptExport.nullable().catch(null).parse(parsed(text))
    // Operators who need room remove files that were fetched.
    return found?.state === 'ready' && !existsSync(placeOf(owner, id, 'zip')) ? null : found
  }
  const namesOf = (owner: string): Promise<readonly string[]> =>
    readdir(folderOf(owner)).catch(orNone([] as string[]))
  async function remove(owner: string, id: string): Promise<void> {
    // The description goes last: after a crash it names what is left.
    for (const name of (await namesOf(owner)).toSorted().toReversed())
      if (name.startsWith(`${id}.`)) await rm(join(folderOf(owner), name), { force: true })
  }
  const idsOf = async (owner: string): Promise<readonly string[]> => {
    const names = await namesOf(owner)
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
  }

  return {
    find,
    async put(owner: string, entry: KeptExport): Promise<void> {
      const place = placeOf(owner, entry.id, 'json')
      await mkdir(folderOf(owner), { recursive: true, mode: 0o700 })
      // A reader sees the old text or the new one.
      await writeFile(`${place}.part`, JSON.stringify(entry), { mode: 0o600 })
      await rename(`${place}.part`, place)
    },
    /**
     * Takes an attempt for this process.
     *
     * @returns false when another process has it
     */
    async claim(owner: string, id: string, attempt: number): Promise<boolean> {
      const place = `${placeOf(owner, id, 'json')}.attempt-${attempt}`
      try {
        await writeFile(place, '', { flag: 'wx', mode: 0o600 })
        return true
      } catch (error) {
        if (Object(error).code === 'EEXIST') return false
        throw error
      }
    },
    /** @returns the tag without which the file cannot be decrypted */
    async write(
      owner: string,
      id: string,
      { key, nonce }: FileKey,
      parts: AsyncIterable<Uint8Array>,
    ): Promise<string> {
      const cipher = createCipheriv(CIPHER, key, nonce)
      await mkdir(folderOf(owner), { recursive: true, mode: 0o700 })
      await pipeline(parts, cipher, createWriteStream(placeOf(owner, id, 'zip'), { mode: 0o600 }))
      return cipher.getAuthTag().toString('base64')
    },
    /** The decrypted file. Reading it fails at the end when it was changed. */
    read(
      owner: string,
      id: string,
      { key, nonce }: FileKey,
      tag: string,
    ): AsyncIterable<Uint8Array> {
      const decipher = createDecipheriv(CIPHER, key, nonce).setAuthTag(Buffer.from(tag, 'base64'))
      const file = createReadStream(placeOf(owner, id, 'zip'))
      file.once('error', (error) => decipher.destroy(error))
      return file.pipe(decipher)
    },
    /**
     * The owner's exports that have not expired, the newest first. The others are removed, as are
     * those whose description is damaged.
     */
    async list(owner: string, now: number): Promise<readonly KeptExport[]> {
      const entries: KeptExport[] = []
      for (const id of (await idsOf(owner)).toSorted().toReversed()) {
        const one = await find(owner, id)
        if (one !== null && one.expiresAt > now) entries.push(one)
        else await remove(owner, id)
      }
      return entries
    },
    remove,
    /** Removes the file of an export that failed; its description stays. */
    removeFile: (owner: string, id: string): Promise<void> =>
      rm(placeOf(owner, id, 'zip'), { force: true }),
    /** Owners who have exports. */
    owners: async (): Promise<readonly string[]> =>
      (await readdir(root).catch(orNone([] as string[]))).filter((name) => NAME.test(name)),
    /** Removes all of an owner who is forgotten. */
    async removeAll(owner: string): Promise<void> {
      await rm(folderOf(owner), { recursive: true, force: true })
    },
  }
}
export type ExportFiles = ReturnType<typeof openExportFiles>
