import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { refusal } from '#domain/kernel/errors.ts'
import type { Route } from '#contract/kernel/contract.ts'
import type { AccessWatch } from './access-watch.ts'
import { serveDocument } from './api-document.ts'
import type { Api, ApiDeps, Caller } from './api.ts'
import { sendParserProblem, sendProblem } from './errors.ts'
import { REQUEST_MS } from './listener.ts'
import { RequestLog } from './logger.ts'
import { refuseForeignHosts, tellOfUnknownProxy } from './origin.ts'
import { refuseWrongMethods } from './methods.ts'
import type { Serving } from './pipeline/exchange.ts'
import { callersOf } from './pipeline/identify.ts'
import { ownWrites } from './pipeline/own-writes.ts'
import { paceOf } from './pipeline/pace.ts'
import { problemHandler, refusalsTo } from './pipeline/refusals.ts'
import { DEFAULT_BODY, routesOf } from './pipeline/routes.ts'
import { type TrustedProxies, trusting } from './proxies.ts'
import { sendSafeHeaders } from './safe-headers.ts'
import { AddressBuckets } from './token-buckets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's route, for the OpenAPI document and the tests. */
    contract?: Route
  }
  interface FastifyInstance {
    /** Every route served from a contract. */
    contract: readonly Route[]
  }
}

export type ServerOptions = {
  readonly deps: Omit<ApiDeps, 'log'>
  /** The caller of the bearer token; null when it is missing or invalid. */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller | null>
  readonly publicApiKey: string
  /** Is told what was refused. */
  readonly watch?: Pick<AccessWatch, 'refused' | 'failed' | 'inputRefused' | 'paceRefused'>
  /** A pino logger. */
  readonly log: FastifyBaseLogger
  /** Where browsers reach the product: requests to another host are refused. */
  readonly publicUrl: URL
  /** Proxies whose `x-forwarded-*` is trusted; none when absent. */
  readonly trustProxy?: TrustedProxies
  /**
   * Whether a caller may write. Without a plan, routes that are not `withoutPlan` are only read.
   */
  readonly mayWrite?: (caller: Caller, now: number) => Promise<boolean>
  /** Whether too little space is left to write; never when absent. */
  readonly isDiskFull?: () => boolean
  /** Whether a caller may keep more; always when absent. @throws BUDGET_…_SPENT */
  readonly assertBudget?: Serving['assertBudget']
  /** Requests of each user are counted, and refused when there are too many. */
  readonly userLimits?: boolean
  /**
   * Origins, besides our own, that forms and pages may send requests to (an outside sign-in
   * provider).
   */
  readonly extraOrigins?: readonly string[]
  /** Mounts every context's routes. */
  readonly contexts: (api: Api) => void
  /** Paths outside the contract: sign-in pages, the stream, health, the web's files. */
  readonly outside?: (app: FastifyInstance, api: Api) => Promise<void>
}

/** The HTTP server, not yet listening. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { watch, publicApiKey, mayWrite, isDiskFull, assertBudget } = options
  const app = Fastify({
    loggerInstance: options.log,
    logController: new RequestLog(),
    trustProxy: trusting(options.trustProxy ?? false),
    bodyLimit: DEFAULT_BODY,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: REQUEST_MS,
    genReqId: () => options.deps.newId(),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler: sendParserProblem,
    forceCloseConnections: true,
  })
  const wrongMethod = refuseWrongMethods(app)
  const callerOf = callersOf(options.authenticate)
  const tellRefused = refusalsTo(watch, callerOf)
  app.setErrorHandler(problemHandler(watch, { wrongMethod, tellRefused }))
  // The steps validate requests, and zod schemas replies, so Fastify's compilers do nothing.
  // They return no value: Fastify 5 would then rebuild the headers at each access.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })

  // Pages, scripts and lists are compressed; short or already compressed answers are not.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 2048,
    customTypes:
      /^(?:text\/(?:html|css|javascript|csv)|application\/(?:json|javascript)|image\/svg\+xml)/,
  })
  await app.register(cookie)
  await sendSafeHeaders(app, options)
  refuseForeignHosts(app, options.publicUrl)
  if (!options.trustProxy) tellOfUnknownProxy(app)
  await app.register(rateLimit, {
    global: false,
    store: AddressBuckets,
    errorResponseBuilder: () => refusal('TOO_MANY_REQUESTS'),
  })
  await serveDocument(app)

  const deps: ApiDeps = { ...options.deps, log: app.log }
  const pace = options.userLimits ? paceOf(callerOf, watch) : null
  const serving = {
    deps,
    publicApiKey,
    callerOf,
    mayWrite,
    isDiskFull,
    assertBudget,
    wrongMethod,
    ownWrites: ownWrites(),
    tellRefused,
  }
  const api: Api = { deps, serve: routesOf(app, serving, pace) }
  options.contexts(api)
  await options.outside?.(app, api)
  return app
}
