import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { verifySqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { DESTROYED_FILE } from '#commands/gateways/keys/destroyed-keys.ts'
import {
  openFileDocuments,
  readFileDocuments,
} from '#commands/gateways/documents/documents-files.ts'
import { identityFile } from '#commands/gateways/accounts/identity-database.ts'
import { KEYS_FILE } from '#commands/gateways/keys/keys-sqlite.ts'
import { MASTER_KEY_FILE } from '#commands/gateways/keys/open-keys.ts'
import type { VerifyReport } from '#commands/kernel/verify.ts'
import { syncToDisk } from '#commands/kernel/durable.ts'
import { LogDamaged } from '#commands/operations/export-archive.ts'
import { EXTERNAL_SEAL_FILE, externalSealAt } from '#commands/operations/external-seal.ts'

export type BackedUp = Pick<VerifyReport, 'events' | 'streams' | 'root'> & {
  readonly documents: number
}

/**
 * Copies an embedded Carnet's data directory, also while the product writes to it, into a new data
 * directory. The copy is verified. The order matters: the seal first, then the events, then
 * everything that they name.
 *
 * @param target must not exist; it appears complete or not at all
 * @throws LogDamaged · DocumentDamaged · Error
 */
export async function backUp(dataDir: string, target: string): Promise<BackedUp> {
  const events = path.join(dataDir, 'events.sqlite')
  if (!existsSync(events))
    throw new Error(
      `There is no event log at ${events}. Set DATA_DIR to the data directory you mean.`,
    )
  if (existsSync(target)) throw new Error(`${target} is there already. Choose another name.`)
  const partial = `${target}.part`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  try {
    const seal = path.join(dataDir, EXTERNAL_SEAL_FILE)
    if (existsSync(seal)) copyFileSync(seal, path.join(partial, EXTERNAL_SEAL_FILE))
    await copyDatabase(events, path.join(partial, 'events.sqlite'))
    const seals = await externalSealAt({ DATA_DIR: partial }).read()
    const report = await verifySqliteLog(path.join(partial, 'events.sqlite'), seals ? [seals] : [])
    if (report.damages.length > 0) throw new LogDamaged(report.damages)
    // files of the verification's connection
    for (const left of ['-wal', '-shm'])
      rmSync(path.join(partial, `events.sqlite${left}`), { force: true })

    const [from, to] = [readFileDocuments(dataDir), openFileDocuments(partial)]
    const names = await from.names()
    for (const sha256 of names) {
      const document = await from.read(sha256)
      if (document) await to.keep(document.bytes, document.mediaType)
    }
    // Copied after the events, so that every user of the events has an account in the copy.
    const identity = identityFile(dataDir)
    if (existsSync(identity)) {
      await copyDatabase(identity, identityFile(partial))
      chmodSync(identityFile(partial), 0o600)
    }
    // Copied after the events, so that every key of the events is in the copy.
    const keys = path.join(dataDir, KEYS_FILE)
    if (existsSync(keys)) {
      await copyDatabase(keys, path.join(partial, KEYS_FILE))
      chmodSync(path.join(partial, KEYS_FILE), 0o600)
    }
    for (const name of [MASTER_KEY_FILE, DESTROYED_FILE])
      if (existsSync(path.join(dataDir, name)))
        copyFileSync(path.join(dataDir, name), path.join(partial, name))
    await syncToDisk(partial)
    renameSync(partial, target)
    await syncToDisk(path.dirname(path.resolve(target)))
    const { events: count, streams, root } = report
    return { events: count, streams, root, documents: names.length }
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/**
 * In one step, so that the copy is one moment of the database. A copy in several steps would start
 * again at every write.
 */
async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new Database(from, { readonly: true, fileMustExist: true })
  try {
    await database.backup(to, { progress: () => 0x7fff_ffff })
  } finally {
    database.close()
  }
}
