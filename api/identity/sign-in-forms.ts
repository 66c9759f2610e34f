import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/kernel/errors.ts'
import { fieldMessage, message } from '#api/kernel/messages.ts'
import type { Language } from '../kernel/languages.ts'
import { sendPage } from '#api/kernel/html.ts'
import { type FormErrors, problemPage } from './pages.ts'

export const FORM_LIMIT = 16 * 1024

/** Lets the routes of a scope take forms, and answer errors with a page instead of an envelope. */
export function acceptForms(
  scope: FastifyInstance,
  languageOf: (request: FastifyRequest) => Language,
): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // A user who navigates here gets a page, not an envelope.
  scope.setErrorHandler((error: { statusCode?: number; kind?: string }, request, reply) => {
    const tooMany = error.kind === 'too-many' || error.statusCode === 429
    const theirs =
      error instanceof Refusal ||
      tooMany ||
      (error.statusCode !== undefined && error.statusCode < 500)
    if (!theirs) request.log.error({ err: error }, 'a sign-in page failed')
    return sendPage(
      reply,
      tooMany ? 429 : error.kind === 'misdirected' ? 421 : theirs ? 400 : 500,
      problemPage(languageOf(request), tooMany ? 'signIn.tooMany' : 'signIn.failed'),
    )
  })
}

export const textOf = (value: unknown, max = 200): string =>
  typeof value === 'string' ? value.slice(0, max) : ''
export const formOf = (request: FastifyRequest): Readonly<Record<string, unknown>> =>
  typeof request.body === 'object' && request.body !== null
    ? (request.body as Record<string, unknown>)
    : {}

class MissingFields extends Error {
  readonly errors: FormErrors
  constructor(errors: FormErrors) {
    super('Required fields are empty')
    this.errors = errors
  }
}
export function missingIn(
  language: Language,
  values: Readonly<Record<string, string>>,
): MissingFields | null {
  const empty = Object.entries(values).filter(([, value]) => value.trim() === '')
  return empty.length === 0
    ? null
    : new MissingFields({
        fields: Object.fromEntries(
          empty.map(([name]) => [name, message(language, 'FIELD_REQUIRED')]),
        ),
      })
}

/** A refusal as messages of the form: beside a field that it names, else above the form. */
export function problemsOf(
  error: unknown,
  language: Language,
): { status: number; errors: FormErrors; retryAfterS?: number } {
  if (error instanceof MissingFields) return { status: 422, errors: error.errors }
  if (!(error instanceof Refusal)) throw error
  const fields = Object.fromEntries(
    error.fields.map((field) => [field.path, fieldMessage(language, field)]),
  )
  const status =
    { unauthenticated: 401, forbidden: 403, 'too-many': 429, conflict: 409 }[
      error.kind as string
    ] ?? 422
  const { seconds } = error.details
  return {
    status,
    ...(typeof seconds === 'number' && { retryAfterS: seconds }),
    errors:
      error.fields.length > 0
        ? { fields }
        : { form: message(language, error.code, error.details), fields: {} },
  }
}
