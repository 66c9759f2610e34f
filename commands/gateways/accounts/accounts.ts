import { catalogue, type Refusal } from '#domain/kernel/errors.ts'
import { DAY_MS } from '#domain/kernel/time.ts'

export type Account = {
  readonly id: string
  readonly userName: string
  readonly mail: string
  readonly firstName: string
  readonly lastName: string
}
export type NewAccount = Account & { readonly password: string }

export type PasswordOrigin = 'checked' | 'trusted' | 'generated'
/** `passwordDue`: the password has to be replaced before the account is signed in. */
type VerifiedAccount = Account & { readonly passwordDue: boolean }

/** A new account whose password is a hash already. */
export type PreparedAccount = Account & { readonly hash: string }

/**
 * Time after the first start for a generated password, or for a common one from the configuration.
 * @source OWASP ASVS 4.0.3, 2.3.1
 */
export const FIRST_PASSWORD_MS = 7 * DAY_MS

/**
 * The accounts of the embedded identity provider. They are kept outside the event log: names and
 * passwords change, and must be erasable. With an outside provider (OIDC_ISSUER) there are none
 * here.
 */
export interface IdentityAdmin {
  /**
   * @param options.password `trusted` takes a configured password, whatever its strength;
   * `generated` means that its owner has not chosen it
   * @param options.from the client's IP address: one that is told of many taken names has to wait
   * @throws ACCOUNT_EXISTS · USER_NAME_INVALID · PASSWORD_TOO_WEAK · TOO_MANY_REQUESTS
   */
  register(
    account: NewAccount,
    options?: { readonly password?: PasswordOrigin; readonly from?: string },
  ): Promise<Account>
  /**
   * Checks and hashes what a new account is to have. It answers alike, and takes as long, for a
   * mail that is taken.
   *
   * @throws ACCOUNT_EXISTS for a user name that is taken · USER_NAME_INVALID, also for an address
   * that is not the mail
   * @throws PASSWORD_TOO_WEAK · TOO_MANY_REQUESTS
   */
  prepare(
    account: NewAccount,
    options: { readonly from: string },
  ): Promise<PreparedAccount & { readonly isKnown: boolean }>
  /** @throws ACCOUNT_EXISTS when its name or mail was taken since */
  registerPrepared(account: PreparedAccount): Promise<Account>
  /** Everything that `register` would refuse, each naming its field. */
  faultsOf(account: NewAccount): readonly Refusal[]
  /**
   * The account whose name or mail is `login`, if the password matches.
   *
   * @param address the client's IP address, whose attempts are counted apart from the account's
   * @param device text of `rememberDevice`: attempts elsewhere do not lock a known device
   * @throws CREDENTIALS_WRONG · SIGN_IN_LOCKED with the `accountId` in the details where the
   * account exists
   */
  verify(
    login: string,
    password: string,
    address: string,
    device?: string,
  ): Promise<VerifiedAccount>
  /** Whether that text, which a browser sends, makes it a known device of this account. */
  isKnownDevice(id: string, device?: string): boolean
  /**
   * @returns text that makes a browser a known device of this account until the password changes
   */
  rememberDevice(id: string, device?: string): string
  /** @throws CURRENT_PASSWORD_WRONG naming the field `path` · SIGN_IN_LOCKED · NOT_FOUND */
  confirm(id: string, password: string, path: string): Promise<void>
  /** @throws CREDENTIALS_WRONG · SIGN_IN_LOCKED · PASSWORD_TOO_WEAK · NOT_FOUND */
  changePassword(id: string, current: string, next: string): Promise<void>
  /**
   * Sets a password without the old one, after another proof of ownership.
   *
   * @param proven asked immediately before the password is set: the same proof may have been used
   * during the hashing
   * @returns whether it was set
   * @throws PASSWORD_TOO_WEAK · NOT_FOUND
   */
  resetPassword(id: string, next: string, proven: () => boolean): Promise<boolean>
  /**
   * @returns the values before the change, so that it can be undone. @throws MAIL_TAKEN · NOT_FOUND
   */
  change(
    id: string,
    changes: { readonly mail?: string; readonly firstName?: string; readonly lastName?: string },
  ): Promise<Pick<Account, 'mail' | 'firstName' | 'lastName'>>
  /** @throws MAIL_TAKEN · NOT_FOUND */
  assertMailFree(id: string, mail: string): void
  /**
   * A mark of the present password, which changes with it and reveals nothing of it. @throws
   * NOT_FOUND
   */
  passwordMark(id: string): string
  /**
   * Replaces a password that has to be.
   *
   * @param mark of the password that was checked
   * @returns false when the password has changed since
   * @throws PASSWORD_TOO_WEAK · PASSWORD_UNCHANGED · NOT_FOUND
   */
  renewPassword(id: string, next: string, mark: string): Promise<boolean>
  /**
   * When a generated password has to be replaced; 0 when the owner chose it. @unit epoch
   * milliseconds
   */
  passwordDueOn(id: string): number
  findById(id: string): Promise<Account | null>
  findByLogin(login: string): Promise<Account | null>
  /** Removing an unknown account does nothing. */
  remove(id: string): Promise<void>
}

export const accountRefusal = catalogue({
  ACCOUNT_EXISTS: 'conflict',
  USER_NAME_INVALID: 'invalid',
  MAIL_TAKEN: 'conflict',
  PASSWORD_TOO_WEAK: 'invalid',
  PASSWORD_TOO_LONG: 'invalid',
  PASSWORD_UNCHANGED: 'invalid',
  PASSWORD_DUE: 'forbidden',
  PASSWORDS_DIFFER: 'invalid',
  CREDENTIALS_WRONG: 'unauthenticated',
  CURRENT_PASSWORD_WRONG: 'invalid',
  PASSWORD_NEEDED: 'invalid',
  SIGN_IN_AGAIN: 'forbidden',
  SIGN_IN_LOCKED: 'too-many',
  SIGN_IN_ELSEWHERE: 'not-offered',
})

/** Characters without a picture, and Latin letters beside Cyrillic or Greek ones like them. */
const DISGUISED =
  /\p{Default_Ignorable_Code_Point}|^(?=.*\p{Script=Latin}).*[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Letters, digits and the characters of an e-mail address: none that is markup or ends a line. */
const NAME_CHARACTERS = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@+-]{2,79}$/u

export const isUserName = (name: string): boolean =>
  NAME_CHARACTERS.test(name) && !DISGUISED.test(name)

/** @source OWASP ASVS 4.0.3, 2.1.1 */
export const PASSWORD_MIN = 12
/** @source OWASP ASVS 4.0.3, 2.1.2 */
export const PASSWORD_MAX = 128
