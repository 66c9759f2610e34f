import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { newUlid } from '#commands/kernel/ids.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { sendParserProblem, sendProblem } from './kernel/errors.ts'
import { html, wholePage } from './kernel/html.ts'
import { type Language, languageOf } from './kernel/languages.ts'
import { RequestLog } from './kernel/logger.ts'
import { message } from './kernel/messages.ts'
import { type SystemOptions, systemApi } from './system.ts'

/** All paths of a port for probes. */
export const PROBES = ['/api/health', '/api/ready', '/api/metrics'] as const

/** @unit seconds */
const ASK_AGAIN_S = 2

/** A page while the product starts. It asks for itself again. */
const startingPage = (language: Language): string =>
  wholePage(
    language,
    'Carnet',
    html`<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${ASK_AGAIN_S}">`,
    html`<body><main><h1>Carnet</h1><p role="status">${message(language, 'CONNECTION_NOT_READY')}</p></main></body>`,
  )

/**
 * Answers where there is no API: in workers' processes, and in every process until its engines are
 * open.
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
  app.setNotFoundHandler((request, reply) => {
    const { accept, 'accept-language': languages } = request.headers
    void reply.header('retry-after', ASK_AGAIN_S).header('cache-control', 'no-store')
    return accept?.includes('text/html') && !request.url.startsWith('/api/')
      ? reply
          .code(503)
          .type('text/html; charset=utf-8')
          .send(startingPage(languageOf(languages)))
      : sendProblem(refusal('CONNECTION_NOT_READY'), request, reply)
  })
  systemApi(app, { ...system, authenticate: async () => null })
  await app.ready()
  return app
}
