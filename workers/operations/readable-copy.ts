import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { encrypting } from '#commands/event-store/encrypting.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { identityFile } from '#commands/gateways/accounts/identity-database.ts'
import { readFileDocuments } from '#commands/gateways/documents/documents-files.ts'
import { type KeyAddresses, openKeys } from '#commands/gateways/keys/open-keys.ts'
import { KeyMissing } from '#commands/kernel/keyring.ts'
import { MasterKeyMissing } from '#commands/kernel/master-key.ts'
import { namedDocuments } from '#commands/operations/documents-in.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { personalData } from '#domain/personal.ts'

/** Events read at once. */
const PAGE = 2_000

/**
 * Reads a copy of a data directory back as a start would. It reads every event with its personal
 * data, and looks for every document that an event names.
 *
 * @param addresses the copy's `DATA_DIR`, and the settings of its keys
 * @param hasAccounts whether the embedded provider keeps accounts there
 * @returns the missing or unreadable parts, in words
 */
export async function missingParts(
  addresses: KeyAddresses,
  hasAccounts: boolean,
): Promise<readonly string[]> {
  const { DATA_DIR } = addresses
  const ending: (() => unknown)[] = []
  const missing = hasAccounts && !existsSync(identityFile(DATA_DIR)) ? ['the accounts'] : []
  try {
    const keyring = await openKeys(addresses, ending)
    const file = path.join(DATA_DIR, 'events.sqlite')
    const events = openSqliteEventStore(file)
    ending.push(() => events.close())
    const store = encrypting(events, { keyring, personalData })
    const documents = namedDocuments()
    for (let after: Position = START, atHead = false; !atHead; ) {
      const slice = await store.readAll(after, { limit: PAGE })
      for (const event of slice.events) documents.see(event)
      after = slice.next
      atHead = slice.atHead
    }
    const there = await readFileDocuments(DATA_DIR).names()
    const absent = documents.missingAmong(there)
    if (absent.length > 0)
      missing.push(`${absent.length} documents, the first of them ${absent[0]}`)
  } catch (error) {
    if (!(error instanceof KeyMissing || error instanceof MasterKeyMissing)) throw error
    missing.push(`keys of personal data: ${error.message}`)
  } finally {
    for (const close of ending.reverse()) await close()
    for (const left of ['-wal', '-shm', '.lock'])
      rmSync(path.join(DATA_DIR, `events.sqlite${left}`), { force: true })
  }
  return missing
}
