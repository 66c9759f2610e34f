import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import pino, { type DestinationStream, type Level, type Logger } from 'pino'
import { Refusal } from '#domain/kernel/errors.ts'
import { HIDDEN, isHidden, withoutSecrets } from '#domain/kernel/without-secrets.ts'

const LONGEST = 500
const DEEPEST = 4

/**
 * Drivers and parsers quote their input. A message is logged without its quoted parts; a JSON error
 * without any input.
 */
function messageOf(error: Error): string {
  if (error instanceof Refusal) return error.code
  if (error instanceof SyntaxError)
    return error.message.replace(/["'`][\s\S]*["'`]|: [\s\S]*/, ' …')
  return withoutSecrets(error.message.replaceAll(/[{[][\s\S]*[}\]]/g, '{…}')).slice(0, LONGEST)
}

/**
 * The logged fields of an error. Further fields are dropped: they may hold a request, an answer or
 * a password.
 */
function errorOf(error: Error, depth = 0): object {
  // of any type
  const { code, status, statusCode } = error as {
    code?: unknown
    status?: unknown
    statusCode?: unknown
  }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const codes = [code, status ?? statusCode].map((one) =>
    typeof one === 'string' || typeof one === 'number' ? one : undefined,
  )
  return {
    type: error.name,
    message: messageOf(error),
    ...(codes[0] !== undefined && { code: codes[0] }),
    ...(codes[1] !== undefined && { status: codes[1] }),
    ...(frames.length > 0 && depth === 0 && { stack: frames.join('\n') }),
    ...(error.cause instanceof Error &&
      depth < DEEPEST && { cause: errorOf(error.cause, depth + 1) }),
  }
}

function loggable(value: unknown, depth: number): unknown {
  if (value instanceof Error) return errorOf(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value
  if (depth === DEEPEST || ArrayBuffer.isView(value)) return '…'
  if (Array.isArray(value)) return value.map((one) => loggable(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isHidden(name) && inner !== undefined ? HIDDEN : loggable(inner, depth + 1),
    ]),
  )
}

/**
 * The log of a process: JSON lines without secrets and personal data, which are recognised by their
 * names and forms.
 *
 * @param more fields of each line
 */
export function createLogger(
  level: Level | 'silent',
  destination: DestinationStream = pino.destination(1),
  more: () => object = () => ({}),
): Logger {
  return pino(
    {
      level,
      mixin: more,
      serializers: { err: (error: unknown) => error },
      formatters: { log: (details) => loggable(details, 0) as Record<string, unknown> }, // an object stays an object
      hooks: { streamWrite: withoutSecrets },
    },
    destination,
  )
}

/**
 * The server's lines about requests: at level debug how each ended, and errors. Never their URLs,
 * which may hold a search.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'correlationId' })
  }
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (error) request.log.warn({ err: error, ...line }, 'An answer was not taken to its end')
    else request.log.debug(line, 'Answered')
  }
  override streamError(error: Error, request: FastifyRequest): void {
    request.log.debug({ err: error }, 'An answer broke off')
  }
  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.warn({ err: error }, 'An answer could not be begun')
  }
  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'unexpected failure')
  }
}
