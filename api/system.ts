import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { grants } from '#domain/kernel/permissions.ts'
import type { Caller } from './kernel/api.ts'
import { isProbeRequest } from './kernel/listener.ts'
import { tenantOf } from './kernel/pipeline/identify.ts'
import { isFromThisMachine } from './kernel/origin.ts'
import type { Measures, Observed, RequestTrace } from './operations/metrics.ts'

export type SystemOptions = {
  readonly measures: Measures
  readonly observed: Observed
  readonly authenticate: (request: FastifyRequest) => Promise<Caller | null>
}

/** Asked every few seconds: no trace tells of them. */
const PROBE = /^\/api\/(?:health|ready|metrics)$/

/** Sizes of bodies whose length is told. */
function bytesOf(request: FastifyRequest, reply: FastifyReply): number {
  const lengths = [request.headers['content-length'], reply.getHeader('content-length')]
  return lengths.reduce<number>((sum, length) => sum + (Number(length) || 0), 0)
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

  const { requestBegun } = measures
  const traces = new WeakMap<FastifyRequest, RequestTrace>()
  if (requestBegun !== undefined) {
    app.addHook('onRequest', (request, _reply, done) => {
      if (PROBE.test(request.url)) return done()
      const trace = requestBegun(request.headers)
      traces.set(request, trace)
      trace.within(done)
    })
    // Fastify 5 reads the body outside of the context in which the request began.
    app.addHook('preValidation', (request, _reply, done) => {
      const trace = traces.get(request)
      if (trace === undefined) done()
      else trace.within(done)
    })
  }
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const seconds = reply.elapsedTime / 1000
    measures.requestEnded(method, route, reply.statusCode, seconds)
    traces.get(request)?.end(method, route, reply.statusCode)
    const tenant = tenantOf(request)
    if (tenant !== null) measures.tenantServed(tenant, bytesOf(request, reply), seconds)
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
