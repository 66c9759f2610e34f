import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportDraft, ImportDrafts } from './import-drafts.ts'

/** Ids name files, so that they hold no path. */
const NAME = /^[\w-]{1,64}$/

const missing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** @returns null for a file that was removed meanwhile, or is cut short */
async function readDraft(file: string): Promise<ImportDraft | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ImportDraft // as this adapter wrote it
  } catch (error) {
    if (missing(error) || error instanceof SyntaxError) return null
    throw error
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (missing(error)) return []
    throw error
  }
}

/**
 * Imports under way as files of the data directory: `cv-imports/<owner>/<id>.json`, readable by the
 * process alone.
 */
export function openFileImportDrafts(dataDir: string): ImportDrafts {
  const root = join(dataDir, 'cv-imports')
  const folderOf = (owner: string): string => {
    if (!NAME.test(owner)) throw new Error(`${owner} is no owner's id`)
    return join(root, owner)
  }
  const fileOf = (owner: string, id: string): string => join(folderOf(owner), `${id}.json`)

  /**
   * A reader sees the old draft or the new one. Nothing else runs in between, so that a removed one
   * stays removed.
   */
  function write(draft: ImportDraft, unless: 'missing' | 'never'): void {
    const file = fileOf(draft.owner, draft.id)
    const temporary = `${file}.${randomUUID()}`
    if (unless === 'missing' && !existsSync(file)) return
    writeFileSync(temporary, JSON.stringify(draft), { mode: 0o600 })
    renameSync(temporary, file)
  }

  return {
    async add(draft) {
      if (!NAME.test(draft.id)) throw new Error(`${draft.id} is no id of an import`)
      mkdirSync(folderOf(draft.owner), { recursive: true, mode: 0o700 })
      write(draft, 'never')
    },
    async find(owner, id, now) {
      if (!NAME.test(id) || !NAME.test(owner)) return null
      const draft = await readDraft(fileOf(owner, id))
      return draft !== null && draft.expiresAt > now ? draft : null
    },
    async replace(draft) {
      write(draft, 'missing')
    },
    async remove(owner, id) {
      if (!NAME.test(id) || !NAME.test(owner)) return false
      const file = fileOf(owner, id)
      const isThere = existsSync(file)
      rmSync(file, { force: true })
      return isThere
    },
    async removeAll(owner) {
      await rm(folderOf(owner), { recursive: true, force: true })
    },
    async analyzing() {
      const found: ImportDraft[] = []
      for (const owner of await namesIn(root))
        for (const name of await namesIn(join(root, owner))) {
          const draft = name.endsWith('.json') ? await readDraft(join(root, owner, name)) : null
          if (draft?.state === 'analyzing') found.push(draft)
        }
      return found
    },
    async purge(now) {
      for (const owner of await namesIn(root))
        for (const name of await namesIn(join(root, owner))) {
          const file = join(root, owner, name)
          // Incomplete drafts were left by a process that ended while it wrote.
          const draft = name.endsWith('.json') ? await readDraft(file) : null
          if (draft === null || draft.expiresAt <= now) await rm(file, { force: true })
        }
    },
    async close() {},
  }
}
