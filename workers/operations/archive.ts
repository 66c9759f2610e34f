import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { EventStoreLocked } from '#commands/event-store/sqlite-file.ts'
import { encrypting } from '#commands/event-store/encrypting.ts'
import { namingKinds, ownKinds } from '#commands/event-store/event-kinds.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { upcasting } from '#commands/event-store/upcast.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import {
  KeptAccount,
  keptAccounts,
  putBackAccounts,
} from '#commands/gateways/accounts/accounts-kept.ts'
import {
  openFileDocuments,
  readFileDocuments,
} from '#commands/gateways/documents/documents-files.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import {
  identityFile,
  identityKey,
  openIdentityDatabase,
} from '#commands/gateways/accounts/identity-database.ts'
import { openKeys } from '#commands/gateways/keys/open-keys.ts'
import { FIRST_START } from '#commands/identity/first-start.ts'
import { decryptJson } from '#commands/kernel/envelope.ts'
import type { FileKeys } from '#commands/kernel/file-keys.ts'
import type { Keyring } from '#commands/kernel/keyring.ts'
import { type ArchivedAccount, accountPlace } from '#commands/operations/archive.ts'
import {
  exportArchive,
  type Exported,
  type ExportOptions,
} from '#commands/operations/export-archive.ts'
import { type Archive, checkArchive, importArchive } from '#commands/operations/import-archive.ts'
import { sealLog } from '#commands/operations/seal.ts'
import { externalSealAt } from '#commands/operations/external-seal.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { userKeyId } from '#domain/kernel/personal.ts'
import { personalData } from '#domain/personal.ts'
import { forgetAll } from '#projections/kernel/rebuild.ts'
import { isUsed, noteFiles, noteImport } from '#workers/kernel/data-directory.ts'
import type { EngineAddresses } from '#workers/kernel/engines.ts'
import { openLogToRead } from './projections.ts'

export type CarnetAddresses = EngineAddresses & { readonly OIDC_ISSUER?: string | undefined }

type Watched = {
  readonly onProgress?: (done: number, of: number) => void
  readonly signal?: AbortSignal
}
type Ending = (() => unknown)[]

/** Appends to the embedded store that may share one sync. */
const SQLITE_AT_ONCE = 500

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder) : []
const eventsFile = ({ DATA_DIR }: EngineAddresses): string => path.join(DATA_DIR, 'events.sqlite')

/**
 * The log for reading and writing. @throws EventStoreLocked while the product runs on the same file
 */
export async function openLog(
  addresses: EngineAddresses,
  ending: Ending,
  keyring?: Keyring,
): Promise<EventStore> {
  const { EVENTSTORE_URL } = addresses
  const store = EVENTSTORE_URL
    ? (await import('#commands/event-store/eventstoredb.ts')).openEventStoreDb(EVENTSTORE_URL)
    : openSqliteEventStore(eventsFile(addresses))
  ending.push(() => store.close())
  const keys = keyring ?? (await openKeys(addresses, ending))
  const named = namingKinds(store, ownKinds(upcasters.schemaOf))
  await named.look()
  return upcasting(encrypting(named, { keyring: keys, personalData }), upcasters)
}

export async function openGridFs(url: string, ending: Ending): Promise<Documents> {
  const documents = await (
    await import('#commands/gateways/documents/documents-gridfs.ts')
  ).openGridFsDocuments(url)
  ending.push(() => documents.close())
  return documents
}

/** Accounts of the embedded sign-in; an outside provider keeps its own. */
async function accountsOf(
  addresses: CarnetAddresses,
  keys: FileKeys,
): Promise<readonly KeptAccount[]> {
  if (addresses.OIDC_ISSUER || !existsSync(identityFile(addresses.DATA_DIR))) return []
  const database = openIdentityDatabase(addresses.DATA_DIR, await identityKey(keys))
  try {
    return keptAccounts(database)
  } finally {
    void database.close()
  }
}

export type ExportedCarnet = Exported & {
  /** False while the product runs on the log's file: the product then seals it every hour. */
  readonly sealedNow: boolean
}

/**
 * Writes the configured Carnet into one file, sealed first if possible; the product may run
 * meanwhile.
 *
 * @param ending receives what has to be closed
 * @throws LogDamaged · SealBroken · DocumentDamaged · the signal's reason · errors of the engines
 */
export async function exportConfigured(
  addresses: CarnetAddresses,
  file: string,
  ending: Ending,
  {
    clock,
    keys = 'wrapped',
    ...watched
  }: Watched & { readonly clock: Clock; readonly keys?: ExportOptions['keys'] },
): Promise<ExportedCarnet> {
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL } = addresses
  if (!EVENTSTORE_URL && !existsSync(eventsFile(addresses)))
    throw new Error(
      `There is no event log at ${eventsFile(addresses)}. Set DATA_DIR to the data directory you mean.`,
    )
  const keyring = await openKeys(addresses, ending)
  const { store, sealedNow } = await sealedLog(addresses, ending, clock, keyring)
  const exported = await exportArchive({
    store,
    keyring,
    keys,
    from: EVENTSTORE_URL ? 'EventStoreDB' : 'SQLite',
    documents: MONGODB_URL ? await openGridFs(MONGODB_URL, ending) : readFileDocuments(DATA_DIR),
    accounts: await accountsOf(addresses, keyring),
    file,
    now: clock.now(),
    ...watched,
  })
  return { ...exported, sealedNow }
}

/**
 * Accounts whose users were not forgotten here since. @throws KeyMissing when the archive has no
 * keys
 */
async function readableAccounts(
  accounts: readonly ArchivedAccount[],
  keyring: Keyring,
): Promise<readonly KeptAccount[]> {
  const encrypted = accounts.filter((account) => 'encrypted' in account)
  const keys = await keyring.held(encrypted.map(({ id }) => userKeyId(id)))
  return accounts.flatMap((account) => {
    if (!('encrypted' in account)) return [account]
    const { id } = account
    const key = keys.get(userKeyId(id)) ?? null
    return key === null
      ? []
      : [KeptAccount.parse(decryptJson(key, accountPlace(id), account.encrypted))]
  })
}

async function sealedLog(
  addresses: EngineAddresses,
  ending: Ending,
  clock: Clock,
  keyring: Keyring,
): Promise<{ readonly store: EventStore; readonly sealedNow: boolean }> {
  let store: EventStore
  try {
    store = await openLog(addresses, ending, keyring)
  } catch (error) {
    if (!(error instanceof EventStoreLocked)) throw error
    return { store: await openLogToRead(addresses, ending, keyring), sealedNow: false }
  }
  await sealLog({ store, clock, witness: externalSealAt(addresses), cause: 'process' })
  return { store, sealedNow: true }
}

export type ImportedCarnet = Archive & {
  /** `kept by the provider`: an outside provider signs users in here. */
  readonly signIn: 'put back' | 'kept by the provider'
}

/**
 * Writes an archive into the configured engines, which must be empty or hold its beginning; the
 * product must not run. Read models of another log are dropped, and the next start builds them.
 *
 * @param ending receives what has to be closed
 * @throws ArchiveDamaged · TargetTaken · EventStoreLocked · the signal's reason · errors of the
 * engines
 */
export async function importConfigured(
  addresses: CarnetAddresses,
  file: string,
  ending: Ending,
  watched: Watched,
): Promise<ImportedCarnet> {
  const { DATA_DIR, MONGODB_URL, OIDC_ISSUER } = addresses
  const before = isUsed(DATA_DIR) ? null : namesIn(DATA_DIR)
  let isRefused = false
  // Runs last. Without its remains a refused import is no lost file of the next start.
  ending.push(() => {
    for (const name of isRefused && before ? namesIn(DATA_DIR) : [])
      if (!before?.includes(name)) rmSync(path.join(DATA_DIR, name), { recursive: true })
  })
  const keyring = await openKeys(addresses, ending)
  const store = await openLog(addresses, ending, keyring)
  isRefused = true
  const archive = await checkArchive(file, store)
  await keyring.adopt(archive.keys)
  const documents = MONGODB_URL
    ? await openGridFs(MONGODB_URL, ending)
    : openFileDocuments(DATA_DIR)
  const hasAccounts = !OIDC_ISSUER && archive.accounts.length > 0
  const accounts = hasAccounts ? await readableAccounts(archive.accounts, keyring) : []
  isRefused = false
  // A start before its end would take a part for the whole.
  if (!addresses.EVENTSTORE_URL) await noteImport(DATA_DIR)
  if (hasAccounts) {
    const database = openIdentityDatabase(DATA_DIR, await identityKey(keyring))
    ending.push(() => database.close())
    putBackAccounts(database, accounts)
    // Without it the next start would make its two accounts, with other passwords.
    await database.secret(FIRST_START, () => 'done')
  }
  if (MONGODB_URL && archive.there < archive.header.events) {
    const readStore = await (await import('#projections/read-store/mongodb.ts')).mongoReadStore(
      MONGODB_URL,
    )
    ending.push(() => readStore.close())
    await forgetAll(readStore)
  }
  await importArchive({
    file,
    archive,
    store,
    documents,
    atOnce: addresses.EVENTSTORE_URL ? 1 : SQLITE_AT_ONCE,
    ...watched,
  })
  if (archive.seal) await externalSealAt(addresses).keep(archive.seal)
  // An archive without accounts leaves a directory whose accounts are not lost.
  await noteFiles({ DATA_DIR })
  return { ...archive, signIn: OIDC_ISSUER ? 'kept by the provider' : 'put back' }
}
