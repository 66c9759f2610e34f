import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { newUlid } from '#commands/kernel/ids.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { sendParserProblem, sendProblem } from './kernel/errors.ts'
import { RequestLog } from './kernel/logger.ts'
import { type SystemOptions, systemApi } from './system.ts'

/** All paths of a port for probes. */
export const PROBES = ['/api/health', '/api/ready', '/api/metrics'] as const

/**
 * Answers where there is no API: in a process that runs workers only, and in every process until its engines are open.
 */
export async function buildProbeServer({
  log,
  system,
}: {
  readonly log: FastifyBaseLogger
  readonly system: Pick<SystemOptions, 'measures' | 'observed'>
}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new RequestLog(),
    genReqId: () => newUlid(),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler: sendParserProblem,
  })
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      refusal('CONNECTION_NOT_READY'),
      request,
      reply.header('retry-after', '2').header('cache-control', 'no-store'),
    ),
  )
  systemApi(app, { ...system, authenticate: async () => null })
  await app.ready()
  return app
}
