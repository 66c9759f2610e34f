import { accountRefusal, type IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { SignedInOn } from '#contract/identity/identity.schemas.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Api, Call } from '../kernel/api.ts'
import type { AccountGrants } from './provider-adapter.ts'
import type { Revocations, SessionStore } from './session-store.ts'

export type SessionsListDeps = {
  readonly store: SessionStore
  readonly revocations: Revocations
  /** null with an outside provider, which lists the sessions of its own. */
  readonly grants: AccountGrants | null
  readonly accounts: Pick<IdentityAdmin, 'confirm'> | null
  /** The name of the session that a request comes with; empty without one. */
  readonly nameOf: (request: Call['request']) => string
  /** Ends everything but the session of that request. */
  readonly endOthers: (userId: string, meta: CommandMeta, request: Call['request']) => Promise<void>
  readonly clock: Clock
}

/**
 * Where an account is signed in: its owner sees each browser and program, and ends one or all
 * others.
 */
export function serveSessions(api: Api, deps: SessionsListDeps): void {
  const { store, revocations, grants, accounts, nameOf, endOthers, clock } = deps

  async function listed(userId: string, request: Call['request']): Promise<readonly SignedInOn[]> {
    const now = clock.now()
    const own = nameOf(request)
    const browsers = (await store.ofUser(userId, now)).map(
      ({ idHash, expiresAt, about: { begunAt, usedAt, browser } }): SignedInOn => ({
        id: idHash,
        kind: 'browser',
        browser,
        begunAt,
        usedAt,
        expiresAt,
        isThis: idHash === own,
      }),
    )
    const programs = (grants?.programsOf(userId, now) ?? []).map(
      ({ id, begunAt, usedAt, until }): SignedInOn => ({
        id,
        kind: 'program',
        browser: '',
        begunAt,
        usedAt,
        expiresAt: until,
        isThis: false,
      }),
    )
    return [...browsers, ...programs].toSorted(
      (a, b) =>
        Number(b.isThis) - Number(a.isThis) || b.usedAt - a.usedAt || (a.id < b.id ? -1 : 1),
    )
  }

  /** @throws NOT_FOUND */
  async function endOne(userId: string, id: string): Promise<void> {
    const session = (await store.ofUser(userId, clock.now())).find(({ idHash }) => idHash === id)
    if (session === undefined) {
      if (grants?.end(userId, id) !== true) throw refusal('NOT_FOUND')
      return
    }
    const { tokenId, tokenUntil, grant } = session.about
    await store.endNamed(id)
    if (tokenId !== '') await revocations.add(tokenId, tokenUntil)
    if (grant !== '') grants?.end(userId, grant)
  }

  api.serve(userRoutes.sessions, {}, async ({ owner, request }) => [
    ...(await listed(owner, request)),
  ])

  api.serve(
    userRoutes.endSessions,
    {},
    async ({ owner, body: { id, password }, meta, request }) => {
      if (accounts !== null) {
        if (password === undefined)
          throw accountRefusal('PASSWORD_NEEDED', {}, [
            { path: 'password', code: 'PASSWORD_NEEDED' },
          ])
        await accounts.confirm(owner, password, 'password')
      }
      if (id !== undefined) {
        await endOne(owner, id)
        return { ended: 1 }
      }
      const others = (await listed(owner, request)).filter(({ isThis }) => !isThis)
      await endOthers(owner, meta(), request)
      return { ended: others.length }
    },
  )
}
