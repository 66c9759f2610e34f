import { existsSync } from 'node:fs'
import path from 'node:path'
import { encrypting } from '#commands/event-store/encrypting.ts'
import { openSqliteReader } from '#commands/event-store/sqlite-reader.ts'
import { identityFile, identityKey } from '#commands/gateways/accounts/identity-database.ts'
import { readFileDocuments } from '#commands/gateways/documents/documents-files.ts'
import { isPlain, openEncrypted } from '#commands/gateways/engines/encrypted-sqlite.ts'
import { KEYS_FILE } from '#commands/gateways/keys/keys-sqlite.ts'
import { type KeyAddresses, openKeys } from '#commands/gateways/keys/open-keys.ts'
import { DocumentDamaged } from '#commands/gateways/documents/documents.ts'
import { type Keyring, KeyMissing } from '#commands/kernel/keyring.ts'
import { MasterKeyMissing } from '#commands/kernel/master-key.ts'
import { namedDocuments } from '#commands/operations/documents-in.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { personalData } from '#domain/personal.ts'

/** Events read at once. */
const PAGE = 2_000

/** The parts of a data directory beside its log, as a start would read them. */
export type PartsReport = {
  /** Missing or unreadable parts, in words. */
  readonly faults: readonly string[]
  readonly documents: number
  /** Null where another provider keeps the accounts, or where they cannot be read. */
  readonly accounts: number | null
  /** When the newest event was written; null in an empty log. @unit epoch milliseconds */
  readonly newestAt: number | null
}

/**
 * Reads a data directory back as a start would, also while a product writes to it. It reads every
 * event with its personal data, counts the accounts, and looks for every document that an event
 * names.
 *
 * @param addresses the directory's `DATA_DIR`, and the settings of its keys
 * @param options.hasAccounts whether the embedded provider keeps accounts there
 * @param options.documents whether the bytes of all documents are read too
 */
export async function readParts(
  addresses: KeyAddresses,
  options: { readonly hasAccounts: boolean; readonly documents: 'names' | 'bytes' },
): Promise<PartsReport> {
  const { DATA_DIR } = addresses
  const ending: (() => unknown)[] = []
  const faults: string[] = []
  const files = readFileDocuments(DATA_DIR)
  // Listed after the events: a document is kept before an event names it.
  const found = { documents: 0, accounts: null as number | null, newestAt: null as number | null }
  try {
    // Opening them would make new ones.
    if (!existsSync(path.join(DATA_DIR, KEYS_FILE)))
      throw new KeysAbsent(`there is no ${KEYS_FILE}`)
    const keyring = await openKeys(addresses, ending)
    const events = openSqliteReader(path.join(DATA_DIR, 'events.sqlite'))
    ending.push(() => events.close())
    const store = encrypting(events, { keyring, personalData })
    const documents = namedDocuments()
    for (let after: Position = START, atHead = false; !atHead; ) {
      const slice = await store.readAll(after, { limit: PAGE })
      for (const event of slice.events) documents.see(event)
      found.newestAt = slice.events.at(-1)?.meta.occurredAt ?? found.newestAt
      after = slice.next
      atHead = slice.atHead
    }
    const there = await files.names()
    found.documents = there.length
    faults.push(...told('documents are missing', documents.missingAmong(there)))
    if (options.documents === 'bytes') faults.push(...(await damagedAmong(files, there)))
    if (options.hasAccounts) found.accounts = await countAccounts(DATA_DIR, keyring, faults)
  } catch (error) {
    if (
      !(
        error instanceof KeyMissing ||
        error instanceof MasterKeyMissing ||
        error instanceof KeysAbsent
      )
    )
      throw error
    faults.push(`keys of personal data: ${error.message}`)
    if (options.hasAccounts && !existsSync(identityFile(DATA_DIR))) faults.push('the accounts')
  } finally {
    for (const close of ending.reverse()) await close()
  }
  return { faults, ...found }
}

class KeysAbsent extends Error {}

const told = (what: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${names.length} ${what}, the first of them ${names[0]}`]

async function damagedAmong(
  files: Pick<ReturnType<typeof readFileDocuments>, 'read'>,
  names: readonly string[],
): Promise<readonly string[]> {
  const damaged: string[] = []
  for (const sha256 of names)
    try {
      await files.read(sha256)
    } catch (error) {
      if (!(error instanceof DocumentDamaged)) throw error
      damaged.push(sha256)
    }
  return told('documents are damaged', damaged)
}

async function countAccounts(
  dataDir: string,
  keyring: Keyring,
  faults: string[],
): Promise<number | null> {
  const file = identityFile(dataDir)
  if (!existsSync(file)) {
    faults.push('the accounts')
    return null
  }
  // A file of an earlier release is encrypted by the next start.
  if (isPlain(file)) return null
  try {
    const sql = openEncrypted(file, await identityKey(keyring), {
      readonly: true,
      fileMustExist: true,
    })
    try {
      const state = sql.pragma('quick_check(1)', { simple: true })
      if (state !== 'ok') throw new Error(String(state))
      return Number(sql.prepare('SELECT count(*) FROM accounts').pluck().get())
    } finally {
      sql.close()
    }
  } catch (error) {
    faults.push(`the accounts: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}
