import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keptDocument } from '#commands/gateways/documents/documents.ts'
import type { SendCode } from '#commands/quotes/quote-mails.ts'
import { PDF } from '#commands/billing/issue-bill.ts'
import type { Commands } from '#commands/product.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { CODE_DIGITS } from '#domain/quotes/quote.values.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { dayIn } from '#domain/kernel/time.ts'
import type { Api } from '#api/kernel/api.ts'
import { contentDisposition } from '#api/kernel/content-disposition.ts'
import { formField, takeForms } from '#api/kernel/form-fields.ts'
import { sendPage } from '#api/kernel/html.ts'
import { isLanguage, type Language, languageOf } from '#api/kernel/languages.ts'
import { fieldMessage, message } from '#api/kernel/messages.ts'
import { sendLogo } from '#api/kernel/page-logo.ts'
import { parse } from '#api/kernel/parse.ts'
import { clientsOfQuotes } from './quote-links.ts'
import {
  closedQuotePage,
  EMPTY_FORM,
  type QuoteForm,
  quotePage,
  type ShownQuote,
} from './quote-page.ts'

/** A name and a reason, four bytes a letter. @unit bytes */
const FORM_BYTES = 8_192
const READ = { config: { rateLimit: { max: 60, timeWindow: 60_000 } }, schema: { hide: true } }
const SENT = { config: { rateLimit: { max: 20, timeWindow: 60_000 } }, schema: { hide: true } }
const HIDDEN_FROM_SEARCH = 'noindex, nofollow'

const Signer = quoteRoutes.acceptByLink.body.pick({ name: true })
const { body: Declined } = quoteRoutes.declineByLink

/** Public pages of quotes, behind the link of their mail. They need no account and no script. */
export async function mountQuotePages(
  app: FastifyInstance,
  api: Api,
  { commands, sendCode }: { readonly commands: Commands; readonly sendCode: SendCode | null },
): Promise<void> {
  const { documents, clock } = api.deps
  const clients = clientsOfQuotes(api.deps, commands, sendCode)
  // of the path
  const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token
  const pathOf = (request: FastifyRequest): string =>
    `/devis/${encodeURIComponent(tokenOf(request))}`
  /** The language that was chosen on the page; null for none. */
  const chosen = ({ query }: FastifyRequest): Language | null => {
    const { lang } = query as { lang?: unknown } // fastify parses every query into an object
    return typeof lang === 'string' && isLanguage(lang) ? lang : null
  }

  async function shown(token: string): Promise<ShownQuote> {
    const { status, sent, acceptance, timeZone, ...linked } = await clients.opened(token)
    const { frozen, address } = sent
    return {
      status,
      frozen,
      address,
      acceptance,
      today: dayIn(clock.now(), timeZone),
      colour: await clients.colourOf(linked),
      isHanded: sendCode === null,
    }
  }
  async function closed(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isReplaced = await clients.wasOpened(tokenOf(request))
    return send(
      reply,
      isReplaced ? 410 : 404,
      closedQuotePage(
        chosen(request) ?? languageOf(request.headers['accept-language']),
        isReplaced,
      ),
    )
  }
  const send = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    sendPage(reply.header('x-robots-tag', HIDDEN_FROM_SEARCH), status, page)
  const isClosed = (error: unknown): boolean =>
    error instanceof Refusal && error.code === 'QUOTE_LINK_CLOSED'

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    form: QuoteForm = EMPTY_FORM,
    status = 200,
  ): Promise<FastifyReply> {
    const token = tokenOf(request)
    try {
      const quote = await shown(token)
      const language = chosen(request) ?? quote.frozen.bill.language
      return await send(reply, status, quotePage(quote, form, language, pathOf(request)))
    } catch (error) {
      if (isClosed(error)) return closed(request, reply)
      throw error
    }
  }

  /** @throws the decider's refusals, and those of the form's fields */
  async function act(
    request: FastifyRequest,
    doing: string,
    language: Language,
  ): Promise<QuoteForm> {
    const token = tokenOf(request)
    const field = (name: string) => formField(request, name)
    if (doing === 'decline') {
      const { reason } = parse(Declined, { reason: field('reason') }, language)
      await clients.decline(token, reason, request.id)
      return EMPTY_FORM
    }
    const { name } = parse(Signer, { name: field('name') }, language)
    if (doing === 'code') {
      await clients.sendCode(token, request.id)
      return { ...EMPTY_FORM, name, asksCode: true }
    }
    if (doing === 'accept') {
      const code = field('code').replaceAll(/\D/g, '').slice(0, CODE_DIGITS)
      await clients.accept(token, { name, code }, request.id)
    } else throw refusal('NOT_FOUND')
    return EMPTY_FORM
  }

  await app.register(async (scope) => {
    takeForms(scope, FORM_BYTES)

    scope.get('/devis/:token', READ, async (request, reply) => {
      try {
        await clients.viewed(tokenOf(request), request.id)
      } catch (error) {
        if (!isClosed(error)) throw error
      }
      return show(request, reply)
    })

    scope.post('/devis/:token', SENT, async (request, reply) => {
      const { do: doing = '' } = request.query as { do?: string } // text, or absent
      let language = chosen(request)
      try {
        language ??= (await shown(tokenOf(request))).frozen.bill.language
        const form = await act(request, doing, language)
        return await show(request, reply, form)
      } catch (error) {
        if (isClosed(error)) return closed(request, reply)
        if (language === null || !(error instanceof Refusal)) throw error
        const [first] = error.fields
        const problem = first
          ? fieldMessage(language, first)
          : message(language, error.code, error.details)
        const form = {
          name: formField(request, 'name'),
          reason: formField(request, 'reason'),
          asksCode: doing === 'accept',
          problem,
          of: doing === 'decline' ? ('decline' as const) : ('accept' as const),
        }
        return show(request, reply, form, 422)
      }
    })

    scope.get('/devis/:token/logo', READ, async (request, reply) => {
      const seller = await clients.opened(tokenOf(request)).then(
        ({ sent }) => sent.frozen.bill.seller,
        (error: unknown) => {
          if (isClosed(error)) return null
          throw error
        },
      )
      return sendLogo(reply, documents, seller?.logoSha256 ?? '')
    })

    scope.get('/devis/:token/pdf', READ, async (request, reply) => {
      try {
        const { sent } = await clients.opened(tokenOf(request))
        const paper = await keptDocument(documents, sent.documentSha256)
        return await reply
          .type(PDF)
          .header('x-robots-tag', HIDDEN_FROM_SEARCH)
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'same-origin')
          .header('x-content-type-options', 'nosniff')
          .header(
            'content-disposition',
            contentDisposition('inline', `${sent.frozen.bill.ref}.pdf`),
          )
          .send(Buffer.from(paper.bytes))
      } catch (error) {
        if (isClosed(error)) return closed(request, reply)
        throw error
      }
    })
  })
}
