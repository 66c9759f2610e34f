import type { EndAccess } from '#commands/identity/erase.ts'
import type { FileKeys } from '#commands/kernel/file-keys.ts'
import { eraseAccount } from './accounts-kept.ts'
import { openSignIn, type SignInAddresses } from './open-sign-in.ts'

/**
 * Removes a user's sessions, and the account that the embedded sign-in keeps. The stores are opened
 * for each user alone: a process that runs workers has no other use for them.
 *
 * @throws errors of the stores; the work is then tried again
 */
export function accessEnding(addresses: SignInAddresses, keys: FileKeys): EndAccess {
  return async (userId) => {
    const ending: (() => unknown)[] = []
    try {
      const { signIn, database } = await openSignIn(addresses, keys, ending, (_engine, work) =>
        work(),
      )
      await signIn.sessions.endAll(userId, '')
      if (database !== null) eraseAccount(database, userId)
    } finally {
      for (const close of ending.reverse()) await close()
    }
  }
}
