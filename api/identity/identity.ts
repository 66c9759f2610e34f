import { hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { createLocalAccounts } from '#commands/gateways/accounts/accounts-local.ts'
import type { PasswordCost } from '#commands/gateways/accounts/passwords.ts'
import { createAccountLinks } from '#commands/gateways/accounts/account-links.ts'
import { accountRefusal, type IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { IdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import { inTurnsBy } from '#commands/gateways/accounts/leases.ts'
import type { SignInStore } from '#commands/gateways/accounts/sign-in-store.ts'
import type { IdentityCommands } from '#commands/identity/identity.ts'
import { sampleAccounts } from '#commands/identity/sample-account.ts'
import type { Access } from '#commands/identity/access.ts'
import type { Users } from '#commands/identity/users.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { HOUR_MS } from '#domain/kernel/time.ts'
import type { Api, Caller } from '../kernel/api.ts'
import type { AccessWatch } from '../kernel/access-watch.ts'
import { accountChanges } from './account-changes.ts'
import { createWaitingMails } from '#commands/gateways/accounts/waiting-mails.ts'
import { accountMails, type HouseMail } from './account-mails.ts'
import { createAuthenticator } from './authenticate.ts'
import { createEmbeddedProvider } from './embedded.ts'
import { DIRECT_CLIENT } from './provider-configuration.ts'
import { passwordGrant } from './password-grant.ts'
import { confirmedSignUp } from './confirmed-sign-up.ts'
import { createDemoGuests, type DemoGuests, type DemoGuestsDeps } from './demo-guests.ts'
import { accountGrants } from './provider-adapter.ts'
import { serveAccessAt } from './access-at.ts'
import { serveRoles } from './roles.ts'
import { serveLeaving } from './leaving.ts'
import { serveSessions } from './sessions-list.ts'
import { createRevocations, createSessionStore } from './session-store.ts'
import { createInvitations } from './invitations.ts'
import { createSessions } from './session.ts'
import type { Preloads } from '../preloads.ts'
import { mountIdentityPages } from './identity-pages.ts'
import { mountPageAssets } from './sign-in-pages.ts'
import { type OutsideProvider, signInProvider } from './sign-in-provider.ts'
import { userConnections } from './user-connections.ts'
import { serveUsers } from './users.ts'
import { watchedAccounts } from './watched-accounts.ts'

export type Identity = {
  /** Accounts of the embedded provider; null with an outside one. */
  readonly accounts: IdentityAdmin | null
  readonly users: Users
  readonly mayTouch: Access['mayTouch']
  /** The caller of a request, for the API's kernel. */
  authenticate(request: Pick<FastifyRequest, 'headers'>): Promise<Caller | null>
  /**
   * @throws ROLE_UNKNOWN · PERMISSION_NOT_HELD · ROLE_ADMINISTERS for a role that a user may not
   * give by a plan
   */
  readonly mayGive: Access['mayGive']
  /** Mounts the contract's routes: users, roles, session. */
  serve(api: Api): void
  /** Mounts the pages that a browser navigates to: sign-in, and the embedded provider's. */
  mount(app: FastifyInstance): Promise<void>
  /** @throws SIGN_IN_UNAVAILABLE when the provider does not answer */
  ready(): Promise<void>
  /** The guests' demo; null where none is offered. */
  readonly guests: DemoGuests | null
  /** Whether signed-in users can continue while the provider is away: it has answered before. */
  goesOnAlone(): boolean
}

const PURGE_EVERY_MS = HOUR_MS

export type IdentityDeps = {
  readonly handler: CommandHandler
  readonly commands: IdentityCommands
  readonly readModels: ReadModels
  readonly store: EventStore
  /** The state that all API processes share. */
  readonly signIn: SignInStore
  /** Accounts of the embedded provider; unused with an outside one. */
  readonly database: IdentityDatabase | null
  readonly clock: Clock
  readonly newId: () => string
  readonly publicUrl: () => URL
  /** First reads of pages; none where they are absent. */
  readonly preloads?: Pick<Preloads, 'readsAt'>
  /** Is told who could not sign in, and whose tokens were stolen. */
  readonly watch: Pick<AccessWatch, 'signInEnded' | 'tokenReused'>
  /** Sends mails about accounts; null where no mail server is configured. */
  readonly houseMail?: HouseMail | null
  /** Whether a new account waits until its mail is confirmed, where mails can be sent. */
  readonly confirmsSignUp?: boolean
  /** Offers a demo without an account, on the embedded provider alone. */
  readonly demo?: Pick<DemoGuestsDeps, 'most' | 'fill' | 'book'> | undefined
  /** Whether users need a plan after their free days; they do unless it says otherwise. */
  readonly needsPlan?: boolean | undefined
  /** Whether users may stay signed in for 30 days; they may unless it says otherwise. */
  readonly mayStay?: boolean | undefined
  /** Cost of a hash of a password, where it is not the usual one. */
  readonly passwordCost?: PasswordCost | undefined
  readonly log?: Pick<FastifyBaseLogger, 'warn'>
  readonly outside?: OutsideProvider | undefined
  /** @unit seconds; 300 when absent */
  readonly accessTokenTtlS?: number
}

/**
 * Users, sign-in and sessions. Without `outside`, accounts and provider are embedded.
 *
 * @param deps.publicUrl where browsers reach the product; called only once it listens
 */
export async function createIdentity(deps: IdentityDeps): Promise<Identity> {
  const {
    handler,
    readModels,
    store,
    signIn,
    clock,
    newId,
    publicUrl,
    watch,
    outside,
    houseMail = null,
    confirmsSignUp = false,
    demo,
    log = { warn: () => {} },
    accessTokenTtlS = 300,
    mayStay = true,
    passwordCost,
  } = deps
  const database = outside === undefined ? deps.database : null
  const secret = Buffer.from(
    await signIn.secret('sessions', () => randomBytes(32).toString('base64')),
    'base64',
  )
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const alone = inTurnsBy(signIn.leases, clock)
  const shared = { handler, readModels, clock, newId, publicUrl, mayStay, alone }
  const accounts =
    database === null
      ? null
      : watchedAccounts(await createLocalAccounts(database, clock, passwordCost), watch)
  const { users, access } = deps.commands(accounts, alone)
  const embedded =
    accounts === null || database === null
      ? null
      : await createEmbeddedProvider({
          ...shared,
          database,
          accounts,
          accessTokenTtlS,
          reused: (userId, from) => {
            watch.tokenReused(userId, from)
            changes
              .endAccess(userId, 'token-reused', bySignIn(newId(), userId))
              .catch((error: unknown) =>
                app?.log.error({ err: error }, 'the sessions of a stolen token could not be ended'),
              )
          },
        })

  let app: FastifyInstance | null = null
  const { provider, client, issuer, isAdmin } = signInProvider({
    outside,
    embedded,
    clock,
    app: () => app,
  })

  const guests =
    accounts === null || demo === undefined || demo.most === 0
      ? null
      : createDemoGuests({
          ...shared,
          accounts,
          onFailed: (error) => log.warn({ err: error }, 'The next demo could not be made ready'),
          ...demo,
        })

  const revocations = createRevocations(signIn, clock)
  const sessionStore = createSessionStore(signIn, secret)
  const authenticator = createAuthenticator({
    ...shared,
    issuer,
    isAdmin,
    users,
    store,
    revocations,
  })
  const grants = database === null ? null : accountGrants(database, DIRECT_CLIENT)
  const { userDoc, noteConnection, signedIn } = userConnections({ ...shared, log })
  const sessions = createSessions({
    ...shared,
    client,
    preloads: deps.preloads,
    grants,
    store: sessionStore,
    revocations,
    authenticator,
    left: async (userId) => guests?.end(userId),
    flowKey: keyFor('sign-in conversation'),
    async connected(userId) {
      await noteConnection(userId)
    },
  })

  const waiting = database && createWaitingMails(database)
  const outbox =
    houseMail &&
    waiting &&
    accountMails({ send: houseMail, waiting, key: keyFor('account mails'), clock, log })
  const mails = outbox?.mails ?? null
  const links = mails === null || database === null ? null : createAccountLinks(database, clock)

  const signUp =
    mails === null || accounts === null || !confirmsSignUp
      ? null
      : confirmedSignUp({ ...shared, accounts, users, mails, key: keyFor('sign-up') })

  const invitations =
    accounts === null
      ? null
      : createInvitations({ ...shared, accounts, users, access, mails, key: keyFor('invitation') })

  const changes = accountChanges({
    ...shared,
    accounts,
    links,
    mails,
    grants,
    sessions,
    sessionStore,
    userDoc,
  })
  const { endAccess, endSessions, confirmMailBy } = changes
  const isSample = sampleAccounts(handler)
  return {
    accounts,
    users,
    guests,
    mayGive: access.mayGive,
    mayTouch: access.mayTouch,
    authenticate: (request) => authenticator.authenticate(request),
    serve(api) {
      serveUsers(api, {
        users,
        access,
        accounts,
        signInUrl: sessions.signInUrl,
        mint: async (account) => {
          if (embedded === null)
            throw accountRefusal('SIGN_IN_ELSEWHERE', { signInUrl: sessions.signInUrl() })
          return embedded.mint(account)
        },
        signInOutside: (userName, password, language) =>
          passwordGrant(
            { client, authenticator, signInUrl: sessions.signInUrl },
            { userName, password, language },
          ),
        endAccess,
        endSessions,
        signedIn,
        confirmMail: confirmMailBy,
        isSample,
        invitations,
        signUp,
        mailToConfirm: (userId) => links?.mailToConfirm(userId) ?? '',
      })
      serveSessions(api, {
        store: sessionStore,
        revocations,
        grants,
        accounts,
        clock,
        nameOf: (request) => sessions.nameOf(request),
        endOthers: async (userId, meta, request) => {
          await endAccess(userId, 'signed-out-everywhere', meta, request)
        },
      })
      serveLeaving(api, { access, accounts, sessions, sessionStore, tell: changes.tellOfLeaving })
      serveRoles(api, { access })
      serveAccessAt(api)
      sessions.serve(api)
    },
    async mount(instance) {
      app = instance
      sessions.mount(instance)
      mountPageAssets(instance)
      if (embedded !== null && accounts !== null)
        await mountIdentityPages(instance, {
          ...shared,
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
          ticketKey: keyFor('password renewal'),
          needsPlan: deps.needsPlan ?? true,
        })
      purgeEveryHour(instance, signIn, clock)
    },
    ready: () => provider.reachable(),
    goesOnAlone: () => provider.isKnown(),
  }
}

/** Metadata of commands that the sign-in sends by itself. */
const bySignIn = (commandId: string, owner: string): CommandMeta => ({
  commandId,
  owner,
  actor: { kind: 'system', id: 'sign-in' },
  cause: 'process',
})

function purgeEveryHour(app: FastifyInstance, signIn: SignInStore, clock: Clock): void {
  const purge = () =>
    void signIn
      .purge(clock.now())
      .catch((error: unknown) =>
        app.log.warn({ err: error }, 'expired sessions could not be forgotten'),
      )
  purge()
  const timer = setInterval(purge, PURGE_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
