import { existsSync } from 'node:fs'
import { wrappedAgain } from '#commands/kernel/keyring.ts'
import { openIdentityDatabase, identityFile } from '../accounts/identity-database.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import type { SignInStore } from '../accounts/sign-in-store.ts'

/** Stands before a wrapped secret; what earlier versions kept in plain has none. */
const WRAPPED = 'wrapped:'
const idOf = (name: string): string => `secret ${name}`

/**
 * A sign-in store with wrapped secrets: they sign tokens and encrypt sessions, and none is in plain
 * at rest. A plain secret of an earlier version is wrapped when it is first read.
 */
export function withWrappedSecrets<S extends SignInStore>(store: S, wrapper: KeyWrapper): S {
  const wrapped = async (name: string, plain: string): Promise<string> => {
    const [text = ''] = await wrapper.wrap([{ id: idOf(name), bytes: Buffer.from(plain) }])
    return WRAPPED + text
  }
  return {
    ...store,
    async secret(name, make) {
      const stored = await store.secret(name, async () => wrapped(name, await make()))
      if (!stored.startsWith(WRAPPED)) {
        await store.replaceSecret(name, stored, await wrapped(name, stored))
        return stored
      }
      const [bytes] = await wrapper.unwrap([
        { id: idOf(name), wrapped: stored.slice(WRAPPED.length) },
      ])
      return (bytes ?? Buffer.alloc(0)).toString()
    },
  }
}

const wrappedIn = async (store: SignInStore) =>
  (await store.secrets()).filter(({ value }) => value.startsWith(WRAPPED))

/** Wraps the secrets of a store by the newest master key. @returns how many there are */
async function rewrap(store: SignInStore, wrapper: KeyWrapper): Promise<number> {
  const secrets = await wrappedIn(store)
  const keys = secrets.map(({ name, value }) => ({
    id: idOf(name),
    wrapped: value.slice(WRAPPED.length),
  }))
  for (const [i, { wrapped }] of (await wrappedAgain(wrapper, keys)).entries()) {
    const { name = '', value = '' } = secrets[i] ?? {}
    await store.replaceSecret(name, value, WRAPPED + wrapped)
  }
  return secrets.length
}

type Addresses = { readonly DATA_DIR: string; readonly MONGODB_URL?: string | undefined }

/** @returns the sum over every sign-in store of these addresses */
async function inEach(
  { DATA_DIR, MONGODB_URL }: Addresses,
  work: (store: SignInStore) => Promise<number>,
): Promise<number> {
  const stores: SignInStore[] = existsSync(identityFile(DATA_DIR))
    ? [openIdentityDatabase(DATA_DIR)]
    : []
  let sum = 0
  try {
    if (MONGODB_URL !== undefined)
      stores.push(
        await (await import('../accounts/sign-in-store-mongodb.ts')).openMongoSignInStore(
          MONGODB_URL,
        ),
      )
    for (const store of stores) sum += await work(store)
  } finally {
    for (const store of stores) await store.close()
  }
  return sum
}

/** @returns how many were wrapped by the newest master key @throws MasterKeyMissing */
export const rewrapSecrets = (addresses: Addresses, wrapper: KeyWrapper): Promise<number> =>
  inEach(addresses, (store) => rewrap(store, wrapper))

/**
 * Removes the keys of sessions and tokens. The next start makes others: it believes no session and
 * no token of before, and every user signs in again.
 *
 * @returns how many
 */
export const renewSecrets = (addresses: Addresses): Promise<number> =>
  inEach(addresses, async (store) => {
    const secrets = await wrappedIn(store)
    for (const { name } of secrets) await store.removeSecret(name)
    return secrets.length
  })
