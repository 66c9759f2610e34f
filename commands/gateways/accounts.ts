import { catalogue } from '#domain/kernel/errors.ts'

export type Account = {
  readonly id: string
  readonly userName: string
  readonly mail: string
  readonly firstName: string
  readonly lastName: string
}
export type NewAccount = Account & { readonly password: string }

/**
 * The accounts of the embedded identity provider. They are kept outside the event log: names and passwords change, and
 * must be erasable. With an outside provider (OIDC_ISSUER) there are none here.
 */
export interface IdentityAdmin {
  /**
   * @param options.password `trusted` takes a password as the operator configured it, whatever its strength
   * @throws USER_NAME_TAKEN · MAIL_TAKEN · USER_NAME_INVALID · PASSWORD_TOO_WEAK
   */
  register(account: NewAccount, options?: { readonly password?: 'checked' | 'trusted' }): Promise<Account>
  /**
   * The account whose name or mail is `login`, if the password matches.
   *
   * @param address the client's IP address, whose attempts are counted apart from the account's
   * @throws CREDENTIALS_WRONG · SIGN_IN_LOCKED
   */
  verify(login: string, password: string, address: string): Promise<Account>
  /** @throws CREDENTIALS_WRONG · SIGN_IN_LOCKED · PASSWORD_TOO_WEAK · NOT_FOUND */
  changePassword(id: string, current: string, next: string): Promise<void>
  /** @throws MAIL_TAKEN · NOT_FOUND */
  change(
    id: string,
    changes: { readonly mail?: string; readonly firstName?: string; readonly lastName?: string },
  ): Promise<void>
  findById(id: string): Promise<Account | null>
  findByLogin(login: string): Promise<Account | null>
  /** Removing an unknown account does nothing. */
  remove(id: string): Promise<void>
}

export const accountRefusal = catalogue({
  USER_NAME_TAKEN: 'conflict',
  USER_NAME_INVALID: 'invalid',
  MAIL_TAKEN: 'conflict',
  PASSWORD_TOO_WEAK: 'invalid',
  PASSWORDS_DIFFER: 'invalid',
  CREDENTIALS_WRONG: 'unauthenticated',
  CURRENT_PASSWORD_WRONG: 'invalid',
  SIGN_IN_LOCKED: 'too-many',
  SIGN_IN_ELSEWHERE: 'not-offered',
})

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200
