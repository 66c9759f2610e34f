import type { JWTPayload } from 'jose'

export type Administrators = {
  /**
   * Subjects, or e-mail addresses that the provider has verified. No user names: users may choose
   * them freely.
   */
  readonly named?: readonly string[] | undefined
  /** A role at the provider. */
  readonly role?: string | undefined
  /** The client whose own roles count, beside the realm's. */
  readonly clientId: string
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/**
 * Claims that hold roles: `roles` and `groups` in most providers. Keycloak separates those of the
 * realm and of the client.
 */
const rolesIn = (claims: JWTPayload, clientId: string): readonly unknown[] =>
  [
    claims['roles'],
    claims['groups'],
    memberOf(claims['realm_access'], 'roles'),
    memberOf(memberOf(claims['resource_access'], clientId), 'roles'),
  ].flatMap(listIn)

/** Whether a provider's claims make a user an administrator. */
export function isAdministrator(
  claims: JWTPayload,
  { named = [], role, clientId }: Administrators,
): boolean {
  const mail =
    claims['email_verified'] === true && typeof claims['email'] === 'string'
      ? claims['email'].toLowerCase()
      : undefined
  return (
    (claims.sub !== undefined && named.includes(claims.sub)) ||
    (mail !== undefined && named.some((name) => name.toLowerCase() === mail)) ||
    (role !== undefined && rolesIn(claims, clientId).includes(role))
  )
}
