import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { verifySqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { DESTROYED_FILE } from '#commands/gateways/keys/destroyed-keys.ts'
import {
  openFileDocuments,
  readFileDocuments,
} from '#commands/gateways/documents/documents-files.ts'
import { isPlain, openEncrypted } from '#commands/gateways/engines/encrypted-sqlite.ts'
import { openSqlite } from '#commands/gateways/engines/opened-sqlite.ts'
import { identityFile, identityKey } from '#commands/gateways/accounts/identity-database.ts'
import { KEYS_FILE } from '#commands/gateways/keys/keys-sqlite.ts'
import { MASTER_KEY_FILE } from '#commands/gateways/keys/keys-age.ts'
import { type KeyAddresses, openKeys } from '#commands/gateways/keys/open-keys.ts'
import { MasterKeyMissing } from '#commands/kernel/master-key.ts'
import type { VerifyReport } from '#commands/kernel/verify.ts'
import { syncToDisk } from '#commands/kernel/durable.ts'
import { LogDamaged } from '#commands/operations/export-archive.ts'
import { EXTERNAL_SEAL_FILE, externalSealAt } from '#commands/operations/external-seal.ts'
import { MANIFEST_FILE } from '#workers/kernel/data-directory.ts'
import { noteBackup } from './last-backup.ts'
import { readParts } from './readable-copy.ts'

/** The copy lacks what its log needs, because the data directory itself lacks it. */
export class BackupIncomplete extends Error {
  override readonly name = 'BackupIncomplete'
  constructor(parts: readonly string[]) {
    super(
      `The data directory lacks parts that its log needs, and no backup was made: ${parts.join('; ')}.`,
    )
  }
}

export type BackedUp = Pick<VerifyReport, 'events' | 'streams' | 'root'> & {
  readonly documents: number
}

/**
 * Copies an embedded Carnet's data directory, also while the product writes to it, into a new data
 * directory. The copy is verified, and read back as a start would. The order matters: the seal
 * first, then the events, then everything that they name.
 *
 * @param target must not exist; it appears complete or not at all
 * @throws LogDamaged · BackupIncomplete · DocumentDamaged · Error
 */
export async function backUp(
  addresses: KeyAddresses & { readonly OIDC_ISSUER?: string | undefined },
  target: string,
): Promise<BackedUp> {
  const dataDir = addresses.DATA_DIR
  const events = path.join(dataDir, 'events.sqlite')
  if (!existsSync(events))
    throw new Error(
      `There is no event log at ${events}. Set DATA_DIR to the data directory you mean.`,
    )
  const keys = path.join(dataDir, KEYS_FILE)
  // Opening the accounts would make new keys.
  if (!existsSync(keys)) throw new BackupIncomplete([`keys of personal data, ${keys}`])
  if (existsSync(target)) throw new Error(`${target} is there already. Choose another name.`)
  const partial = `${target}.part`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(path.dirname(partial), { recursive: true })
  mkdirSync(partial, { mode: 0o700 })
  try {
    const seal = path.join(dataDir, EXTERNAL_SEAL_FILE)
    if (existsSync(seal)) copyFileSync(seal, path.join(partial, EXTERNAL_SEAL_FILE))
    await copyDatabase(events, path.join(partial, 'events.sqlite'))
    const seals = await externalSealAt({ DATA_DIR: partial }).read()
    const report = await verifySqliteLog(path.join(partial, 'events.sqlite'), seals ? [seals] : [])
    if (report.damages.length > 0) throw new LogDamaged(report.damages)
    const [from, to] = [readFileDocuments(dataDir), openFileDocuments(partial)]
    const names = await from.names()
    for (const sha256 of names) {
      const document = await from.read(sha256)
      if (document) await to.keep(document.bytes, document.mediaType)
    }
    // Copied after the events, so that every user of the events has an account in the copy.
    const identity = identityFile(dataDir)
    if (existsSync(identity)) {
      await copyAccounts(identity, identityFile(partial), addresses)
      chmodSync(identityFile(partial), 0o600)
    }
    // Copied after the events, so that every key of the events is in the copy.
    await copyDatabase(keys, path.join(partial, KEYS_FILE))
    chmodSync(path.join(partial, KEYS_FILE), 0o600)
    for (const name of [MASTER_KEY_FILE, DESTROYED_FILE, MANIFEST_FILE])
      if (existsSync(path.join(dataDir, name)))
        copyFileSync(path.join(dataDir, name), path.join(partial, name))
    const copy = { ...addresses, DATA_DIR: partial }
    const { faults } = await readParts(copy, {
      hasAccounts: addresses.OIDC_ISSUER === undefined,
      documents: 'names',
    })
    if (faults.length > 0) throw new BackupIncomplete(faults)
    removeJournals(partial)
    await syncToDisk(partial)
    renameSync(partial, target)
    await syncToDisk(path.dirname(path.resolve(target)))
    await noteBackup(dataDir, { at: Date.now(), events: report.events })
    const { events: count, streams, root } = report
    return { events: count, streams, root, documents: names.length }
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/** Removes what connections left beside the copies, which have no journal of their own. */
export function removeJournals(copy: string): void {
  for (const name of readdirSync(copy))
    if (/\.sqlite-(?:wal|shm)$/.test(name)) rmSync(path.join(copy, name), { force: true })
}

/** The copy of an encrypted file has the same key. */
async function copyAccounts(from: string, to: string, addresses: KeyAddresses): Promise<void> {
  // of an earlier release, before the first start of this one
  if (isPlain(from)) return copyDatabase(from, to)
  const ending: (() => unknown)[] = []
  try {
    const key = await identityKey(await openKeys(addresses, ending))
    const database = openEncrypted(from, key, { readonly: true, fileMustExist: true })
    ending.push(() => database.close())
    database.prepare('VACUUM INTO ?').run(to)
  } catch (error) {
    if (!(error instanceof MasterKeyMissing)) throw error
    throw new BackupIncomplete([`keys of personal data: ${error.message}`])
  } finally {
    for (const end of ending.reverse()) await end()
  }
}

/**
 * In one step, so that the copy is one moment of the database. A copy in several steps would start
 * again at every write.
 */
async function copyDatabase(from: string, to: string): Promise<void> {
  const options = { readonly: true, fileMustExist: true }
  const database = openSqlite(from, options, (sql) => sql.pragma('application_id'))
  try {
    await database.backup(to, { progress: () => 0x7fff_ffff })
  } finally {
    database.close()
  }
}
