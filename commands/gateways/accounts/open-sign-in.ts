import { randomUUID } from 'node:crypto'
import type { FileKeys } from '#commands/kernel/file-keys.ts'
import { type IdentityDatabase, identityKey, openIdentityDatabase } from './identity-database.ts'
import type { SignInStore } from './sign-in-store.ts'

export type SignInAddresses = {
  readonly DATA_DIR: string
  readonly EVENTSTORE_URL?: string | undefined
  readonly MONGODB_URL?: string | undefined
  readonly OIDC_ISSUER?: string | undefined
}

/**
 * `database` holds the embedded provider's accounts and is the sign-in store too; null with an
 * outside provider.
 */
export type SignInStores = {
  readonly signIn: SignInStore
  readonly database: IdentityDatabase | null
}

const HOME = 'embedded accounts'

/**
 * Opens the sign-in's stores by their addresses. With an outside provider and MongoDB no sign-in
 * data is on this machine.
 *
 * @param ending receives what has to be closed
 * @param until calls again while MongoDB is away
 * @throws Error when the embedded accounts of this log are on another machine
 */
export async function openSignIn(
  { DATA_DIR, EVENTSTORE_URL, MONGODB_URL, OIDC_ISSUER }: SignInAddresses,
  keys: FileKeys,
  ending: (() => unknown)[],
  until: <T>(engine: string, work: () => Promise<T>) => Promise<T>,
): Promise<SignInStores> {
  const openShared = async (url: string): Promise<SignInStore> => {
    const { openMongoSignInStore } = await import('./sign-in-store-mongodb.ts')
    const shared = await until('MongoDB', () => openMongoSignInStore(url))
    ending.push(() => shared.close())
    return shared
  }
  if (OIDC_ISSUER !== undefined && MONGODB_URL !== undefined)
    return { signIn: await openShared(MONGODB_URL), database: null }
  const database = openIdentityDatabase(DATA_DIR, await until('keys', () => identityKey(keys)))
  ending.push(() => database.close())
  if (OIDC_ISSUER !== undefined) return { signIn: database, database: null }
  // A log on this machine has one process. A log on a server may be shared by processes that do not
  // share a disk.
  if (EVENTSTORE_URL !== undefined && MONGODB_URL !== undefined)
    await assertOneHome(database, await openShared(MONGODB_URL))
  return { signIn: database, database }
}

/**
 * Accounts in two places for one log would mean two users `admin`. Only one of the processes would
 * know the keys.
 */
async function assertOneHome(database: IdentityDatabase, shared: SignInStore): Promise<void> {
  const mine = await database.secret('id', randomUUID)
  if ((await shared.secret(HOME, () => mine)) === mine) return
  throw new Error(
    `The accounts of this log are kept in another data directory. With the sign-in that is built in, all API processes share one DATA_DIR on one machine: ` +
      `give this one that directory, or let a provider sign people in (OIDC_ISSUER). Should that directory be lost for good, remove "${HOME}" from the collection _secrets in MongoDB.`,
  )
}
