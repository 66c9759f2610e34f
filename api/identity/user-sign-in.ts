import { accountRefusal } from '#commands/gateways/accounts/accounts.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { userRefusal } from '#domain/identity/user.ts'
import { isLanguage } from '../kernel/languages.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { reads, type UserRoutesDeps } from './user-routes.ts'

/** Sign-in by password, registration, and changes of the password. */
export function serveUserSignIn(
  api: Api,
  {
    users,
    accounts,
    signInUrl,
    mint,
    signInOutside,
    endAccess,
    signedIn,
    signUp,
    access,
    invitations,
  }: UserRoutesDeps,
): void {
  const { newId } = api.deps
  const elsewhere = (screen?: 'register') =>
    accountRefusal('SIGN_IN_ELSEWHERE', { signInUrl: signInUrl(screen) })

  api.serve(userRoutes.changePassword, {}, async (call) => {
    if (accounts === null) throw elsewhere()
    await accounts.changePassword(call.owner, call.body.current, call.body.password)
    await endAccess(call.owner, 'password-changed', call.meta(), call.request)
    return { id: call.owner }
  })

  api.serve(userRoutes.authenticate, { reads }, async ({ read, body, request, language }) => {
    if (accounts === null) {
      const tokens = await signInOutside(body.userName, body.password, language)
      await signedIn(tokens.userId)
      return tokens
    }
    const account = await accounts.verify(body.userName, body.password, request.ip)
    const user = await read.users.get(account.id)
    if (user !== null && !user.active) throw userRefusal('USER_DISABLED')
    if (account.passwordDue) throw accountRefusal('PASSWORD_DUE')
    const tokens = await mint(account)
    await signedIn(account.id)
    return tokens
  })

  api.serve(userRoutes.invite, {}, async (call) => {
    if (invitations === null) throw elsewhere('register')
    const { mail, firstName, lastName, roleIds, preferredLanguage = call.language } = call.body
    await access.mayInvite(call.caller, roleIds)
    const { actor } = call.meta()
    const by = { id: call.caller.userId, name: actor?.name ?? '' }
    const language = isLanguage(preferredLanguage) ? preferredLanguage : 'fr'
    const sent = await invitations.invite(by, { mail, firstName, lastName, roleIds, language })
    return { mail, ...sent }
  })

  api.serve(userRoutes.register, {}, async (call) => {
    if (accounts === null) throw elsewhere('register')
    const { timeZone, preferredLanguage = call.language, ...account } = call.body
    const user = { ...account, preferredLanguage, ...(timeZone !== undefined && { timeZone }) }
    const { ip } = call.request
    if (signUp === null)
      return written(await users.register(accounts, user, call.meta({ commandId: newId() }), ip))
    const id = newId()
    await signUp.ask(id, user, ip)
    // There is no user yet, and for a mail that is taken there will be none: both are answered
    // alike.
    return { id, version: 0, position: await api.deps.store.head() }
  })
}
