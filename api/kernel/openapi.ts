import { isDeepStrictEqual } from 'node:util'
import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { API } from '#contract/kernel/api.values.ts'
import type { Multipart, Route } from '#contract/kernel/contract.ts'
import { STREAM_PATH } from '#contract/kernel/stream.ts'
import { Failure, success } from '#contract/kernel/answers.schemas.ts'

/** A write that refers to a record answers these besides. */
const OF_WRITES = [404, 409, 412, 413, 415, 422]
const OF_READS = [404, 422]
/** Statuses that every route may answer. */
const OF_ALL = [400, 408, 414, 421, 429, 431, 500, 503]
const OF_OUTSIDE = [501, 502]

/** Meaning of each status of a refusal, in the document. */
const MEANING: Readonly<Record<number, string>> = {
  400: 'Not of the expected form',
  401: 'Nobody is signed in, or the public key is missing',
  403: 'The role does not allow it',
  404: 'Not there, or another user’s',
  408: 'The request took too long',
  409: 'In conflict with what is there',
  412: 'Changed since `version` was read',
  413: 'Too large',
  414: 'The address is too long',
  415: 'A body of another type',
  421: 'Sent to a host that is not this product’s',
  422: 'Of the right form, and against a rule',
  429: 'Too many calls; Retry-After says how long to wait',
  431: 'The headers are too large',
  500: 'A mistake of the product’s; `requestId` names the request',
  501: 'Another service does this; the details say where',
  502: 'A service outside did not answer usefully',
  503: 'Something needed is away; later it works',
}

const multipartSchema = ({ files, fileBytes, field }: Multipart) => {
  const file = z.array(z.file().max(fileBytes)).max(files)
  return field === undefined
    ? z.object({ file: file.min(1) })
    : z.object({
        [field]: z.string().describe('JSON, as it may also be sent without files'),
        file: file.optional(),
      })
}

const isFilled = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && Object.keys(schema.shape as object).length > 0

/**
 * A query without the keys that the contract does not name: a mistyped filter is refused, and not
 * left out.
 */
export function closed(query: z.ZodType): z.ZodType {
  if (!(query instanceof z.ZodObject) || query.def.catchall !== undefined) return query
  const made = closings.get(query) ?? query.catchall(NOTHING)
  closings.set(query, made)
  return made
}
const closings = new WeakMap<z.ZodType, z.ZodType>()
const NOTHING = z.never()

/** Input and answer of a route on success, as the plugin of the document wants them. */
export function describedRoute(route: Route, headers: z.ZodType | undefined): FastifySchema {
  const security =
    route.access === 'anyone' ? [] : route.access === 'public' ? [{ apiKey: [] }] : [{ bearer: [] }]
  const permission =
    typeof route.access === 'object' ? (route.access.permission ?? 'signed-in') : route.access
  const manage =
    typeof route.access === 'object' && route.access.manage !== undefined
      ? `; another user's with ${route.access.manage}`
      : ''
  return {
    summary: route.summary,
    description: `Access: ${permission}${manage}`,
    tags: [route.path.split('/')[1] ?? 'carnet'],
    security,
    ...(isFilled(route.params) && { params: route.params }),
    ...(isFilled(route.query) && { querystring: closed(route.query) }),
    ...(headers && { headers }),
    ...(!(route.body instanceof z.ZodUndefined) && { body: route.body }),
    ...(route.multipart && {
      consumes: ['multipart/form-data'],
      body: multipartSchema(route.multipart),
    }),
    ...(route.kind === 'json' && { response: { 200: success(route.reply) } }),
  }
}

const statusesOf = ({ method, outside }: Route): readonly number[] => [
  ...OF_ALL,
  401,
  403,
  ...(method === 'GET' ? OF_READS : OF_WRITES),
  ...(outside ? OF_OUTSIDE : []),
]

type Operation = {
  responses?: Record<string, unknown>
  requestBody?: { required?: boolean }
  parameters?: readonly { readonly in: string; readonly name: string }[]
}
type Document = {
  paths?: Record<string, Record<string, Operation | undefined> | undefined>
  components?: { schemas?: Record<string, unknown> }
}

/** OpenAPI 3.1 has no schema of single events. */
const EVENTS = { 'text/event-stream': {} }
/**
 * A file has no schema: it may be JSON too. @source OpenAPI 3.1, Media Type Object, binary content
 */
const FILE = { 'application/octet-stream': {}, '*/*': {} }
const PROBLEM = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }

const RETRY_AFTER = {
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait' },
}
const problemsOf = (statuses: readonly number[]): Record<string, unknown> =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: MEANING[status] ?? '',
        ...(status === 429 && { headers: RETRY_AFTER }),
        content: PROBLEM,
      },
    ]),
  )

/**
 * A tuple as a list so long: readers of the document that know no `prefixItems` refuse all of it.
 */
const withTuples = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('prefixItems' in value)) return value
    const { prefixItems, ...list } = value
    const each = [prefixItems].flat()
    const kinds = each.filter(
      (one, at) => each.findIndex((before) => isDeepStrictEqual(before, one)) === at,
    )
    return {
      ...list,
      items: kinds.length === 1 ? kinds[0] : { anyOf: kinds },
      minItems: each.length,
      maxItems: each.length,
    }
  }) as T // nothing else has changed

const NAMES = /\{(\w+)\}/g

/**
 * Paths whose parameters differ by name alone, as one path. Its parameter has both names:
 * `idOrUserId`.
 *
 * @source OpenAPI 3.1, Paths Object: such paths are identical and invalid
 */
function withOnePathEach(paths: NonNullable<Document['paths']>): NonNullable<Document['paths']> {
  const alike = Map.groupBy(Object.keys(paths), (path) => path.replaceAll(NAMES, '{}'))
  return Object.fromEntries(
    [...alike.values()].map((group) => {
      const names = group.map((path) => [...path.matchAll(NAMES)].map(([, name = '']) => name))
      const joined = (names[0] ?? []).map((_, at) =>
        [...new Set(names.map((each) => each[at] ?? ''))]
          .toSorted()
          .map((name, i) => (i === 0 ? name : `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`))
          .join(''),
      )
      const named = (
        operation: Operation | undefined,
        own: readonly string[],
      ): Operation | undefined =>
        operation?.parameters && {
          ...operation,
          parameters: operation.parameters.map((one) =>
            one.in === 'path' ? { ...one, name: joined[own.indexOf(one.name)] ?? one.name } : one,
          ),
        }
      const operations = group.flatMap((path, at) =>
        Object.entries(paths[path] ?? {}).map(
          ([method, one]) => [method, named(one, names[at] ?? []) ?? one] as const,
        ),
      )
      let at = 0
      return [
        (group[0] ?? '').replaceAll(NAMES, () => `{${joined[at++]}}`),
        Object.fromEntries(operations),
      ]
    }),
  )
}

/**
 * Adds what the plugin does not know: every status of a refusal, answers that are files, and lists
 * as CSV.
 */
export function withAnswers<D extends object>(made: D, contract: readonly Route[]): D {
  const document: Document = withTuples(made)
  const schemas = {
    ...document.components?.schemas,
    Problem: z.toJSONSchema(Failure, { io: 'output' }),
  }
  document.components = { ...document.components, schemas }
  for (const route of contract) {
    const path = `${API}${route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const operation = document.paths?.[path]?.[route.method.toLowerCase()]
    if (operation === undefined) continue
    const responses: Record<string, unknown> = { ...operation.responses }
    const fine = responses['200'] as { content?: Record<string, unknown> } | undefined
    if (route.kind === 'binary') responses['200'] = { description: 'The file', content: FILE }
    if (route.kind === 'stream')
      responses['200'] = { description: 'Parts of the answer as they come', content: EVENTS }
    if (route.csv && fine?.content) fine.content['text/csv'] = { schema: { type: 'string' } }
    if (route.cached) responses['304'] = { description: 'As the ETag in If-None-Match says' }
    operation.responses = { ...responses, ...problemsOf(statusesOf(route)) }
    if (operation.requestBody)
      operation.requestBody.required = !route.body.safeParse(undefined).success
  }
  const stream = document.paths?.[`${API}${STREAM_PATH}`]?.['get']
  if (stream)
    stream.responses = {
      200: { description: 'Changes as they happen', content: EVENTS },
      ...problemsOf([...OF_ALL, 401]),
    }
  if (document.paths) document.paths = withOnePathEach(document.paths)
  return document as D // what was made, with more
}
