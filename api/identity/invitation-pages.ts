import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountRefusal, PASSWORD_MIN } from '#commands/gateways/accounts/accounts.ts'
import { sendPage } from '#api/kernel/html.ts'
import type { Language } from '../kernel/languages.ts'
import type { Invitations } from './invitations.ts'
import { LANGUAGE_COOKIE, pageLanguage } from './page-language.ts'
import { invitationPage, noErrors, problemPage } from './pages.ts'
import { acceptForms, formOf, problemsOf, textOf } from './sign-in-forms.ts'

const ATTEMPTS = { config: { rateLimit: { max: 20, timeWindow: 60_000 } }, schema: { hide: true } }

/** The page that an invitation leads to. Opening it changes nothing. */
export const mountInvitationPages = (app: FastifyInstance, invitations: Invitations) =>
  app.register((scope, _options, done) => {
    const languageOf = (request: FastifyRequest): Language =>
      pageLanguage({
        query: request.query,
        cookie: request.cookies[LANGUAGE_COOKIE],
        acceptLanguage: request.headers['accept-language'],
      })
    const tokenOf = (request: FastifyRequest): string =>
      textOf((request.query as { token?: unknown }).token, 4000)
    acceptForms(scope, languageOf)

    scope.get('/oidc/invitation', ATTEMPTS, async (request, reply) => {
      const language = languageOf(request)
      const token = tokenOf(request)
      const invitation = await invitations.peek(token)
      if (invitation === null) return sendPage(reply, 400, problemPage(language, 'link.expired'))
      const page = { token, invitation, userName: '', errors: noErrors, passwordMin: PASSWORD_MIN }
      return sendPage(reply, 200, invitationPage(language, page))
    })
    scope.post('/oidc/invitation', ATTEMPTS, async (request, reply) => {
      const language = languageOf(request)
      const token = tokenOf(request)
      const invitation = await invitations.peek(token)
      const expired = () => sendPage(reply, 400, problemPage(language, 'link.expired'))
      if (invitation === null) return expired()
      const form = formOf(request)
      const userName = textOf(form['userName'], 80).trim()
      const password = textOf(form['password'], 1000)
      try {
        if (password !== textOf(form['confirmation'], 1000))
          throw accountRefusal('PASSWORDS_DIFFER', {}, [
            { path: 'confirmation', code: 'PASSWORDS_DIFFER' },
          ])
        const chosen = { userName: userName === '' ? invitation.mail : userName, password }
        if (!(await invitations.accept(token, chosen, request.ip, request.id))) return expired()
      } catch (error) {
        const { status, errors } = problemsOf(error, language)
        const page = { token, invitation, userName, errors, passwordMin: PASSWORD_MIN }
        return sendPage(reply, status, invitationPage(language, page))
      }
      return sendPage(reply, 200, problemPage(language, 'link.accountMade'))
    })
    done()
  })
