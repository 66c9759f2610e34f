import type { FastifyInstance, FastifyRequest } from 'fastify'
import client from 'prom-client'
import { grants } from '#domain/kernel/permissions.ts'
import type { Caller } from './kernel/api.ts'

/** How one engine or projection is. */
export type Health = { readonly name: string; readonly ok: boolean; readonly detail?: string; readonly position?: string; readonly lag?: number }
export type Readiness = { readonly ready: boolean; readonly engines: readonly Health[]; readonly projections: readonly Health[] }

const isLocal = (request: FastifyRequest): boolean => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)

/** Live, ready and measured: `/api/health`, `/api/ready`, `/api/metrics` (administrators, or the machine itself). */
export function systemApi(app: FastifyInstance, options: { readiness(): Promise<Readiness>; authenticate(request: FastifyRequest): Promise<Caller | null> }): void {
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  const requests = new client.Histogram({
    name: 'carnet_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const lag = new client.Gauge({ name: 'carnet_projection_lag_events', help: 'Events a projection has not folded yet', labelNames: ['projection'], registers: [registry] })

  app.addHook('onResponse', async (request, reply) => {
    requests.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })

  app.get('/api/health', { schema: { hide: true } }, async () => ({ status: 0, result: { data: { live: true } } }))

  app.get('/api/ready', { schema: { hide: true } }, async (_request, reply) => {
    const readiness = await options.readiness()
    return reply
      .code(readiness.ready ? 200 : 503)
      .send({ status: readiness.ready ? 0 : 503, result: { data: readiness, ...(readiness.ready ? {} : { message: 'Not ready', code: 'CONNECTION_NOT_READY' }) } })
  })

  app.get('/api/metrics', { schema: { hide: true } }, async (request, reply) => {
    const caller = isLocal(request) ? null : await options.authenticate(request)
    if (!isLocal(request) && (caller === null || !grants(caller.permissions, 'perm_admin'))) return reply.code(404).send()
    for (const projection of (await options.readiness()).projections) lag.set({ projection: projection.name }, projection.lag ?? 0)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
