import type { FastifyInstance, FastifyRequest } from 'fastify'
import { grants } from '#domain/kernel/permissions.ts'
import type { Caller } from './kernel/api.ts'
import { isProbeRequest } from './kernel/listener.ts'
import { isFromThisMachine } from './kernel/origin.ts'
import type { Measures, Observed } from './operations/metrics.ts'

export type SystemOptions = {
  readonly measures: Measures
  readonly observed: Observed
  readonly authenticate: (request: FastifyRequest) => Promise<Caller | null>
}

/**
 * `/api/health`, `/api/ready` and `/api/metrics`. The details are for administrators, for requests
 * from the machine itself, and for ports of probes.
 */
export function systemApi(
  app: FastifyInstance,
  { measures, observed, authenticate }: SystemOptions,
): void {
  async function mayLookInside(request: FastifyRequest): Promise<boolean> {
    if (isFromThisMachine(request) || isProbeRequest(request.raw)) return true
    if (request.headers.authorization === undefined) return false
    // The request may come because an engine is down, and then the caller cannot be authenticated.
    const caller = await authenticate(request).catch(() => null)
    return caller !== null && grants(caller.permissions, 'perm_admin')
  }

  app.addHook('onResponse', async (request, reply) => {
    measures.requestEnded(
      request.method,
      request.routeOptions.url ?? 'none',
      reply.statusCode,
      reply.elapsedTime / 1000,
    )
  })

  app.get('/api/health', { schema: { hide: true } }, async () => ({
    status: 0,
    result: { data: { live: true } },
  }))

  app.get('/api/ready', { schema: { hide: true } }, async (request, reply) => {
    const [readiness, inside] = await Promise.all([observed.readiness(), mayLookInside(request)])
    const data = inside ? readiness : { ready: readiness.ready }
    return reply.code(readiness.ready ? 200 : 503).send({
      status: readiness.ready ? 0 : 503,
      result: {
        data,
        ...(readiness.ready ? {} : { message: 'Not ready', code: 'CONNECTION_NOT_READY' }),
      },
    })
  })

  app.get('/api/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!(await mayLookInside(request))) return reply.code(404).send()
    const { contentType, text } = await measures.exposition(observed)
    return reply.type(contentType).send(text)
  })
}
