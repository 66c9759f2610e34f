import type { Account, IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { Access } from '#commands/identity/access.ts'
import type { CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import type { Users } from '#commands/identity/users.ts'
import type { Tokens } from '#contract/identity/identity.schemas.ts'
import type { AccessEnded, UserState } from '#domain/identity/user.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { users as usersProjection, type UserDoc } from '#projections/identity/users.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Call } from '../kernel/api.ts'
import type { Language } from '../kernel/languages.ts'
import type { ConfirmedSignUp } from './confirmed-sign-up.ts'
import type { Invitations } from './invitations.ts'

export type UserRoutesDeps = {
  readonly users: Users
  readonly access: Access
  /** null when an outside provider keeps the accounts. */
  readonly accounts: IdentityAdmin | null
  readonly signInUrl: (screen?: 'register') => string
  /** Tokens for an account whose password was just checked. */
  readonly mint: (account: Account) => Promise<Tokens>
  /** Tokens of an outside provider that checks the password. */
  readonly signInOutside: (
    userName: string,
    password: string,
    language: Language,
  ) => Promise<Tokens>
  /** Ends every session, grant, token and stream of a user, but the session of this request. */
  readonly endAccess: (
    userId: string,
    because: AccessEnded,
    meta: CommandMeta,
    except?: Call['request'],
  ) => Promise<CommandResult<UserState>>
  /**
   * Sends a link with which a new address becomes the account's. It goes to that address, or to the
   * present one where `by` is another user. null where no mail can be sent.
   */
  readonly confirmMail: ((userId: string, mail: string, by: string) => Promise<void>) | null
  /** The address that waits for that; empty when there is none. */
  readonly mailToConfirm: (userId: string) => string
  /** null when an outside provider keeps the accounts. */
  readonly invitations: Invitations | null
  /** null: an account is made at once. */
  readonly signUp: ConfirmedSignUp | null
  /** Whether it is the demo account of the first start, or a guest's. */
  readonly isSample: (userId: string) => Promise<boolean>
  /** End for a disabled or removed user, which ends the tokens by itself. */
  readonly endSessions: (userId: string) => Promise<void>
  /** Notes the connection of a user who has signed in. */
  readonly signedIn: (userId: string) => Promise<void>
}

export const reads = { users: usersProjection }

/** @throws NOT_FOUND */
export const found = async (users: ReadModel<UserDoc>, id: string): Promise<UserDoc> => {
  const user = await users.get(id)
  if (user === null) throw refusal('NOT_FOUND')
  return user
}

/**
 * The administrator's form names the user in the body, one's own in the path. @throws NOT_FOUND ·
 * PERMISSION_NOT_HELD
 */
export async function mayChange(
  access: Access,
  call: Pick<Call, 'owner' | 'caller' | 'can'>,
  id: string | undefined,
): Promise<string> {
  const target = id ?? call.owner
  if (target !== call.caller.userId && !call.can('perm_access_users_manage'))
    throw refusal('NOT_FOUND')
  await access.mayTouch(call.caller, target)
  return target
}
