import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/kernel/contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Caller } from '../api.ts'
import type { Serving, Step } from './exchange.ts'
import { matchMethod } from './match.ts'

const identified = new WeakMap<FastifyRequest, string>()
/** User of a request that was authenticated; null for any other. */
export const tenantOf = (request: FastifyRequest): string | null => identified.get(request) ?? null

/** Authenticates each request once, when its caller is first needed. */
export function callersOf(
  authenticate: (request: FastifyRequest) => Promise<Caller | null>,
): Serving['callerOf'] {
  const callers = new WeakMap<FastifyRequest, Caller | null>()
  return async (request) => {
    let caller = callers.get(request)
    if (caller === undefined) callers.set(request, (caller = await authenticate(request)))
    if (caller !== null) identified.set(request, caller.userId)
    return caller
  }
}

/**
 * Refuses a request without a token before its body is read: bodies of strangers would fill the
 * memory.
 *
 * @throws METHOD_NOT_ALLOWED · UNAUTHENTICATED
 */
export const beforeBody =
  (serving: Serving, route: Route) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { 'content-length': bytes = '0', 'transfer-encoding': chunks } = request.headers
    if (route.access === 'anyone' || route.access === 'public') return
    if (bytes === '0' && chunks === undefined) return
    matchMethod({ route, request, reply }, serving)
    if ((await serving.callerOf(request)) === null) throw refusal('UNAUTHENTICATED')
  }

/**
 * Public routes take the product's key, and a token if one is sent. All others but those of
 * anyone require a token.
 *
 * @throws UNAUTHENTICATED
 */
export const identify: Step = async (exchange, { callerOf, publicApiKey }) => {
  const { route, request } = exchange
  if (route.access === 'anyone') return
  if (route.access === 'public') {
    if (request.headers['x-api-key'] !== publicApiKey) throw refusal('UNAUTHENTICATED')
    if (request.headers.authorization !== undefined) exchange.caller = await callerOf(request)
    return
  }
  exchange.caller = await callerOf(request)
  if (exchange.caller === null) throw refusal('UNAUTHENTICATED')
}
