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
 * Who may sign in, and with what. Kept by the identity provider, outside the event log: names and passwords must be able to
 * change and to be forgotten. An outside provider (OIDC_ISSUER) keeps its own accounts, and there is none of this.
 */
export interface IdentityAdmin {
  /**
   * @param options.password `trusted` takes a password as the operator configured it, whatever its strength
   * @throws USER_NAME_TAKEN · MAIL_TAKEN · USER_NAME_INVALID · PASSWORD_TOO_WEAK
   */
  register(account: NewAccount, options?: { readonly password?: 'checked' | 'trusted' }): Promise<Account>
  /**
   * The account whose name or mail is `login`, if the password is its own.
   *
   * @param address where the attempt comes from
   * @param device what `rememberDevice` gave this browser, if anything: known devices are not locked out by others
   * @throws CREDENTIALS_WRONG · SIGN_IN_LOCKED, either with the `accountId` in its details where there is such an account
   */
  verify(login: string, password: string, address: string, device?: string): Promise<Account>
  /** What a browser brings along from now on to be known by this account until its password changes, beside what it was known by before. */
  rememberDevice(id: string, device?: string): string
  /** @throws CURRENT_PASSWORD_WRONG naming the field `path` · SIGN_IN_LOCKED · NOT_FOUND */
  confirm(id: string, password: string, path: string): Promise<void>
  /** @throws CREDENTIALS_WRONG · SIGN_IN_LOCKED · PASSWORD_TOO_WEAK · NOT_FOUND */
  changePassword(id: string, current: string, next: string): Promise<void>
  /** A new password without the old one, for who has proved otherwise to be its owner. @throws PASSWORD_TOO_WEAK · NOT_FOUND */
  resetPassword(id: string, next: string): Promise<void>
  /** @returns what was there before, to be put back. @throws MAIL_TAKEN · NOT_FOUND */
  change(
    id: string,
    changes: { readonly mail?: string; readonly firstName?: string; readonly lastName?: string },
  ): Promise<Pick<Account, 'mail' | 'firstName' | 'lastName'>>
  findById(id: string): Promise<Account | null>
  findByLogin(login: string): Promise<Account | null>
  /** Removing what is not there is nothing. */
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
  PASSWORD_NEEDED: 'invalid',
  SIGN_IN_LOCKED: 'too-many',
  USER_NAME_LOOKS_ALIKE: 'conflict',
  SIGN_IN_ELSEWHERE: 'not-offered',
})

/** @source OWASP ASVS 4.0.3, 2.1.1 */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 200
