import { createHash } from 'node:crypto'
import type {
  Account,
  IdentityAdmin,
  NewAccount,
  PreparedAccount,
} from '#commands/gateways/accounts/accounts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { ADMIN_ROLE, FREELANCER_ROLE } from '#domain/identity/role.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { subjectDecider } from '#domain/identity/subject.ts'
import { userDecider, type UserState } from '#domain/identity/user.ts'

/** The identity provider's claims about a user. */
export type Subject = {
  readonly issuer: string
  readonly subject: string
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string
  readonly isAdmin: boolean
  /**
   * `sign-in` updates the roles that the provider gives; an API `call` leaves an existing user
   * unchanged.
   */
  readonly occasion: 'sign-in' | 'call'
  /** The language of a user who is new. */
  readonly preferredLanguage?: string
}

export type NewUser = Omit<NewAccount, 'id'> & {
  readonly preferredLanguage?: string
  readonly timeZone?: string
}

const system = (newId: () => string, owner: string): CommandMeta => ({
  commandId: newId(),
  owner,
  actor: { kind: 'system', id: 'sign-in' },
  cause: 'process',
})

/** @returns the user of the subject: `userId`, unless another user claimed it before */
export async function claimSubject(claim: {
  readonly handler: CommandHandler
  readonly subject: Pick<Subject, 'issuer' | 'subject'>
  readonly userId: string
  readonly meta: CommandMeta
}): Promise<string> {
  const { issuer, subject } = claim.subject
  const stream = createHash('sha256').update(`${issuer}\n${subject}`).digest('hex')
  const { state } = await claim.handler.run(
    subjectDecider,
    stream,
    { type: 'ClaimSubject', issuer, subject, userId: claim.userId },
    claim.meta,
  )
  if (state.userId === null) throw new Error('A claimed subject has a user')
  return state.userId
}

/** New users: by registration, or by their first sign-in at an outside provider. */
export function createUsers(deps: {
  readonly handler: CommandHandler
  /** null when an outside provider keeps the accounts. */
  readonly accounts: IdentityAdmin | null
  readonly newId: () => string
}) {
  const { handler, accounts, newId } = deps

  const registerUser = (
    account: Account,
    roleIds: readonly string[],
    meta: CommandMeta,
    more: {
      preferredLanguage?: string
      timeZone?: string
      providerRoleIds?: readonly string[]
    } = {},
  ): Promise<CommandResult<UserState>> => {
    const { id, userName, firstName, lastName, mail } = account
    return handler.run(
      userDecider,
      id,
      { type: 'RegisterUser', userName, firstName, lastName, mail, roleIds, ...more },
      { ...meta, owner: id },
    )
  }

  const opened = (
    account: Account,
    more: Pick<NewUser, 'preferredLanguage' | 'timeZone'>,
    meta: CommandMeta,
  ): Promise<CommandResult<UserState>> => {
    const name = `${account.firstName} ${account.lastName}`.trim() || account.userName
    return registerUser(
      account,
      [FREELANCER_ROLE],
      { ...meta, actor: { kind: 'user', id: account.id, name } },
      more,
    )
  }

  return {
    /**
     * The account first, which claims the name, then the user. After a crash between the two, the
     * first sign-in makes the user.
     *
     * @param from the client's IP address
     * @throws ACCOUNT_EXISTS · USER_NAME_INVALID · PASSWORD_TOO_WEAK · TOO_MANY_REQUESTS
     */
    async register(
      admin: IdentityAdmin,
      user: NewUser,
      meta: CommandMeta,
      from: string,
    ): Promise<CommandResult<UserState>> {
      const { preferredLanguage, timeZone, ...fields } = user
      const account = await admin.register({ id: newId(), ...fields }, { from })
      return opened(
        account,
        {
          ...(preferredLanguage === undefined ? {} : { preferredLanguage }),
          ...(timeZone === undefined ? {} : { timeZone }),
        },
        meta,
      )
    },

    /**
     * The same, of an account whose owner has confirmed it.
     *
     * @throws ACCOUNT_EXISTS · NOT_FOUND for a user who was removed since: nothing of theirs is
     * kept again
     */
    async confirmed(
      admin: IdentityAdmin,
      account: PreparedAccount,
      more: Pick<NewUser, 'preferredLanguage' | 'timeZone'>,
      meta: CommandMeta,
    ): Promise<CommandResult<UserState>> {
      const user = await handler.load(userDecider, account.id, account.id)
      if (user?.state.status === 'removed') throw refusal('NOT_FOUND', { id: account.id })
      return opened(await admin.registerPrepared(account), more, meta)
    },

    /**
     * The user of an invited person, with the roles of the invitation.
     *
     * @param meta of the user who invited them
     * @throws ACCOUNT_EXISTS · USER_NAME_INVALID · PASSWORD_TOO_WEAK · TOO_MANY_REQUESTS
     * @throws NOT_FOUND for a user who was removed since
     */
    async invited(
      admin: IdentityAdmin,
      { preferredLanguage, ...account }: NewAccount & { readonly preferredLanguage: string },
      roleIds: readonly string[],
      meta: CommandMeta,
      from: string,
    ): Promise<CommandResult<UserState>> {
      const user = await handler.load(userDecider, account.id, account.id)
      if (user?.state.status === 'removed') throw refusal('NOT_FOUND', { id: account.id })
      const registered = await admin.register(account, { from })
      return registerUser(registered, roleIds, meta, { preferredLanguage })
    },

    /**
     * The user of an embedded account, made now if a crash prevented it before; null without such
     * an account.
     */
    async ofAccount(id: string): Promise<CommandResult<UserState> | null> {
      const account = await accounts?.findById(id)
      return account ? registerUser(account, [FREELANCER_ROLE], system(newId, id)) : null
    },

    /** The user of an outside provider's subject, made at the first sign-in. */
    async ofSubject(subject: Subject): Promise<CommandResult<UserState>> {
      const id = await claimSubject({
        handler,
        subject,
        userId: newId(),
        meta: system(newId, SHARED),
      })
      const providerRoleIds = subject.isAdmin ? [ADMIN_ROLE] : []
      const otherwise = [FREELANCER_ROLE]
      const registered = await registerUser(
        { ...subject, id },
        subject.isAdmin ? providerRoleIds : otherwise,
        system(newId, id),
        {
          providerRoleIds,
          ...(subject.preferredLanguage !== undefined && {
            preferredLanguage: subject.preferredLanguage,
          }),
        },
      )
      if (subject.occasion === 'call' || registered.state.status !== 'active') return registered
      return handler.run(
        userDecider,
        id,
        { type: 'AssignProviderRoles', roleIds: providerRoleIds, otherwise },
        system(newId, id),
      )
    },
  }
}

export type Users = ReturnType<typeof createUsers>
