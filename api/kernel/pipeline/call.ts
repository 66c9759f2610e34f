import type { FastifyReply } from 'fastify'
import { keyedCommandId } from '#commands/kernel/command-id.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { ulidFrom } from '#commands/kernel/ids.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { grants } from '#domain/kernel/permissions.ts'
import type { Read, Reads } from '#projections/kernel/read-models.ts'
import type { ApiDeps, Call } from '../api.ts'
import { type RequestKey, requestKeyOf } from '../request-keys.ts'
import type { Exchange } from './exchange.ts'

/** The handler's view of an exchange that passed every step. */
export function callOf<R extends Route, M extends Reads>(
  exchange: Exchange,
  read: Read<M>,
  deps: ApiDeps,
): Call<R, M> {
  const { caller, owner, language, request, reply } = exchange
  // The steps parsed these by the schemas of R.
  const parsed = exchange as Pick<Call<R>, 'params' | 'query' | 'body'>
  return {
    params: parsed.params,
    query: parsed.query,
    body: parsed.body,
    get caller() {
      if (caller === null) throw refusal('UNAUTHENTICATED')
      return caller
    },
    callerOrNull: caller,
    read,
    owner,
    language,
    now: deps.clock.now(),
    meta: (more = {}) => ({ ...metaOf(exchange, deps), ...more }),
    get closed() {
      return closingOf(reply)
    },
    newId() {
      const key = keyOf(exchange)
      return key === null ? deps.newId() : ulidFrom(`record ${key.place}`)
    },
    can: (permission) => caller !== null && grants(caller.permissions, permission),
    request,
    reply,
  }
}

/** @returns null for a request that may do its work each time it is sent */
export function keyOf({ route, request, caller }: Exchange): RequestKey | null {
  const key = request.headers['idempotency-key']
  // A stream is read once.
  if (route.method === 'GET' || route.kind === 'stream' || typeof key !== 'string' || key === '')
    return null
  const { method, path } = route
  const { params, body } = request
  return requestKeyOf({ userId: caller?.userId ?? '', method, path, params, body, key })
}

function metaOf(exchange: Exchange, deps: ApiDeps): CommandMeta {
  const { caller, owner, request } = exchange
  const key = keyOf(exchange)
  const version = (exchange.body as { version?: unknown } | undefined)?.version
  return {
    commandId: key === null ? deps.newId() : keyedCommandId(key.place, key.body),
    owner,
    actor:
      caller === null
        ? { kind: 'system', id: 'public' }
        : { kind: 'user', id: caller.userId, name: caller.name },
    cause: 'user',
    correlationId: request.id,
    ...(typeof version === 'number' ? { version } : {}),
    ...(caller === null ? {} : { timeZone: caller.timeZone }),
  }
}

function closingOf(reply: FastifyReply): AbortSignal {
  const closing = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) closing.abort()
  })
  return closing.signal
}
