import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { IdentityDatabase } from '#commands/gateways/identity-database.ts'
import type { Clock } from '#domain/kernel/clock.ts'

/** Storage of oidc-provider's sessions, grants, codes and refresh tokens, so that they survive a restart. */
export function providerAdapter({ sql }: IdentityDatabase, clock: Clock): new (model: string) => Adapter {
  const put = sql.prepare(
    'INSERT OR REPLACE INTO oidc (model, id, account_id, grant_id, uid, payload, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const live = '(expires_at IS NULL OR expires_at > ?)'
  const byId = sql.prepare<[string, string, number], { payload: string }>(
    `SELECT payload FROM oidc WHERE model = ? AND id = ? AND ${live}`,
  )
  const byUid = sql.prepare<[string, string, number], { payload: string }>(
    `SELECT payload FROM oidc WHERE model = ? AND uid = ? AND ${live}`,
  )
  const consume = sql.prepare("UPDATE oidc SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?")
  const destroy = sql.prepare('DELETE FROM oidc WHERE model = ? AND id = ?')
  const revoke = sql.prepare('DELETE FROM oidc WHERE model = ? AND grant_id = ?')
  const payloadOf = (row: { payload: string } | undefined): AdapterPayload | undefined =>
    row === undefined ? undefined : (JSON.parse(row.payload) as AdapterPayload)

  return class {
    readonly #model: string
    constructor(model: string) {
      this.#model = model
    }
    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      put.run(
        this.#model,
        id,
        payload.accountId ?? null,
        payload.grantId ?? null,
        payload.uid ?? null,
        JSON.stringify(payload),
        expiresIn ? clock.now() + expiresIn * 1000 : null,
      )
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      return payloadOf(byId.get(this.#model, id, clock.now()))
    }
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return payloadOf(byUid.get(this.#model, uid, clock.now()))
    }
    /** The device flow is off. */
    async findByUserCode(): Promise<undefined> {
      return undefined
    }
    async consume(id: string): Promise<void> {
      consume.run(Math.floor(clock.now() / 1000), this.#model, id)
    }
    async destroy(id: string): Promise<void> {
      destroy.run(this.#model, id)
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      revoke.run(this.#model, grantId)
    }
  }
}

/**
 * Ends everything the provider holds for an account: it must sign in again everywhere.
 *
 * @param keptRefreshToken of a sign-in that goes on
 */
export function forgetAccountGrants({ sql }: IdentityDatabase, accountId: string, keptRefreshToken = ''): void {
  const kept = sql
    .prepare<[string], { grant_id: string | null; payload: string }>(
      "SELECT grant_id, payload FROM oidc WHERE model = 'RefreshToken' AND id = ?",
    )
    .get(keptRefreshToken)
  const grant = kept?.grant_id ?? ''
  const session = kept === undefined ? '' : ((JSON.parse(kept.payload) as AdapterPayload).sessionUid ?? '')
  sql
    .prepare(
      `DELETE FROM oidc WHERE account_id = @account AND COALESCE(grant_id, '') <> @grant
       AND NOT (model = 'Grant' AND id = @grant) AND NOT (model = 'Session' AND COALESCE(uid, '') = @session)`,
    )
    .run({ account: accountId, grant: grant === '' ? '-' : grant, session: session === '' ? '-' : session })
}
