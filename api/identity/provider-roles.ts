import type { JWTPayload } from 'jose'

export type Administrators = {
  /** Subjects, or e-mail addresses that the provider has verified: a user name may be anybody's choice. */
  readonly named?: readonly string[] | undefined
  /** A role at the provider. */
  readonly role?: string | undefined
  /** Whose own roles count, beside the realm's. */
  readonly clientId: string
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** Where providers write roles: `roles` and `groups` most of them, Keycloak the realm's and the client's apart. */
const rolesIn = (claims: JWTPayload, clientId: string): readonly unknown[] =>
  [
    claims['roles'],
    claims['groups'],
    memberOf(claims['realm_access'], 'roles'),
    memberOf(memberOf(claims['resource_access'], clientId), 'roles'),
  ].flatMap(listIn)

/** Whether a provider says that someone administers. */
export function isAdministrator(claims: JWTPayload, { named = [], role, clientId }: Administrators): boolean {
  const mail =
    claims['email_verified'] === true && typeof claims['email'] === 'string' ? claims['email'].toLowerCase() : undefined
  return (
    (claims.sub !== undefined && named.includes(claims.sub)) ||
    (mail !== undefined && named.some((name) => name.toLowerCase() === mail)) ||
    (role !== undefined && rolesIn(claims, clientId).includes(role))
  )
}
