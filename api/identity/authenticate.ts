import type { FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import type { CommandResult } from '#commands/kernel/command.ts'
import type { Users } from '#commands/identity/users.ts'
import type { UserState } from '#domain/identity/user.ts'
import { type Clock, stillLasts } from '#domain/kernel/ports/clock.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { permissionsOf, roles as rolesProjection } from '#projections/identity/roles.ts'
import { users as usersProjection, type UserDoc } from '#projections/identity/users.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import type { Caller } from '../kernel/api.ts'
import { accessTokens, type Claims, type TokenIssuer } from './access-tokens.ts'
import { permissionsInLog, unlessAway, userInLog } from './from-log.ts'
import type { Revocations } from './session-store.ts'
import type { Language } from '../kernel/languages.ts'

/** Claim of an access token: when it was issued. @unit epoch milliseconds */
export const ISSUED_AT = 'issued_at_ms'

type Known = Pick<UserDoc, 'active' | 'accessEndedAt'> & { readonly caller: Caller }
const MAX_CACHED = 10_000
const READ_WAIT_MS = 2_000
/** Cache time of a caller's user and roles: the calls of one page read them once. */
const KEPT_MS = 500

/** Finds the caller of a bearer token. */
export function createAuthenticator(deps: {
  readonly issuer: TokenIssuer
  /** Whether an outside provider's claims make a user an administrator. */
  readonly isAdmin: (claims: JWTPayload) => boolean
  readonly users: Users
  readonly readModels: ReadModels
  readonly store: EventStore
  readonly revocations: Revocations
  readonly clock: Clock
}) {
  const { issuer, isAdmin, users, readModels, store, revocations, clock } = deps
  const { verify } = accessTokens({ issuer, revocations, clock })
  const userIds = new Map<string, string>()
  /** Role ids by subject, as last seen. */
  const roleIds = new Map<string, readonly string[]>()
  /** Callers by subject, loaded or being loaded. */
  const callers = new Map<
    string,
    { readonly until: number; readonly known: Promise<Known | null> }
  >()
  readModels.onChanged(({ projection }) => {
    if (projection === usersProjection.name || projection === rolesProjection.name) callers.clear()
  })

  // Commands work while the read models are away: the caller is then read from the log.
  const loadedUser = (id: string): Promise<UserDoc | null> =>
    unlessAway(
      async () => (await readModels.of(usersProjection)).get(id),
      () => userInLog(store, id),
    )

  const permissions = (roles: readonly string[]): Promise<ReadonlySet<Permission>> =>
    unlessAway(
      async () => permissionsOf(await readModels.of(rolesProjection), roles),
      () => permissionsInLog(store, roles),
    )

  /** The read model's user, once it includes the command's events. */
  async function settled(result: CommandResult<UserState> | null): Promise<UserDoc | null> {
    if (result === null) return null
    await readModels.reached([usersProjection], result.position, READ_WAIT_MS)
    return (await readModels.of(usersProjection)).get(result.id)
  }

  const textOf = (claims: JWTPayload, name: string): string =>
    typeof claims[name] === 'string' ? claims[name] : ''

  /**
   * The user of a token's subject, made at the first sign-in; null when the user was removed.
   *
   * @param profile the provider's other claims at a sign-in; null for any other call
   * @param language of a user who is new: their browser's at that sign-in
   */
  async function userOf(
    claims: Claims,
    profile: JWTPayload | null,
    language?: Language,
  ): Promise<UserDoc | null> {
    try {
      if (issuer.kind === 'embedded')
        return (await loadedUser(claims.sub)) ?? (await settled(await users.ofAccount(claims.sub)))
      const id = userIds.get(claims.sub)
      if (id !== undefined && profile === null) return await loadedUser(id)
      const all: JWTPayload = { ...profile, ...claims }
      const result = await users.ofSubject({
        issuer: await issuer.issuer(),
        subject: claims.sub,
        userName: textOf(all, 'preferred_username') || textOf(all, 'email') || claims.sub,
        firstName: textOf(all, 'given_name') || textOf(all, 'name'),
        lastName: textOf(all, 'family_name'),
        mail: textOf(all, 'email'),
        isAdmin: isAdmin(all),
        occasion: profile === null ? 'call' : 'sign-in',
        ...(language && { preferredLanguage: language }),
      })
      if (userIds.size >= MAX_CACHED) userIds.clear()
      userIds.set(claims.sub, result.id)
      return await settled(result)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NOT_FOUND') return null
      throw error
    }
  }

  const issuedAt = (claims: Claims): number => {
    const { [ISSUED_AT]: exact, iat } = claims
    if (typeof exact === 'number') return exact
    // By the second alone: one of that very second is believed.
    return iat === undefined ? 0 : iat * 1000 + 999
  }
  const stillSignedIn = (
    user: Pick<UserDoc, 'active' | 'accessEndedAt'>,
    claims: Claims,
  ): boolean => user.active && issuedAt(claims) >= user.accessEndedAt

  async function active(
    token: string,
    profile: JWTPayload | null,
    language?: Language,
  ): Promise<{ user: UserDoc; claims: Claims } | null> {
    const claims = await verify(token)
    const user = claims === null ? null : await userOf(claims, profile, language)
    return claims === null || user === null || !stillSignedIn(user, claims)
      ? null
      : { user, claims }
  }

  async function callerOf(claims: Claims): Promise<Known | null> {
    // Roles rarely change: the last known ones are loaded together with the user, and again only
    // when they have changed.
    const before = roleIds.get(claims.sub)
    const early = before && permissions(before).catch(() => null)
    const user = await userOf(claims, null)
    if (user === null || !user.active) return null
    if (roleIds.size >= MAX_CACHED) roleIds.clear()
    roleIds.set(claims.sub, user.roleIds)
    const unchanged = before?.join() === user.roleIds.join()
    const caller: Caller = {
      userId: user._id,
      userName: user.userName,
      name: `${user.profile.firstName} ${user.profile.lastName}`.trim() || user.userName,
      permissions: (unchanged && (await early)) || (await permissions(user.roleIds)),
      timeZone: user.parameters.timeZone,
      isGuest: user.isGuest,
    }
    return { caller, active: user.active, accessEndedAt: user.accessEndedAt }
  }

  return {
    verify,
    /**
     * The user who may use this token; null when it is invalid, or the user is disabled or removed.
     */
    activeUser: (token: string) => active(token, null),
    /** The same at a sign-in. @param profile the provider's claims beside the token */
    signedIn: (token: string, profile: JWTPayload, language: Language) =>
      active(token, profile, language),
    /** For the API's kernel: null becomes 401. */
    async authenticate(request: Pick<FastifyRequest, 'headers'>): Promise<Caller | null> {
      const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const claims = token === undefined ? null : await verify(token)
      if (claims === null) return null
      // A caller cached for a newer token does not answer for an older one.
      const believed = async (reading: Promise<Known | null>): Promise<Caller | null> => {
        const found = await reading
        return found !== null && stillSignedIn(found, claims) ? found.caller : null
      }
      const now = clock.now()
      const cached = callers.get(claims.sub)
      // A caller that waits for its own write may have changed its own user.
      if (
        cached &&
        stillLasts(cached.until, KEPT_MS, now) &&
        request.headers['x-min-position'] === undefined
      )
        return believed(cached.known)
      const read = { until: now + KEPT_MS, known: callerOf(claims) }
      if (callers.size >= MAX_CACHED) callers.clear()
      callers.set(claims.sub, read)
      const forget = () => callers.get(claims.sub) === read && callers.delete(claims.sub)
      read.known.then((caller) => caller ?? forget(), forget)
      return believed(read.known)
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
