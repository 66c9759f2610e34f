import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import type { OpenedMonth } from '#commands/timesheets/approval-months.ts'
import type { TimesheetApprovals } from '#commands/timesheets/approvals.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { APPROVAL_ANSWERS, APPROVAL_TEXTS } from '#domain/timesheets/approval.values.ts'
import { formField, takeForms } from '../kernel/form-fields.ts'
import { PAGE_HEADERS } from '../kernel/html.ts'
import { isLanguage, type Language, languageOf } from '../kernel/languages.ts'
import { fieldMessage, message } from '../kernel/messages.ts'
import { sendLogo } from '../kernel/page-logo.ts'
import { parse } from '../kernel/parse.ts'
import {
  type ApprovalForm,
  approvalPage,
  EMPTY_FORM,
  nameNeeded,
  noMonthPage,
} from './approval-page.ts'

/** The longest comment, four bytes each letter, percent-encoded. @unit bytes */
const FORM_BYTES = 32 * 1024
const READ = { config: { rateLimit: { max: 60, timeWindow: 60_000 } }, schema: { hide: true } }
const SENT = { config: { rateLimit: { max: 20, timeWindow: 60_000 } }, schema: { hide: true } }
/** 32 bytes in base64url. */
const SECRET = /^[\w-]{43}$/
const PATH = '/releve/:secret'

const Answer = z.object({
  answer: z.enum(APPROVAL_ANSWERS),
  name: oneLine(APPROVAL_TEXTS.name).min(1),
  comment: lines(APPROVAL_TEXTS.comment),
  content: z.string().regex(/^[0-9a-f]{64}$/),
})

/**
 * The page on which a client answers a month. Its address is all that it takes: no account, no
 * cookie, no script. A page of another site cannot answer, since it does not know the address.
 */
export async function approvalPages(
  app: FastifyInstance,
  approvals: Pick<TimesheetApprovals, 'opened' | 'see' | 'answer'>,
  documents: Pick<Documents, 'read'>,
): Promise<void> {
  const secretOf = (request: FastifyRequest): string =>
    (request.params as { secret: string }).secret // of the path
  const pathOf = (request: FastifyRequest): string =>
    `/releve/${encodeURIComponent(secretOf(request))}`
  const meta = (request: FastifyRequest) =>
    ({ actor: { kind: 'system', id: 'public' }, cause: 'user', correlationId: request.id }) as const

  /** The language that was chosen on the page, else the client's. */
  const chosen = ({ query }: FastifyRequest): Language | null => {
    const { lang } = query as { lang?: unknown } // fastify parses every query into an object
    return typeof lang === 'string' && isLanguage(lang) ? lang : null
  }
  const orTheirs = (request: FastifyRequest): Language =>
    chosen(request) ?? languageOf(request.headers['accept-language'])

  const send = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    // No search engine lists it, and no page that it leads to learns its address.
    reply
      .code(status)
      .headers({
        ...PAGE_HEADERS,
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      })
      .send(page)

  const opened = async (request: FastifyRequest): Promise<OpenedMonth | 'expired' | null> => {
    const secret = secretOf(request)
    if (!SECRET.test(secret)) return null
    try {
      return await approvals.opened(secret)
    } catch (error) {
      // The contract, or the business, is no longer there.
      if (error instanceof Refusal && error.code === 'NOT_FOUND') return null
      throw error
    }
  }
  const closed = (
    request: FastifyRequest,
    reply: FastifyReply,
    month: 'expired' | null,
  ): FastifyReply =>
    month === null
      ? send(reply, 404, noMonthPage(orTheirs(request), 'unknown', pathOf(request)))
      : send(reply, 410, noMonthPage(orTheirs(request), 'expired', pathOf(request)))

  await app.register(async (scope) => {
    takeForms(scope, FORM_BYTES)
    scope.setErrorHandler((error: { statusCode?: number; kind?: string }, request, reply) => {
      const isTooMany = error.kind === 'too-many' || error.statusCode === 429
      const isTheirs = isTooMany || error instanceof Refusal || (error.statusCode ?? 500) < 500
      if (!isTheirs) request.log.error({ err: error }, 'the page of an approval failed')
      const status = isTooMany ? 429 : isTheirs ? 400 : 500
      return send(
        reply,
        status,
        noMonthPage(orTheirs(request), isTooMany ? 'tooMany' : 'failed', pathOf(request)),
      )
    })

    scope.get(PATH, READ, async (request, reply) => {
      const month = await opened(request)
      if (month === null || month === 'expired') return closed(request, reply, month)
      // Asking whether the page is there is not reading it.
      if (request.method === 'GET' && month.approval.status === 'sent')
        await approvals.see(secretOf(request), month, meta(request))
      const language = chosen(request) ?? month.parties.language
      return send(reply, 200, approvalPage(language, month, EMPTY_FORM, pathOf(request)))
    })

    scope.get(`${PATH}/logo`, READ, async (request, reply) => {
      const month = await opened(request)
      const sha256 = month === null || month === 'expired' ? '' : month.parties.logoSha256
      return sendLogo(reply, documents, sha256)
    })

    scope.post(PATH, { ...SENT, bodyLimit: FORM_BYTES }, async (request, reply) => {
      const month = await opened(request)
      if (month === null || month === 'expired') return closed(request, reply, month)
      const language = chosen(request) ?? month.parties.language
      const text = (name: string): string => formField(request, name)
      try {
        if (request.headers['sec-fetch-site'] === 'cross-site') throw refusal('FORBIDDEN')
        const { content, ...answer } = parse(
          Answer,
          {
            answer: text('answer'),
            name: text('name'),
            comment: text('comment'),
            content: text('content'),
          },
          language,
        )
        await approvals.answer(
          secretOf(request),
          { ...answer, contentSha256: content },
          { ...meta(request), commandId: newUlid() },
        )
        return await reply
          .header('cache-control', 'no-store')
          .redirect(`${pathOf(request)}${chosen(request) === null ? '' : `?lang=${language}`}`, 303)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const form: ApprovalForm = {
          name: text('name').slice(0, APPROVAL_TEXTS.name),
          comment: text('comment').slice(0, APPROVAL_TEXTS.comment),
          problems: {
            ...problemsOf(error, language),
            ...(text('name').trim() === '' && { name: nameNeeded(language) }),
          },
        }
        const now = await opened(request)
        if (now === null || now === 'expired') return closed(request, reply, now)
        return send(
          reply,
          error.kind === 'conflict' ? 409 : 422,
          approvalPage(language, now, form, pathOf(request)),
        )
      }
    })
  })
}

/** A refusal beside the field that it names, else above the form. */
function problemsOf(error: Refusal, language: Language): ApprovalForm['problems'] {
  const named = error.fields.filter(({ path }) => path === 'name' || path === 'comment')
  if (named.length === 0) return { form: message(language, error.code, error.details) }
  return Object.fromEntries(named.map((field) => [field.path, fieldMessage(language, field)]))
}
