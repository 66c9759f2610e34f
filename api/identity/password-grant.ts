import * as oidc from 'openid-client'
import { accountRefusal } from '#commands/gateways/accounts/accounts.ts'
import type { Tokens } from '#contract/identity/identity.schemas.ts'
import { userRefusal } from '#domain/identity/user.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Authenticator } from './authenticate.ts'
import { type ProviderClient, sessionRefusal } from './provider-client.ts'
import type { Language } from '../kernel/languages.ts'

/**
 * Errors of a provider for a client that may not use this grant; the last is oidc-provider's.
 * @source RFC 6749, section 5.2
 */
const NOT_OFFERED = [
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
  'invalid_request',
]

/**
 * Signs in with a password that an outside provider checks, if it offers that grant to this client.
 *
 * @throws CREDENTIALS_WRONG · USER_DISABLED · SIGN_IN_ELSEWHERE where it is not offered ·
 * SIGN_IN_UNAVAILABLE
 */
export async function passwordGrant(
  {
    client,
    authenticator,
    signInUrl,
  }: {
    readonly client: ProviderClient
    readonly authenticator: Authenticator
    readonly signInUrl: () => string
  },
  {
    userName,
    password,
    language,
  }: { readonly userName: string; readonly password: string; readonly language: Language },
): Promise<Tokens> {
  const elsewhere = () => accountRefusal('SIGN_IN_ELSEWHERE', { signInUrl: signInUrl() })
  const config = await client.configuration()
  if (!config.serverMetadata().grant_types_supported?.includes('password')) throw elsewhere()
  const tokens = await oidc
    .genericGrantRequest(config, 'password', {
      username: userName,
      password,
      scope: 'openid profile email',
    })
    .catch((error: unknown) => {
      const code = error instanceof oidc.ResponseBodyError ? error.error : ''
      if (code === 'invalid_grant') throw accountRefusal('CREDENTIALS_WRONG')
      throw NOT_OFFERED.includes(code)
        ? elsewhere()
        : Object.assign(sessionRefusal('SIGN_IN_UNAVAILABLE'), { cause: error })
    })
  const found = await authenticator.signedIn(tokens.access_token, tokens.claims() ?? {}, language)
  if (found === null)
    throw (await authenticator.verify(tokens.access_token)) === null
      ? refusal('UNAUTHENTICATED')
      : userRefusal('USER_DISABLED')
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    expiresIn: tokens.expiresIn() ?? 0,
    userId: found.user._id,
  }
}
