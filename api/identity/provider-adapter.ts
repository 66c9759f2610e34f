import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { IdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'

/**
 * Storage of oidc-provider's sessions, grants, codes and refresh tokens, so that they survive a
 * restart.
 */
export function providerAdapter(
  { sql }: IdentityDatabase,
  clock: Clock,
): new (
  model: string,
) => Adapter {
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
  const consume = sql.prepare(
    "UPDATE oidc SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?",
  )
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

type GrantRow = { grant_id: string | null; payload: string }
const uidIn = ({ payload }: GrantRow): string =>
  (JSON.parse(payload) as AdapterPayload).sessionUid ?? ''

/** Tokens of programs that signed in by password, each grant as one. @unit epoch milliseconds */
export type ProgramGrant = {
  readonly id: string
  readonly begunAt: number
  readonly usedAt: number
  readonly until: number
}

/** Grants of the provider to an account, by sign-in. */
export function accountGrants({ sql }: Pick<IdentityDatabase, 'sql'>, programClient: string) {
  const byToken = sql.prepare<[string], GrantRow>(
    "SELECT grant_id, payload FROM oidc WHERE model = 'RefreshToken' AND id = ?",
  )
  const byGrant = sql.prepare<[string, string], GrantRow>(
    "SELECT grant_id, payload FROM oidc WHERE model = 'RefreshToken' AND grant_id = ? AND account_id = ?",
  )
  const programs = sql.prepare<[string, string, number], ProgramGrant>(
    `SELECT grant_id AS id, MIN(payload ->> 'iat') * 1000 AS begunAt, MAX(payload ->> 'iat') * 1000 AS usedAt,
            MAX(expires_at) AS until
     FROM oidc WHERE model = 'RefreshToken' AND account_id = ? AND payload ->> 'clientId' = ? AND expires_at > ?
     GROUP BY grant_id HAVING COUNT(*) FILTER (WHERE payload ->> 'consumed' IS NULL) > 0`,
  )
  const endOne = sql.prepare(
    `DELETE FROM oidc WHERE account_id = @account AND (grant_id = @grant OR (model = 'Grant' AND id = @grant)
       OR (model = 'Session' AND uid = @session))`,
  )
  const endOthers = sql.prepare(
    `DELETE FROM oidc WHERE account_id = @account AND COALESCE(grant_id, '') <> @grant
       AND NOT (model = 'Grant' AND id = @grant) AND NOT (model = 'Session' AND COALESCE(uid, '') = @session)`,
  )

  return {
    /** The grant of a refresh token; empty when it is not known. */
    of: (refreshToken: string): string => byToken.get(refreshToken)?.grant_id ?? '',
    programsOf: (accountId: string, now: number): readonly ProgramGrant[] =>
      programs.all(accountId, programClient, now),
    /**
     * Ends one grant, and the session of the browser that it was given to. @returns whether there
     * was such a grant
     */
    end(accountId: string, grant: string): boolean {
      const row = byGrant.get(grant, accountId)
      if (row === undefined) return false
      endOne.run({ account: accountId, grant, session: uidIn(row) || '-' })
      return true
    },
    /**
     * Ends everything the provider holds for an account: it must sign in again everywhere.
     *
     * @param keptRefreshToken of a sign-in that goes on
     */
    endAll(accountId: string, keptRefreshToken = ''): void {
      const session = byToken.get(keptRefreshToken)
      endOthers.run({
        account: accountId,
        grant: session?.grant_id || '-',
        session: (session && uidIn(session)) || '-',
      })
    },
  }
}
export type AccountGrants = ReturnType<typeof accountGrants>
