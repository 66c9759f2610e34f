import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountLinks } from '#commands/gateways/accounts/account-links.ts'
import {
  accountRefusal,
  type IdentityAdmin,
  PASSWORD_MIN,
} from '#commands/gateways/accounts/accounts.ts'
import type { Language } from '../kernel/languages.ts'
import { sendPage } from '#api/kernel/html.ts'
import type { AccountOutbox } from './account-mails.ts'
import type { ConfirmedSignUp } from './confirmed-sign-up.ts'
import { LANGUAGE_COOKIE, pageLanguage } from './page-language.ts'
import { confirmMailPage, forgottenPage, newPasswordPage, noErrors, problemPage } from './pages.ts'
import { acceptForms, formOf, problemsOf, textOf } from './sign-in-forms.ts'

const ATTEMPTS = { config: { rateLimit: { max: 20, timeWindow: 60_000 } }, schema: { hide: true } }
const TOKEN = /^[\w-]{43}$/

/**
 * Pages that a mail leads to: a new password, and the confirmation of a new address. Opening a link
 * changes nothing.
 */
export async function mountAccountPages(
  app: FastifyInstance,
  deps: {
    readonly accounts: IdentityAdmin
    readonly links: AccountLinks
    readonly outbox: AccountOutbox
    /** null: an account is made at once. */
    readonly signUp: ConfirmedSignUp | null
    readonly newId: () => string
    readonly publicUrl: () => URL
    readonly languageOf: (userId: string) => Promise<Language>
    readonly isActive: (userId: string) => Promise<boolean>
    /** Ends every session of the account after its password was set. */
    readonly passwordSet: (userId: string, request: FastifyRequest) => Promise<void>
    /** Changes the mail of the account and of its user. @throws MAIL_TAKEN */
    readonly mailConfirmed: (
      userId: string,
      confirmed: { readonly mail: string; readonly isByOther: boolean },
      request: FastifyRequest,
    ) => Promise<void>
    /** Whether the owner of the account gave its address or agreed to it. */
    readonly isMailOwn: (userId: string) => Promise<boolean>
  },
): Promise<void> {
  const {
    accounts,
    links,
    outbox,
    signUp,
    newId,
    publicUrl,
    languageOf,
    isActive,
    passwordSet,
    mailConfirmed,
    isMailOwn,
  } = deps

  const languageOfRequest = (request: FastifyRequest): Language =>
    pageLanguage({
      query: request.query,
      cookie: request.cookies[LANGUAGE_COOKIE],
      acceptLanguage: request.headers['accept-language'],
    })
  const tokenOf = (request: FastifyRequest): string => {
    const { token } = request.params as { token: string }
    return TOKEN.test(token) ? token : ''
  }
  const expired = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPage(reply, 400, problemPage(languageOfRequest(request), 'link.expired'))

  async function offerPassword(login: string): Promise<void> {
    const account = await accounts.findByLogin(login)
    if (account === null || !(await isActive(account.id))) return
    if (!(await isMailOwn(account.id))) return
    const language = await languageOf(account.id)
    // Nothing comes between the link and its mail: the link is kept by its hash alone.
    const token = links.offer(account.id, 'password', account.mail)
    if (token === null) return
    const link = new URL(`/oidc/password/${token}`, publicUrl())
    outbox.mails('resetPassword', account.mail, language, {
      link,
      userName: account.userName,
    })
  }

  const stop = outbox.start(offerPassword)
  app.addHook('onClose', stop)

  await app.register(async (scope) => {
    acceptForms(scope, languageOfRequest)

    scope.get('/oidc/forgotten', ATTEMPTS, (request, reply) =>
      sendPage(reply, 200, forgottenPage(languageOfRequest(request), { sent: false })),
    )
    // The answer is the same for every login: it does not tell whether there is such an account.
    scope.post('/oidc/forgotten', ATTEMPTS, (request, reply) => {
      outbox.forgotten(textOf(formOf(request)['login'], 254))
      return sendPage(reply, 200, forgottenPage(languageOfRequest(request), { sent: true }))
    })

    scope.get('/oidc/password/:token', ATTEMPTS, (request, reply) => {
      const token = tokenOf(request)
      if (links.peek(token, 'password') === null) return expired(request, reply)
      const page = { path: `/oidc/password/${token}`, errors: noErrors, passwordMin: PASSWORD_MIN }
      return sendPage(reply, 200, newPasswordPage(languageOfRequest(request), page))
    })
    scope.post('/oidc/password/:token', ATTEMPTS, async (request, reply) => {
      const language = languageOfRequest(request)
      const token = tokenOf(request)
      const link = links.peek(token, 'password')
      if (link === null) return expired(request, reply)
      const form = formOf(request)
      const password = textOf(form['password'], 1000)
      try {
        if (password !== textOf(form['confirmation'], 1000))
          throw accountRefusal('PASSWORDS_DIFFER', {}, [
            { path: 'confirmation', code: 'PASSWORDS_DIFFER' },
          ])
        const isTaken = () => links.take(token, 'password') !== null
        if (!(await accounts.resetPassword(link.accountId, password, isTaken)))
          return expired(request, reply)
      } catch (error) {
        const { status, errors } = problemsOf(error, language)
        const page = { path: `/oidc/password/${token}`, errors, passwordMin: PASSWORD_MIN }
        return sendPage(reply, status, newPasswordPage(language, page))
      }
      await passwordSet(link.accountId, request)
      return sendPage(reply, 200, problemPage(language, 'link.passwordSet'))
    })

    scope.get('/oidc/mail/:token', ATTEMPTS, (request, reply) => {
      const token = tokenOf(request)
      const link = links.peek(token, 'mail') ?? links.peek(token, 'mailByOther')
      if (link === null) return expired(request, reply)
      const page = { path: `/oidc/mail/${token}`, mail: link.mail }
      return sendPage(reply, 200, confirmMailPage(languageOfRequest(request), page))
    })
    scope.post('/oidc/mail/:token', ATTEMPTS, async (request, reply) => {
      const own = links.take(tokenOf(request), 'mail')
      const link = own ?? links.take(tokenOf(request), 'mailByOther')
      if (link === null) return expired(request, reply)
      await mailConfirmed(link.accountId, { mail: link.mail, isByOther: own === null }, request)
      return sendPage(reply, 200, problemPage(languageOfRequest(request), 'link.mailConfirmed'))
    })

    if (signUp === null) return
    const sealedIn = (request: FastifyRequest): string =>
      textOf((request.query as { token?: unknown }).token, 4000)
    scope.get('/oidc/account', ATTEMPTS, (request, reply) => {
      const token = sealedIn(request)
      const mail = signUp.mailIn(token)
      if (mail === null) return expired(request, reply)
      return sendPage(
        reply,
        200,
        confirmMailPage(languageOfRequest(request), { path: `/oidc/account?token=${token}`, mail }),
      )
    })
    scope.post('/oidc/account', ATTEMPTS, async (request, reply) => {
      const isMade = await signUp.confirm(sealedIn(request), {
        commandId: newId(),
        owner: '',
        actor: { kind: 'system', id: 'public' },
        cause: 'user',
        correlationId: request.id,
      })
      if (!isMade) return expired(request, reply)
      return sendPage(reply, 200, problemPage(languageOfRequest(request), 'link.accountMade'))
    })
  })
}
