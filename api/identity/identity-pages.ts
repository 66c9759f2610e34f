import type { FastifyInstance } from 'fastify'
import type { AccountLinks } from '#commands/gateways/accounts/account-links.ts'
import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { Users } from '#commands/identity/users.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { AccountChanges } from './account-changes.ts'
import type { AccountOutbox } from './account-mails.ts'
import { mountAccountPages } from './account-pages.ts'
import type { ConfirmedSignUp } from './confirmed-sign-up.ts'
import type { DemoGuests } from './demo-guests.ts'
import { mountDemoPages } from './demo-pages.ts'
import type { Embedded } from './embedded.ts'
import { BROWSER_CLIENT } from './provider-configuration.ts'
import { mountInvitationPages } from './invitation-pages.ts'
import type { Invitations } from './invitations.ts'
import type { createSessions } from './session.ts'
import { mountSignInPages } from './sign-in-pages.ts'
import type { UserConnections } from './user-connections.ts'

/** The embedded provider and its pages: sign-in, accounts, the guests' demo. */
export async function mountIdentityPages(
  instance: FastifyInstance,
  {
    embedded,
    accounts,
    users,
    invitations,
    signUp,
    links,
    outbox,
    guests,
    sessions,
    userDoc,
    changes,
    newId,
    publicUrl,
    clock,
    ticketKey,
    needsPlan,
    mayStay,
  }: {
    readonly embedded: Embedded
    readonly accounts: IdentityAdmin
    readonly users: Users
    readonly invitations: Invitations | null
    readonly signUp: ConfirmedSignUp | null
    readonly links: AccountLinks | null
    readonly outbox: AccountOutbox | null
    readonly guests: DemoGuests | null
    readonly sessions: ReturnType<typeof createSessions>
    readonly userDoc: UserConnections['userDoc']
    readonly changes: AccountChanges
    readonly newId: () => string
    readonly publicUrl: () => URL
    readonly clock: Clock
    readonly ticketKey: Buffer
    readonly needsPlan: boolean
    readonly mayStay: boolean
  },
): Promise<void> {
  const { languageOf, passwordSet, mailConfirmed, isMailOwn, tellOfDevice } = changes
  const isActive = async (userId: string) => (await userDoc(userId))?.active ?? true
  await mountSignInPages(instance, {
    provider: embedded.provider,
    accounts,
    users,
    signUp,
    isActive,
    newId,
    secure: () => publicUrl().protocol === 'https:',
    forgotten: outbox !== null,
    needsPlan,
    mayStay,
    newDevice: tellOfDevice,
    ticketKey,
    clock,
    passwordSet,
  })
  if (outbox !== null && links !== null)
    await mountAccountPages(instance, {
      accounts,
      links,
      outbox,
      signUp,
      newId,
      publicUrl,
      languageOf,
      isActive,
      passwordSet,
      mailConfirmed,
      isMailOwn,
    })
  if (invitations !== null) await mountInvitationPages(instance, invitations)
  if (guests !== null)
    await mountDemoPages(instance, {
      guests,
      origin: () => publicUrl().origin,
      isSignedIn: sessions.isSignedIn,
      open: async (request, reply, { userId, until }) =>
        sessions.beginGuest(
          request,
          reply,
          await embedded.mint({ id: userId }, BROWSER_CLIENT),
          until,
        ),
    })
  await embedded.mount(instance)
}
