import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { z } from 'zod'
import { keyedCommandId } from '#commands/kernel/command-id.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { ulidFrom } from '#commands/kernel/ids.ts'
import { userRefusal } from '#domain/identity/user.ts'
import { Refusal, refusal, type RefusalKind } from '#domain/kernel/errors.ts'
import { grants } from '#domain/kernel/permissions.ts'
import { subscriptionRefusal } from '#domain/subscription/subscription.ts'
import { API } from '#contract/kernel/api.values.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { openReads, type Reads } from '#projections/kernel/read-models.ts'
import type { AccessWatch } from './access-watch.ts'
import { serveDocument } from './api-document.ts'
import type { Api, ApiDeps, BinaryReply, Call, Caller } from './api.ts'
import { contentDisposition } from './content-disposition.ts'
import { answerCsv, isCsv } from './csv-answer.ts'
import { AS_FILE, failureOf, sendParserProblem, sendProblem } from './errors.ts'
import { type Language, languageOf } from './languages.ts'
import { REQUEST_MS } from './listener.ts'
import { RequestLog } from './logger.ts'
import { multipartBody, multipartOptions } from './multipart.ts'
import { refuseForeignHosts, tellOfUnknownProxy } from './origin.ts'
import { refuseWrongMethods } from './methods.ts'
import { closed, describedRoute } from './openapi.ts'
import { parse } from './parse.ts'
import { classOf, createTokenBuckets } from './token-buckets.ts'
import { createTurns } from './turns.ts'
import { type TrustedProxies, trusting } from './proxies.ts'
import { sendSafeHeaders } from './safe-headers.ts'
import { readableRows } from './readable-rows.ts'
import { type RequestKey, requestKeyOf, requestKeys } from './request-keys.ts'

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

/** Refusals of what a request says, which are logged by the names of its fields. */
const INPUT_KINDS: ReadonlySet<RefusalKind> = new Set([
  'malformed',
  'invalid',
  'too-large',
  'unsupported',
])
const READ_WAIT_MS = 2_000
/** How long a request above a user's limit is held before it is refused. */
const HELD_MS = 500
const DEFAULT_BODY = 256 * 1024
/** Characters of a digest that tell one answer from another. */
const ETAG_LENGTH = 22
/** Ids of rows that a list leaves out, separated by commas. */
const UNREADABLE = 'x-unreadable'
const MAX_UNREADABLE = 20
/** Headers of every read. A client that has written nothing yet may send `x-min-position` empty. */
const ReadHeaders = z.object({
  'x-min-position': z
    .string()
    .regex(/^(?:\d{20})?$/)
    .optional()
    .describe(
      'The position that a write answered: the read models are waited for, 2 s at most. An answer that could not wait for it carries x-stale: true.',
    ),
})

/** What a write may send along with its contract. */
const WriteHeaders = z.object({
  'idempotency-key': z
    .string()
    .max(200)
    .optional()
    .describe(
      'A key of the caller’s making, one for each submit. The same request sent again under it runs once and is ' +
        'answered as before; with another body it is refused, 409. A record that is added without an id is given one ' +
        'that the key makes.',
    ),
})

/** The HTTP server, not yet listening. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
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
  app.setErrorHandler((error, request, reply) => {
    // A body that no parser takes may have been sent to a path that takes no such method.
    const isOfNoType = error instanceof Error && 'statusCode' in error && error.statusCode === 415
    const wrong = isOfNoType ? wrongMethod(request, reply) : null
    if (wrong) return sendProblem(wrong, request, reply)
    if (error instanceof Refusal && error.kind === 'forbidden') tellRefused(error.code, request)
    if (error instanceof Refusal && INPUT_KINDS.has(error.kind)) {
      const fields = error.fields.map(({ path }) => path.slice(0, 60)).slice(0, 10)
      const route = request.routeOptions.url ?? 'none'
      options.watch?.inputRefused(error.code, route, fields.join(', '), request.ip, request.id)
    }
    const failed = failureOf(error)
    if (failed !== null)
      options.watch?.failed(failed, request.routeOptions.url ?? 'none', request.id)
    return sendProblem(error, request, reply)
  })
  // `parse` (below) validates requests, and zod schemas replies, so Fastify's compilers do nothing.
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
    errorResponseBuilder: () => refusal('TOO_MANY_REQUESTS'),
  })
  await serveDocument(app)

  const deps: ApiDeps = { ...options.deps, log: app.log }
  const callers = new WeakMap<FastifyRequest, Caller | null>()
  const callerOf = async (request: FastifyRequest): Promise<Caller | null> => {
    let caller = callers.get(request)
    if (caller === undefined) callers.set(request, (caller = await options.authenticate(request)))
    return caller
  }

  const keys = requestKeys()
  const limits = options.userLimits ? { buckets: createTokenBuckets(), turns: createTurns() } : null
  const tellRefused = (code: string, request: FastifyRequest, caller?: Caller): void => {
    const told = (who: Caller | null | undefined) =>
      options.watch?.refused(
        code,
        request.routeOptions.url ?? 'none',
        who?.userId ?? '',
        request.ip,
        request.id,
      )
    if (caller !== undefined) told(caller)
    else callerOf(request).then(told, () => told(null))
  }

  const served: Route[] = []
  app.decorate('contract', served)
  const api: Api = {
    deps,
    serve<R extends Route, M extends Reads>(
      route: R,
      { reads = {} as M }: { readonly reads?: M }, // without any, M has none
      handler: (call: Call<R, M>) => Promise<unknown>,
    ) {
      served.push(route)
      const Query = closed(route.query)
      const options: RouteOptions = {
        method: route.method,
        url: `${API}${route.path}`,
        bodyLimit: route.multipart
          ? multipartBody(route.multipart)
          : (route.maxBody ?? DEFAULT_BODY),
        config: {
          contract: route,
          ...(route.perMinute === undefined
            ? {}
            : { rateLimit: { max: route.perMinute, timeWindow: 60_000 } }),
        },
        schema: describedRoute(route, headersOf(route, reads)),
        ...(limits && route.access !== 'anyone'
          ? { onRequest: (request, reply) => counted(route, request, reply) }
          : {}),
        handler: async (request, reply) => {
          const call = await open(route, Query, reads, request, reply)
          if (isCsv(route, request))
            return answerCsv(route, call, { run: handler, answerable }, reply)
          const key = keyOf(route, request, call.callerOrNull)
          const run = () => handler(call)
          return answer(route, call, await (key === null ? run() : keys.within(key, run)), reply)
        },
      }
      const files = route.multipart
      if (route.raw)
        void app.register(async (scope) => {
          scope.removeContentTypeParser('application/json')
          scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) =>
            done(null, body),
          )
          scope.route(options)
        })
      else if (files === undefined) app.route(options)
      // In a scope of its own: other routes keep refusing a body of this type.
      else
        void app.register(async (scope) => {
          await scope.register(multipart, multipartOptions(files))
          scope.route(options)
        })
    },
  }

  async function open<R extends Route, M extends Reads>(
    route: R,
    Query: z.ZodType,
    reads: M,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Call<R, M>> {
    const language = languageOf(request.headers['accept-language'])
    // What is no id may be a word of another route's path, as `all`.
    const wrong = route.params.safeParse(request.params).success
      ? null
      : wrongMethod(request, reply)
    if (wrong) throw wrong
    const caller = await authorize(route, request)
    const params = parse<R['params']>(route.params, request.params, language)
    const owner = ownerOf(route, params, caller, request)
    if (route.method !== 'GET' && caller?.viewsAs !== undefined) throw refusal('VIEW_ONLY')
    if (
      caller !== null &&
      typeof route.access === 'object' &&
      !grants(caller.permissions, route.access.permission)
    )
      throw refusal('FORBIDDEN')
    if (route.closedToGuests && caller?.isGuest) throw userRefusal('DEMO_CLOSED')
    if (route.method !== 'GET') {
      parse(WriteHeaders, request.headers, language)
      await assertPlan(route, caller)
    }
    const query = parse<R['query']>(Query, request.query, language)
    const sent = route.body instanceof z.ZodUndefined ? undefined : request.body
    const body = parse<R['body']>(route.body, sent, language)
    await awaitReads(reads, request, reply, language)
    const read = await openReads(deps.readModels, reads)
    const now = deps.clock.now()
    return {
      params,
      query,
      body,
      get caller() {
        if (caller === null) throw refusal('UNAUTHENTICATED')
        return caller
      },
      callerOrNull: caller,
      read,
      owner,
      language,
      now,
      meta: (more = {}) => commandMeta(request, route, caller, owner, body, more),
      get closed() {
        return closingOf(reply)
      },
      newId() {
        const key = keyOf(route, request, caller)
        return key === null ? deps.newId() : ulidFrom(`record ${key.place}`)
      },
      can: (permission) => caller !== null && grants(caller.permissions, permission),
      request,
      reply,
    }
  }

  /**
   * Counts a user's request before its body is read, and waits for the user's turn. A refusal is
   * delayed: a client that repeats at once would otherwise keep the process busy with refusals.
   */
  async function counted(
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const caller = request.headers.authorization === undefined ? null : await callerOf(request)
    if (limits === null || caller === null) return
    try {
      limits.buckets.take(caller.userId, classOf(route, isCsv(route, request)))
      // A stream lasts as long as its page is open.
      if (route.kind === 'stream') return
      const end = await limits.turns.take(caller.userId)
      // The connection may have ended while its request waited.
      if (reply.raw.destroyed) end()
      else reply.raw.once('finish', end).once('close', end)
    } catch (error) {
      options.watch?.paceRefused(
        request.routeOptions.url ?? 'none',
        caller.userId,
        request.ip,
        request.id,
      )
      await pause(HELD_MS)
      throw error
    }
  }

  async function authorize(route: Route, request: FastifyRequest): Promise<Caller | null> {
    if (route.access === 'anyone') return null
    if (route.access === 'public') {
      if (request.headers['x-api-key'] !== options.publicApiKey) throw refusal('UNAUTHENTICATED')
      return request.headers.authorization === undefined ? null : callerOf(request)
    }
    const caller = await callerOf(request)
    if (caller === null) throw refusal('UNAUTHENTICATED')
    return caller
  }

  /** Ended subscriptions read and export. @throws SUBSCRIPTION_ENDED */
  async function assertPlan(route: Route, caller: Caller | null): Promise<void> {
    if (route.withoutPlan || caller === null || !options.mayWrite) return
    if (!(await options.mayWrite(caller, deps.clock.now())))
      throw subscriptionRefusal('SUBSCRIPTION_ENDED')
  }

  function ownerOf(
    route: Route,
    params: unknown,
    caller: Caller | null,
    request: FastifyRequest,
  ): string {
    const { userId } = Object(params) as { readonly userId?: unknown } // a path need not have one
    if (caller === null) return ''
    if (typeof userId !== 'string' || userId === caller.userId) return caller.userId
    // Another user's data is NOT_FOUND, except with the `manage` permission.
    if (
      typeof route.access === 'object' &&
      route.access.manage !== undefined &&
      grants(caller.permissions, route.access.manage)
    )
      return userId
    tellRefused('NOT_FOUND', request, caller)
    throw refusal('NOT_FOUND')
  }

  /** @returns null for a request that may do its work each time it is sent */
  function keyOf(route: Route, request: FastifyRequest, caller: Caller | null): RequestKey | null {
    const key = request.headers['idempotency-key']
    // A stream is read once.
    if (route.method === 'GET' || route.kind === 'stream' || typeof key !== 'string' || key === '')
      return null
    const { method, path } = route
    const { params, body } = request
    return requestKeyOf({ userId: caller?.userId ?? '', method, path, params, body, key })
  }

  function commandMeta(
    request: FastifyRequest,
    route: Route,
    caller: Caller | null,
    owner: string,
    body: unknown,
    more: Partial<CommandMeta>,
  ): CommandMeta {
    const key = keyOf(route, request, caller)
    const version = (body as { version?: unknown } | undefined)?.version
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
      ...more,
    }
  }

  async function awaitReads(
    reads: Reads,
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
  ): Promise<void> {
    const projections = Object.values(reads)
    if (projections.length === 0) return
    const { 'x-min-position': wanted } = parse(ReadHeaders, request.headers, language)
    if (!wanted) return
    // A position beyond the log's end is never reached: the end is enough.
    const head = await deps.store.head()
    const position = wanted > head ? head : wanted
    if (!(await deps.readModels.reached(projections, position, READ_WAIT_MS)))
      reply.header('x-stale', 'true')
  }

  function answer(route: Route, call: Call, data: unknown, reply: FastifyReply): FastifyReply {
    reply.header('cache-control', 'no-store')
    if (route.kind !== 'json' && isBinary(data)) {
      if (data.fileName !== undefined)
        reply.header(
          'content-disposition',
          contentDisposition(data.disposition ?? 'inline', data.fileName),
        )
      return reply
        .type(data.mediaType)
        .send('stream' in data ? Readable.from(data.stream) : Buffer.from(data.bytes))
    }
    const answered = answerable(route, call, data, reply)
    const text = JSON.stringify({ status: 0, result: { data: answered } })
    reply.header('content-disposition', AS_FILE).type('application/json; charset=utf-8')
    if (!route.cached) return reply.send(text)
    // Weak: the answer may be sent compressed.
    const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, ETAG_LENGTH)}"`
    reply.header('cache-control', 'private, no-cache').header('etag', etag)
    return call.request.headers['if-none-match'] === etag
      ? reply.code(304).send()
      : reply.send(text)
  }

  /**
   * The part of a reply that the contract accepts. A list leaves out refused rows, names them in a
   * header, and logs them.
   */
  function answerable(route: Route, call: Call, data: unknown, reply: FastifyReply): unknown {
    const parsed = route.reply.safeParse(data)
    if (parsed.success) return parsed.data
    const list = readableRows(route.reply, data)
    if (list === null)
      throw new Error(
        `${route.method} ${route.path} answers what its contract does not: ${z.prettifyError(parsed.error)}`,
      )
    for (const { id, problem } of list.unreadable)
      call.request.log.error(
        { route: `${route.method} ${route.path}`, id, problem },
        'row that its contract refuses',
      )
    reply.header(
      UNREADABLE,
      list.unreadable
        .slice(0, MAX_UNREADABLE)
        .map(({ id }) => encodeURIComponent(id) || '?')
        .join(','),
    )
    return list.rows
  }

  options.contexts(api)
  await options.outside?.(app, api)
  return app
}

/** What may be sent along with a route's own contract. */
const headersOf = (route: Route, reads: Reads): z.ZodType | undefined => {
  if (route.method !== 'GET') return WriteHeaders
  return Object.keys(reads).length > 0 ? ReadHeaders : undefined
}

function closingOf(reply: FastifyReply): AbortSignal {
  const closing = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) closing.abort()
  })
  return closing.signal
}

const isBinary = (data: unknown): data is BinaryReply =>
  typeof data === 'object' &&
  data !== null &&
  ('bytes' in data || 'stream' in data) &&
  'mediaType' in data
