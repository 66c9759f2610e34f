import { accountRefusal, type IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { Access } from '#commands/identity/access.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { MINUTE_MS } from '#domain/kernel/time.ts'
import type { Api, Call } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'

/** A sign-in that is not older stands for the password of an outside provider. */
const FRESH_MS = 15 * MINUTE_MS

export type LeavingDeps = {
  readonly access: Pick<Access, 'requestDeletion' | 'cancelDeletion'>
  /** null with an outside provider, which keeps the passwords. */
  readonly accounts: Pick<IdentityAdmin, 'confirm'> | null
  /** Start of the session that a request comes with; 0 without one. */
  readonly begunAt: (userId: string, request: Call['request']) => Promise<number>
  /** Tells the account's owner by mail. */
  readonly tell: (userId: string, deletionDate: number) => Promise<void>
}

/**
 * The end of one's own account. Another person at an open session cannot ask for it: it wants the
 * password, or a fresh sign-in.
 */
export function serveLeaving(api: Api, { access, accounts, begunAt, tell }: LeavingDeps): void {
  async function assertOwner({
    owner,
    body,
    request,
    now,
  }: Pick<Call<typeof userRoutes.leave>, 'owner' | 'body' | 'request' | 'now'>): Promise<void> {
    if (accounts === null) {
      if ((await begunAt(owner, request)) < now - FRESH_MS)
        throw accountRefusal('SIGN_IN_AGAIN', { minutes: FRESH_MS / MINUTE_MS })
      return
    }
    if (body?.password === undefined)
      throw accountRefusal('PASSWORD_NEEDED', {}, [{ path: 'password', code: 'PASSWORD_NEEDED' }])
    await accounts.confirm(owner, body.password, 'password')
  }

  api.serve(userRoutes.leave, {}, async (call) => {
    await assertOwner(call)
    const result = await access.requestDeletion(call.owner, call.meta())
    const deletionDate = result.state.status === 'active' ? result.state.deletionAt : 0
    if (result.events.length > 0) await tell(call.owner, deletionDate)
    return { ...written(result), deletionDate }
  })
  api.serve(userRoutes.stay, {}, async ({ owner, meta }) =>
    written(await access.cancelDeletion(owner, meta())),
  )
}
