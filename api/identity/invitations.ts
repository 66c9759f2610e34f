import { accountRefusal, type IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { Access } from '#commands/identity/access.ts'
import type { Users } from '#commands/identity/users.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { Language } from '../kernel/languages.ts'
import type { AccountMails } from './account-mails.ts'
import { seal, unseal } from './session-store.ts'

const LASTS_MS = 7 * DAY_MS

type Inviter = { readonly id: string; readonly name: string }
type Invited = {
  readonly mail: string
  readonly firstName: string
  readonly lastName: string
  readonly roleIds: readonly string[]
  readonly language: Language
}
/**
 * An invitation. It stands in its link alone, encrypted. Its `id` becomes the account's, so that a
 * link opens one account.
 */
type Invitation = Invited & { readonly id: string; readonly by: Inviter; readonly until: number }

/**
 * Invitations to a new account. The invited person chooses the password, which the inviter never
 * knows. An invitation gives no access to an account that exists.
 */
export function createInvitations({
  accounts,
  users,
  access,
  mails,
  publicUrl,
  key,
  newId,
  clock,
}: {
  readonly accounts: IdentityAdmin
  readonly users: Users
  readonly access: Pick<Access, 'mayInvite' | 'heldBy'>
  /** null where no mail can be sent. */
  readonly mails: AccountMails | null
  readonly publicUrl: () => URL
  /** Encrypts what the links hold. */
  readonly key: Buffer
  readonly newId: () => string
  readonly clock: Clock
}) {
  const invitationIn = async (token: string): Promise<Invitation | null> => {
    const text = unseal(key, Buffer.from(token, 'base64url'))
    const invitation = text === null ? null : (JSON.parse(text) as Invitation) // sealed by `invite`
    if (invitation === null || invitation.until <= clock.now()) return null
    return (await accounts.findById(invitation.id)) === null ? invitation : null
  }

  return {
    /**
     * @returns the end of the link, and the link itself where no mail can be sent
     * @throws ACCOUNT_EXISTS naming the mail, when it has an account
     */
    async invite(by: Inviter, invited: Invited): Promise<{ until: number; link: string }> {
      if ((await accounts.findByLogin(invited.mail)) !== null)
        throw accountRefusal('ACCOUNT_EXISTS', {}, [{ path: 'mail', code: 'ACCOUNT_EXISTS' }])
      const until = clock.now() + LASTS_MS
      const link = new URL('/oidc/invitation', publicUrl())
      const invitation: Invitation = { ...invited, id: newId(), by, until }
      link.searchParams.set('token', seal(key, JSON.stringify(invitation)).toString('base64url'))
      if (mails === null) return { until, link: link.href }
      mails('invited', invited.mail, invited.language, { link, userName: by.name })
      return { until, link: '' }
    },

    /** null for a link that was used, is too old or not ours. */
    peek: invitationIn,

    /**
     * @param chosen the user name, and the password
     * @returns false when the link does not serve any more
     * @throws ACCOUNT_EXISTS · USER_NAME_INVALID · PASSWORD_TOO_WEAK · TOO_MANY_REQUESTS
     */
    async accept(
      token: string,
      chosen: { readonly userName: string; readonly password: string },
      from: string,
      correlationId: string,
    ): Promise<boolean> {
      const invitation = await invitationIn(token)
      if (invitation === null) return false
      const { id, by, mail, firstName, lastName, roleIds, language } = invitation
      try {
        // The inviter may have lost the right since, or the role its place.
        await access.mayInvite(await access.heldBy(by.id), roleIds)
        await users.invited(
          accounts,
          { id, mail, firstName, lastName, preferredLanguage: language, ...chosen },
          roleIds,
          {
            commandId: newId(),
            owner: id,
            actor: { kind: 'user', id: by.id, name: by.name },
            cause: 'user',
            correlationId,
          },
          from,
        )
        return true
      } catch (error) {
        if (error instanceof Refusal && ENDED.has(error.code)) return false
        throw error
      }
    },
  }
}
const ENDED: ReadonlySet<string> = new Set(['NOT_FOUND', 'ROLE_UNKNOWN', 'PERMISSION_NOT_HELD'])
export type Invitations = ReturnType<typeof createInvitations>
