import type { FastifyRequest } from 'fastify'
import type { AccountLinks } from '#commands/gateways/accounts/account-links.ts'
import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { type AccessEnded, userDecider, type UserProfile } from '#domain/identity/user.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { users as usersProjection } from '#projections/identity/users.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { isLanguage, type Language } from '../kernel/languages.ts'
import { momentText } from '../kernel/formats.ts'
import { pageText } from '../kernel/messages.ts'
import type { AccountMails } from './account-mails.ts'
import { browserName } from './browser-name.ts'
import type { AccountGrants } from './provider-adapter.ts'
import type { createSessions } from './session.ts'
import type { SessionStore } from './session-store.ts'
import type { UserConnections } from './user-connections.ts'

/** Wait of an answer for the readers of tokens. @unit milliseconds */
const ENDED_WAIT_MS = 2_000

/** Ends of access, new passwords and mails, and the mails that tell a user of them. */
export function accountChanges({
  handler,
  readModels,
  accounts,
  links,
  mails,
  grants,
  sessions,
  sessionStore,
  userDoc,
  clock,
  newId,
  publicUrl,
}: {
  readonly handler: CommandHandler
  readonly readModels: ReadModels
  readonly accounts: IdentityAdmin | null
  readonly links: AccountLinks | null
  readonly mails: AccountMails | null
  readonly grants: AccountGrants | null
  readonly sessions: Pick<ReturnType<typeof createSessions>, 'ofUser'>
  readonly sessionStore: SessionStore
  readonly userDoc: UserConnections['userDoc']
  readonly clock: Clock
  readonly newId: () => string
  readonly publicUrl: () => URL
}) {
  async function endSessions(
    userId: string,
    sparedId = '',
    sparedRefreshToken = '',
  ): Promise<void> {
    await sessionStore.endAll(userId, sparedId)
    grants?.endAll(userId, sparedRefreshToken)
  }
  /** Tokens that were issued before are refused from then on, in any process. */
  async function endAccess(
    userId: string,
    because: AccessEnded,
    meta: CommandMeta,
    except?: FastifyRequest,
  ) {
    if (because === 'password-changed') links?.endAll(userId)
    const own = except === undefined ? null : await sessions.ofUser(except, userId)
    const ended = await handler.run(userDecider, userId, { type: 'EndAccess', because }, meta)
    await endSessions(userId, own?.id, own?.session.refreshToken)
    await readModels.reached([usersProjection], ended.position, ENDED_WAIT_MS)
    if (because === 'password-changed' && except !== undefined)
      await tellOwner('passwordChanged', userId)
    return ended
  }

  const languageOf = async (userId: string): Promise<Language> => {
    const preferred = (await userDoc(userId))?.parameters.preferredLanguage ?? ''
    return isLanguage(preferred) ? preferred : 'fr'
  }
  async function confirmMail(
    send: AccountMails,
    offered: AccountLinks,
    userId: string,
    mail: string,
    by: string,
  ): Promise<void> {
    const account = await accounts?.findById(userId)
    const isOwn = by === userId
    const language = await languageOf(userId)
    const token = offered.offer(userId, isOwn ? 'mail' : 'mailByOther', mail)
    if (token === null || !account) return
    const [kind, to] = isOwn
      ? (['confirmMail', mail] as const)
      : (['agreeToMail', account.mail] as const)
    send(kind, to, language, {
      link: new URL(`/oidc/mail/${token}`, publicUrl()),
      userName: account.userName,
      mail,
    })
  }
  const ownMeta = (userId: string, request: FastifyRequest): CommandMeta => ({
    commandId: newId(),
    owner: userId,
    actor: { kind: 'system', id: 'sign-in' },
    cause: 'user',
    correlationId: request.id,
  })
  async function passwordSet(userId: string, request: FastifyRequest): Promise<void> {
    await endAccess(userId, 'password-changed', ownMeta(userId, request))
    await tellOwner('passwordChanged', userId)
  }
  async function mailConfirmed(
    userId: string,
    { mail, isByOther }: { readonly mail: string; readonly isByOther: boolean },
    request: FastifyRequest,
  ): Promise<void> {
    const before = await accounts?.findById(userId)
    await accounts?.change(userId, { mail })
    await handler.run(
      userDecider,
      userId,
      { type: 'ChangeProfile', changes: { mail } },
      ownMeta(userId, request),
    )
    // Sessions may be those of the person who entered the address.
    if (isByOther)
      await endAccess(userId, 'signed-out-everywhere', {
        ...ownMeta(userId, request),
        commandId: newId(),
      })
    links?.endAll(userId)
    if (before)
      mails?.('mailChanged', before.mail, await languageOf(userId), {
        userName: before.userName,
        mail,
      })
  }
  async function tellOwner(kind: 'passwordChanged', userId: string): Promise<void> {
    const account = await accounts?.findById(userId)
    if (account)
      mails?.(kind, account.mail, await languageOf(userId), { userName: account.userName })
  }
  /** The owner has until that day to keep the account. */
  async function tellOfLeaving(userId: string, deletionDate: number): Promise<void> {
    const [account, user] = [await accounts?.findById(userId), await userDoc(userId)]
    if (!account || !user) return
    const language = await languageOf(userId)
    mails?.('leaving', account.mail, language, {
      userName: account.userName,
      at: momentText(language, deletionDate, user.parameters.timeZone),
      link: new URL('/admin/profile/data', publicUrl()),
    })
  }
  /** The account's first sign-in is on a browser that it cannot know yet. */
  async function tellOfDevice(userId: string, agent: string): Promise<void> {
    const [account, user] = [await accounts?.findById(userId), await userDoc(userId)]
    if (!account || !user || user.lastConnectionAt === 0) return
    const language = await languageOf(userId)
    mails?.('newDevice', account.mail, language, {
      userName: account.userName,
      browser: browserName(agent) || pageText(language, 'mail.newDevice.unknown'),
      at: momentText(language, clock.now(), user.parameters.timeZone),
      link: new URL('/oidc/forgotten', publicUrl()),
    })
  }
  /**
   * Whether the account's owner gave its address or agreed to it. Another person may have entered
   * it where no mail could ask the owner.
   */
  async function isMailOwn(userId: string): Promise<boolean> {
    const events = (await handler.load(userDecider, userId, userId))?.events ?? []
    const entered = events.findLast(({ type, data }) => {
      if (type !== 'UserProfileChanged') return false
      const { changes } = data as { readonly changes: Partial<UserProfile> } // data of that type
      return changes.mail !== undefined
    })
    return (
      entered === undefined ||
      entered.meta.actor.kind !== 'user' ||
      entered.meta.actor.id === userId
    )
  }
  const confirmMailBy =
    mails === null || links === null
      ? null
      : (userId: string, mail: string, by: string) => confirmMail(mails, links, userId, mail, by)

  return {
    endSessions,
    endAccess,
    languageOf,
    passwordSet,
    mailConfirmed,
    isMailOwn,
    tellOfDevice,
    tellOfLeaving,
    confirmMailBy,
  }
}
export type AccountChanges = ReturnType<typeof accountChanges>
