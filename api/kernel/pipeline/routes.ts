import multipart from '@fastify/multipart'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { API } from '#contract/kernel/api.values.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { openReads, type Reads } from '#projections/kernel/read-models.ts'
import type { Api, Call } from '../api.ts'
import { answerCsv, isCsv } from '../csv-answer.ts'
import { languageOf } from '../languages.ts'
import { multipartBody, multipartOptions } from '../multipart.ts'
import { closed, describedRoute } from '../openapi.ts'
import { requestKeys } from '../request-keys.ts'
import { answer, answerable } from './answer.ts'
import { callOf, keyOf } from './call.ts'
import type { Exchange, Serving } from './exchange.ts'
import { beforeBody } from './identify.ts'
import type { Pace } from './pace.ts'
import { WriteHeaders } from './parse.ts'
import { ReadHeaders } from './settle.ts'
import { pass } from './steps.ts'

/** @unit bytes */
export const DEFAULT_BODY = 256 * 1024

/** Headers that a route takes beside its own contract. */
const headersOf = (route: Route, reads: Reads): z.ZodType | undefined => {
  if (route.method !== 'GET') return WriteHeaders
  return Object.keys(reads).length > 0 ? ReadHeaders : undefined
}

/** Fastify's options of a route, but its handler. */
const optionsOf = (
  route: Route,
  reads: Reads,
  serving: Serving,
  paced: ReturnType<Pace> | null,
) => ({
  method: route.method,
  url: `${API}${route.path}`,
  // A second route for each read would take 3 MB; answers of the API have no use for their headers.
  exposeHeadRoute: false,
  bodyLimit: route.multipart ? multipartBody(route.multipart) : (route.maxBody ?? DEFAULT_BODY),
  config: {
    contract: route,
    ...(route.perMinute === undefined
      ? {}
      : { rateLimit: { max: route.perMinute, timeWindow: 60_000 } }),
  },
  schema: describedRoute(route, headersOf(route, reads)),
  onRequest: [beforeBody(serving, route), ...(paced ? [paced.onRequest] : [])],
  ...(paced && { onSend: paced.onSend }),
})

/** Mounts a route. Parsers of its own stay in its scope: other routes refuse such a body. */
function mount(app: FastifyInstance, route: Route, options: RouteOptions): void {
  const { multipart: files, raw } = route
  if (!raw && files === undefined) return void app.route(options)
  void app.register(async (scope) => {
    if (files !== undefined) await scope.register(multipart, multipartOptions(files))
    if (raw) {
      scope.removeContentTypeParser('application/json')
      scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) =>
        done(null, body),
      )
    }
    scope.route(options)
  })
}

/** @returns the function that serves a route of the contract: the steps, its handler, the answer */
export function routesOf(app: FastifyInstance, serving: Serving, pace: Pace | null): Api['serve'] {
  const served: Route[] = []
  app.decorate('contract', served)
  const paced = pace ?? (() => null)
  const keys = requestKeys()
  return function serve<R extends Route, M extends Reads>(
    route: R,
    { reads = {} as M }: { readonly reads?: M }, // without any, M has none
    handler: (call: Call<R, M>) => Promise<unknown>,
  ) {
    served.push(route)
    const Query = closed(route.query)
    mount(app, route, {
      ...optionsOf(route, reads, serving, route.access === 'anyone' ? null : paced(route)),
      handler: async (request, reply) => {
        const language = languageOf(request.headers['accept-language'])
        const start = { route, Query, reads, request, reply, language, caller: null, owner: '' }
        const exchange: Exchange = { ...start, params: {}, query: {}, body: undefined }
        await pass(exchange, serving)
        const read = await openReads(serving.deps.readModels, reads)
        const call = callOf<R, M>(exchange, read, serving.deps)
        if (isCsv(route, request))
          return answerCsv(route, call, { run: handler, answerable }, reply)
        const key = keyOf(exchange)
        const run = () => handler(call)
        const data = await (key === null ? run() : keys.within(key, run))
        if (exchange.caller !== null && route.method !== 'GET')
          serving.ownWrites.note(exchange.caller.userId, data)
        return answer(route, call, data, reply)
      },
    })
  }
}
