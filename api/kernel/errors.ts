import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { logFaultOf } from '#commands/event-store/log-fault.ts'
import { DocumentDamaged } from '#commands/gateways/documents/documents.ts'
import { diskFaultOf } from '#commands/gateways/engines/disk.ts'
import {
  AppendOutcomeUnknown,
  DatabaseUnavailable,
  StoreUnavailable,
} from '#domain/kernel/ports/event-store.ts'
import { Refusal, type RefusalKind } from '#domain/kernel/errors.ts'
import type { Failure } from '#contract/kernel/answers.schemas.ts'
import { languageOf, type Language } from './languages.ts'
import { fieldMessage, message } from './messages.ts'

const STATUS: Readonly<Record<RefusalKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  unsupported: 415,
  invalid: 422,
  'too-many': 429,
  outside: 502,
  unavailable: 503,
  'not-offered': 501,
  misdirected: 421,
  'wrong-method': 405,
  'too-slow': 408,
}

/** Fastify's refusals of a client's fault, as codes of the product. */
const FRAMEWORK: Readonly<Record<number, string>> = {
  400: 'REQUEST_INVALID',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TOO_SLOW',
  413: 'TOO_LARGE',
  414: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  431: 'TOO_LARGE',
}

const failure = (
  status: number,
  code: string,
  language: Language,
  details: Readonly<Record<string, unknown>> = {},
): Failure => ({
  status,
  result: { message: message(language, code, details), code },
})

/**
 * The only place where an error becomes a status and an envelope. An error that is no refusal is a
 * bug: it is logged with its stack and answered as INTERNAL.
 */
function problemOf(error: unknown, language: Language): Failure {
  if (error instanceof Refusal) {
    const body = failure(STATUS[error.kind], error.code, language, error.details)
    if (error.fields.length > 0)
      body.result.fields = error.fields.map((field) => ({
        path: field.path,
        message: fieldMessage(language, field),
      }))
    return body
  }
  if (error instanceof DocumentDamaged) return failure(500, 'DOCUMENT_DAMAGED', language)
  const fault = diskFaultOf(error) ?? logFaultOf(error)
  if (fault !== null) return failure(503, fault, language)
  if (error instanceof DatabaseUnavailable) return failure(503, 'DATABASE_UNAVAILABLE', language)
  if (error instanceof StoreUnavailable || error instanceof AppendOutcomeUnknown)
    return failure(503, 'STORE_UNAVAILABLE', language)
  const status = (error as FastifyError | null)?.statusCode
  const code = status === undefined ? undefined : FRAMEWORK[status]
  if (status !== undefined && code !== undefined) return failure(status, code, language)
  return failure(500, 'INTERNAL', language)
}

/**
 * The code of an answer of 500 and above, which is the product's own failure; null for any other.
 */
export function failureOf(error: unknown): string | null {
  const { status, result } = problemOf(error, 'en')
  return status === 500 || (status === 503 && !(error instanceof Refusal)) ? result.code : null
}

/** JSON is no page: a browser that is led to it saves it, and does not guess what it is. */
export const AS_FILE = 'attachment; filename="api.json"'

export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = problemOf(error, languageOf(request.headers['accept-language']))
  if (body.status === 500) request.log.error({ err: error }, 'unexpected failure')
  else if (body.status === 503) request.log.warn({ err: error }, 'store unavailable')
  body.result.requestId = request.id
  reply.header('cache-control', 'no-store').header('content-disposition', AS_FILE)
  const { seconds } = error instanceof Refusal ? error.details : {}
  if (typeof seconds === 'number') reply.header('retry-after', String(seconds))
  if (body.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(body.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Refuses in the same envelope what the HTTP parser refuses: there is no request yet that could be
 * answered.
 */
export function sendParserProblem(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable)
    return void socket.destroy()
  const status = PARSER_STATUS[error.code ?? ''] ?? 400
  const body = JSON.stringify(
    failure(status, FRAMEWORK[status] ?? 'REQUEST_INVALID', languageOf(undefined)),
  )
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
