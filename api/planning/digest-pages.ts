import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NotificationDigestCommands } from '#commands/planning/notification-digests.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { type Html, html, sendPage } from '../kernel/html.ts'
import { isLanguage, type Language, languageOf } from '../kernel/languages.ts'
import { layout } from '../kernel/page-layout.ts'
import { word } from '../kernel/words.ts'

const FORM_BYTES = 1_024
const HIDDEN = { config: { rateLimit: { max: 30, timeWindow: 60_000 } }, schema: { hide: true } }
type Link = { readonly userId: string; readonly secret: string }

/**
 * The pages behind the last link of a mail of reminders. Opening it changes nothing, since mail
 * programs open links by themselves. The form ends the mails, and so does the one request of a mail
 * program's own button.
 *
 * @source RFC 8058
 */
export async function digestPages(
  app: FastifyInstance,
  digests: Pick<NotificationDigestCommands, 'opens'> & {
    readonly stop: (...request: Parameters<NotificationDigestCommands['stop']>) => Promise<unknown>
  },
): Promise<void> {
  const languageIn = (request: FastifyRequest): Language => {
    const { lang = '' } = request.query as { lang?: string } // text, or absent
    return isLanguage(lang) ? lang : languageOf(request.headers['accept-language'])
  }
  const linkOf = (request: FastifyRequest): Link => request.params as Link // both are in the path

  function page(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    body: (t: Said) => Html,
  ): FastifyReply {
    const language = languageIn(request)
    const t: Said = (key) => word(language, 'planning', `digest.page.${key}`)
    return sendPage(reply, status, layout(language, t('title'), body(t), null))
  }
  type Said = (key: string) => string
  const unknown = (request: FastifyRequest, reply: FastifyReply) =>
    page(
      request,
      reply,
      404,
      (t) => html`<h1>${t('unknown')}</h1><p class="lead" role="alert">${t('unknownLead')}</p>`,
    )

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_, _body, done) => done(null, null),
    )
    scope.get('/mail/stop/:userId/:secret', HIDDEN, async (request, reply) => {
      const { userId, secret } = linkOf(request)
      if (!(await digests.opens(userId, secret))) return unknown(request, reply)
      return page(
        request,
        reply,
        200,
        (t) => html`<h1>${t('title')}</h1><p class="lead">${t('ask')}</p>
<form method="post"><div class="actions"><button class="btn primary">${t('act')}</button></div></form>`,
      )
    })
    scope.post('/mail/stop/:userId/:secret', HIDDEN, async (request, reply) => {
      const { userId, secret } = linkOf(request)
      try {
        await digests.stop(secret, {
          commandId: newUlid(),
          owner: userId,
          actor: { kind: 'system', id: 'public' },
          cause: 'process',
        })
      } catch (error) {
        if (error instanceof Refusal && error.code === 'NOT_FOUND') return unknown(request, reply)
        throw error
      }
      return page(
        request,
        reply,
        200,
        (t) => html`<h1>${t('title')}</h1><p class="note done" role="status">${t('stopped')}</p>`,
      )
    })
  })
}
