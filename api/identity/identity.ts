import { hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import type { CustomFetch } from 'openid-client'
import { createLocalAccounts } from '#commands/gateways/accounts/accounts-local.ts'
import { type AccountLinks, createAccountLinks } from '#commands/gateways/accounts/account-links.ts'
import { accountRefusal, type IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { IdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import { inTurnsBy } from '#commands/gateways/accounts/leases.ts'
import type { SignInStore } from '#commands/gateways/accounts/sign-in-store.ts'
import type { IdentityCommands } from '#commands/identity/identity.ts'
import { sampleAccounts } from '#commands/identity/sample-account.ts'
import type { Access } from '#commands/identity/access.ts'
import type { Users } from '#commands/identity/users.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { type AccessEnded, userDecider } from '#domain/identity/user.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { users as usersProjection } from '#projections/identity/users.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import type { Api, Caller } from '../kernel/api.ts'
import type { AccessWatch } from '../kernel/access-watch.ts'
import { isLanguage, type Language } from '../kernel/languages.ts'
import { momentText, pageText } from '../kernel/messages.ts'
import { browserName } from './browser-name.ts'
import { type AccountMails, accountMails, type HouseMail } from './account-mails.ts'
import { mountAccountPages } from './account-pages.ts'
import { createAuthenticator, type TokenIssuer } from './authenticate.ts'
import { createEmbeddedProvider } from './embedded.ts'
import { API_AUDIENCE, BROWSER_CLIENT, DIRECT_CLIENT } from './provider-configuration.ts'
import { passwordGrant } from './password-grant.ts'
import { confirmedSignUp } from './confirmed-sign-up.ts'
import { createDemoGuests, type DemoGuests, type DemoGuestsDeps } from './demo-guests.ts'
import { mountDemoPages } from './demo-pages.ts'
import { accountGrants } from './provider-adapter.ts'
import { type ClientSettings, createProviderClient, viaOrigin } from './provider-client.ts'
import { isAdministrator } from './provider-roles.ts'
import { serveAccessAt } from './access-at.ts'
import { serveRoles } from './roles.ts'
import { serveSessions } from './sessions-list.ts'
import { createRevocations, createSessionStore } from './session-store.ts'
import { createSessions } from './session.ts'
import type { SignInClient } from './sign-in-flow.ts'
import { mountPageAssets, mountSignInPages } from './sign-in-pages.ts'
import { serveUsers } from './users.ts'
import { watchedAccounts } from './watched-accounts.ts'

/** A provider that the product does not run. */
export type OutsideProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** `aud` of the access tokens for this API; the client id when absent. */
  readonly audience?: string | undefined
  /** Scopes of a sign-in, `openid` included. */
  readonly scope: readonly string[]
  /** Administrators, by subject, by verified e-mail address, or by a role at the provider. */
  readonly admins?: readonly string[] | undefined
  readonly adminRole?: string | undefined
  /**
   * Origin at which this process reaches the provider, where only browsers reach the issuer's own.
   */
  readonly internalUrl?: string | undefined
}

function outsideSettings({
  issuer: address,
  clientId,
  clientSecret,
  internalUrl,
}: OutsideProvider): ClientSettings {
  const issuer = new URL(address)
  return {
    issuer: () => issuer,
    clientId,
    clientSecret,
    fetch: internalUrl === undefined ? undefined : viaOrigin(issuer, new URL(internalUrl)),
  }
}

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

/** How long an answer waits for the readers of tokens to know. */
const ENDED_WAIT_MS = 2_000
const PURGE_EVERY_MS = 3_600_000

/**
 * Users, sign-in and sessions. Without `outside`, accounts and provider are embedded.
 *
 * @param deps.publicUrl where browsers reach the product; called only once it listens
 */
export async function createIdentity(deps: {
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
  readonly log?: Pick<FastifyBaseLogger, 'warn'>
  readonly outside?: OutsideProvider | undefined
  /** @unit seconds; 300 when absent */
  readonly accessTokenTtlS?: number
}): Promise<Identity> {
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
  } = deps
  const database = outside === undefined ? deps.database : null
  const secret = Buffer.from(
    await signIn.secret('sessions', () => randomBytes(32).toString('base64')),
    'base64',
  )
  const alone = inTurnsBy(signIn.leases, clock)
  const accounts =
    database === null ? null : watchedAccounts(await createLocalAccounts(database, clock), watch)
  const { users, access } = deps.commands(accounts, alone)
  const embedded =
    accounts === null || database === null
      ? null
      : await createEmbeddedProvider({
          publicUrl,
          database,
          accounts,
          clock,
          accessTokenTtlS,
          mayStay,
          reused: (userId, from) => {
            watch.tokenReused(userId, from)
            const meta = {
              commandId: newId(),
              owner: userId,
              actor: { kind: 'system', id: 'sign-in' },
              cause: 'process',
            } as const
            endAccess(userId, 'token-reused', meta).catch((error: unknown) =>
              app?.log.error({ err: error }, 'the sessions of a stolen token could not be ended'),
            )
          },
        })

  let app: FastifyInstance | null = null
  const inside: CustomFetch = async (url, { method, headers, body }) => {
    if (app === null || embedded === null) throw new Error('The provider is not mounted')
    const { pathname, search } = new URL(url)
    // The client types a body as wide as `BodyInit`, by another name.
    const answer = await app.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: { ...headers, ...embedded.insideHeaders },
      ...(body === undefined || body === null
        ? {}
        : { payload: await new Response(body as BodyInit).text() }),
    })
    const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: fields,
    })
  }

  const settings = ((): ClientSettings => {
    if (outside !== undefined) return outsideSettings(outside)
    if (embedded === null)
      throw new Error('Without an outside provider there must be a database of accounts')
    return {
      issuer: embedded.issuer,
      clientId: BROWSER_CLIENT,
      clientSecret: embedded.clientSecret,
      fetch: inside,
    }
  })()
  const provider = createProviderClient(settings, clock)
  const client: SignInClient = {
    ...provider,
    scope: outside?.scope ?? ['openid', 'profile', 'email'],
  }

  const issuer: TokenIssuer = {
    kind: embedded === null ? 'outside' : 'embedded',
    audience: embedded === null ? (outside?.audience ?? settings.clientId) : API_AUDIENCE,
    issuer: async () =>
      embedded === null
        ? (await provider.configuration()).serverMetadata().issuer
        : embedded.issuer().href,
    keys: embedded === null ? provider.keys : embedded.keys,
  }
  const isAdmin = (claims: JWTPayload): boolean =>
    outside !== undefined &&
    isAdministrator(claims, {
      named: outside.admins,
      role: outside.adminRole,
      clientId: outside.clientId,
    })

  const guests =
    accounts === null || demo === undefined || demo.most === 0
      ? null
      : createDemoGuests({
          handler,
          accounts,
          readModels,
          alone,
          clock,
          newId,
          onFailed: (error) => log.warn({ err: error }, 'The next demo could not be made ready'),
          ...demo,
        })

  const revocations = createRevocations(signIn, clock)
  const sessionStore = createSessionStore(signIn, secret)
  const authenticator = createAuthenticator({
    issuer,
    isAdmin,
    users,
    readModels,
    store,
    revocations,
    clock,
  })
  const grants = database === null ? null : accountGrants(database, DIRECT_CLIENT)
  const sessions = createSessions({
    client,
    grants,
    publicUrl,
    store: sessionStore,
    revocations,
    authenticator,
    clock,
    alone,
    mayStay,
    left: async (userId) => guests?.end(userId),
    flowKey: Buffer.from(hkdfSync('sha256', secret, '', 'sign-in conversation', 32)),
    async connected(userId) {
      await noteConnection(userId)
    },
  })

  const noteConnection = async (userId: string) =>
    handler.run(
      userDecider,
      userId,
      { type: 'RecordConnection' },
      { commandId: newId(), owner: userId, actor: await actorOf(userId), cause: 'user' },
    )
  /**
   * Noted, the user's version has changed: the client reads the new one. A failure refuses no
   * sign-in.
   */
  async function signedIn(userId: string): Promise<void> {
    try {
      const { position } = await noteConnection(userId)
      await readModels.reached([usersProjection], position, ENDED_WAIT_MS)
    } catch (error) {
      log.warn({ err: error }, 'A connection could not be noted')
    }
  }

  /** A user who signs in is not yet the caller of a request. */
  async function actorOf(userId: string): Promise<CommandMeta['actor']> {
    const user = await userDoc(userId)
    const { firstName = '', lastName = '' } = user?.profile ?? {}
    return {
      kind: 'user',
      id: userId,
      name: `${firstName} ${lastName}`.trim() || (user?.userName ?? ''),
    }
  }

  const mails = houseMail === null || accounts === null ? null : accountMails(houseMail, log)
  const links = mails === null || database === null ? null : createAccountLinks(database, clock)

  const signUp =
    mails === null || accounts === null || !confirmsSignUp
      ? null
      : confirmedSignUp({
          accounts,
          users,
          mails,
          publicUrl,
          key: Buffer.from(hkdfSync('sha256', secret, '', 'sign-up', 32)),
          clock,
        })

  const userDoc = async (userId: string) => (await readModels.of(usersProjection)).get(userId)

  async function endSessions(userId: string, keptId = '', keptRefreshToken = ''): Promise<void> {
    await sessionStore.endAll(userId, keptId)
    grants?.endAll(userId, keptRefreshToken)
  }
  /** What was issued before is not believed from then on, in any process. */
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
  ): Promise<void> {
    const token = offered.offer(userId, 'mail', mail)
    const userName = (await accounts?.findById(userId))?.userName ?? ''
    if (token !== null)
      send('confirmMail', mail, await languageOf(userId), {
        link: new URL(`/oidc/mail/${token}`, publicUrl()),
        userName,
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
    mail: string,
    request: FastifyRequest,
  ): Promise<void> {
    const before = await accounts?.findById(userId)
    await accounts?.change(userId, { mail })
    links?.endAll(userId)
    await handler.run(
      userDecider,
      userId,
      { type: 'ChangeProfile', changes: { mail } },
      ownMeta(userId, request),
    )
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
  const confirmMailBy =
    mails === null || links === null
      ? null
      : (userId: string, mail: string) => confirmMail(mails, links, userId, mail)

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
      serveRoles(api, { access })
      serveAccessAt(api)
      sessions.serve(api)
    },
    async mount(instance) {
      app = instance
      sessions.mount(instance)
      mountPageAssets(instance)
      if (embedded !== null && accounts !== null) {
        const isActive = async (userId: string) => (await userDoc(userId))?.active ?? true
        await mountSignInPages(instance, {
          provider: embedded.provider,
          accounts,
          users,
          signUp,
          isActive,
          newId,
          secure: () => publicUrl().protocol === 'https:',
          forgotten: mails !== null,
          needsPlan: deps.needsPlan ?? true,
          mayStay,
          newDevice: tellOfDevice,
          ticketKey: Buffer.from(hkdfSync('sha256', secret, '', 'password renewal', 32)),
          clock,
          passwordSet,
        })
        if (mails !== null && links !== null)
          await mountAccountPages(instance, {
            accounts,
            links,
            mails,
            signUp,
            newId,
            publicUrl,
            languageOf,
            isActive,
            passwordSet,
            mailConfirmed,
          })
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
      const purge = () =>
        void signIn
          .purge(clock.now())
          .catch((error: unknown) =>
            instance.log.warn({ err: error }, 'expired sessions could not be forgotten'),
          )
      purge()
      const timer = setInterval(purge, PURGE_EVERY_MS).unref()
      instance.addHook('onClose', async () => clearInterval(timer))
    },
    ready: () => provider.reachable(),
    goesOnAlone: () => provider.isKnown(),
  }
}
