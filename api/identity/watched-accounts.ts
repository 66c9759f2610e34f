import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { AccessWatch } from '../kernel/access-watch.ts'

/** Accounts whose password checks are told. */
export function watchedAccounts(
  accounts: IdentityAdmin,
  watch: Pick<AccessWatch, 'signInEnded'>,
): IdentityAdmin {
  const watched = async <T>(from: string, account: string, check: Promise<T>): Promise<T> => {
    try {
      return await check
    } catch (error) {
      if (error instanceof Refusal) {
        const tried = error.details['accountId']
        const whose = typeof tried === 'string' ? tried : account
        if (error.code === 'SIGN_IN_LOCKED') watch.signInEnded('locked', from, whose)
        else if (error.code === 'CREDENTIALS_WRONG' || error.code === 'CURRENT_PASSWORD_WRONG')
          watch.signInEnded('wrong', from, whose)
      }
      throw error
    }
  }
  return {
    ...accounts,
    async verify(login, password, address, device) {
      const account = await watched(address, '', accounts.verify(login, password, address, device))
      watch.signInEnded('right', address, account.id)
      return account
    },
    confirm: (id, password, path) => watched('', id, accounts.confirm(id, password, path)),
    changePassword: (id, current, next) =>
      watched('', id, accounts.changePassword(id, current, next)),
  }
}
