import { z } from 'zod'
import { kindsOfSchemas } from '#domain/kernel/records/field.ts'
import { LAST_ANSWERED_MS } from '#domain/kernel/records/fields.ts'
import {
  completed,
  LARGEST_PAGE,
  USUAL_PAGE,
  type Endpoint,
  type EndpointDraft,
  type Schemas,
} from './endpoint.ts'

export { AnsweredDay, CurrencyCode as Currency } from '#domain/kernel/records/fields.ts'

/**
 * A route as data: the server mounts it, the OpenAPI document and the tests are derived from it.
 */
export type Route<S extends Schemas = Schemas> = Endpoint & {
  readonly params: Part<S, 'params', typeof none>
  readonly query: Part<S, 'query', typeof none>
  readonly body: Part<S, 'body', typeof nothing>
  readonly reply: S['reply']
}
type Part<S extends Schemas, K extends keyof Schemas, Absent> = Schemas extends S
  ? z.ZodType
  : S extends Readonly<Record<K, infer T extends z.ZodType>>
    ? T
    : Absent

const none = z.object({})
const nothing = z.undefined()

/** An endpoint with its schemas. */
export function route<S extends Schemas>(endpoint: EndpointDraft, schemas: S): Route<S>
export function route(endpoint: EndpointDraft, schemas: Schemas): Route {
  return { params: none, query: none, body: nothing, ...completed(endpoint), ...schemas }
}

/** A context's endpoints with their schemas, by the same names. */
export function routes<S extends Readonly<Record<string, Schemas>>>(
  endpoints: Readonly<Record<keyof S, Endpoint>>,
  schemas: S,
): { readonly [K in keyof S]: Route<S[K]> }
export function routes(
  endpoints: Readonly<Record<string, Endpoint>>,
  schemas: Readonly<Record<string, Schemas>>,
): Readonly<Record<string, Route>> {
  return Object.fromEntries(
    Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const given = schemas[name]
      return given ? [[name, route(endpoint, given)]] : []
    }),
  )
}

/** Ids are ULIDs, made by the server or by the client. */
export const Id = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
/** Ids, separated by commas. */
export const idsUpTo = (most: number) =>
  z
    .string()
    .max(27 * most)
    .transform((text) => text.split(','))
    .pipe(z.array(Id).min(1).max(most))
/** A reference that may be empty: 0 (or "0") means none. */
export const IdOrNone = z
  .union([Id, z.literal(0), z.literal('0')])
  .transform((id) => (id === '0' ? (0 as const) : id))
/** The last accepted instant: every day up to it can be read back in any time zone. */
const LAST_ASKED_MS = Date.UTC(2200, 11, 31)
/** An instant in epoch milliseconds; 0 means none. */
export const Time = z
  .int()
  .min(0)
  .max(LAST_ANSWERED_MS)
  .register(kindsOfSchemas, { kind: 'instant' })
/** `?at=` of a query: the record at that instant. */
export const Instant = z.coerce.number().int().min(0).max(LAST_ASKED_MS).optional()
/** The version that the caller has read; STALE_VERSION when the record has a later one. */
export const Version = z.int().min(1).optional()
/** Path parameters: the owner, and one of the owner's professional profiles. */
export const own = z.object({ userId: z.string().max(64) })
export const ofProfile = own.extend({ profileId: Id })
export const Month = z.coerce.number().int().min(1).max(12)
export const Year = z.coerce.number().int().min(2000).max(2100)

/** Answer of every write. */
export const Written = z.object({ id: z.string(), version: z.int(), position: z.string() })
export type Written = z.infer<typeof Written>

/** Fields of every answered record. */
export const audit = {
  id: z.string(),
  version: z.int(),
  creationDate: Time,
  lastModificationDate: Time,
  createdBy: z.string(),
  modifiedBy: z.string(),
}

/** How many rows are asked for. */
export const Limit = z.coerce.number().int().min(1).max(LARGEST_PAGE)
/** Where the page before ended, as `x-next-cursor` said. */
export const Cursor = z
  .string()
  .regex(/^[\w-]{0,2000}$/)
  .optional()
/** A field, or `-` and a field for the descending order. */
export const sortBy = <const N extends string>(names: readonly N[]) =>
  z.enum<(N | `-${N}`)[]>([...names, ...names.map((name): `-${N}` => `-${name}`)])
/** `?limit=&cursor=` */
export const Pages = z.object({ limit: Limit.default(USUAL_PAGE), cursor: Cursor })
/** `?limit=&cursor=&q=` */
export const ListQuery = Pages.extend({ q: z.string().max(200).optional() })

export const success = <R extends z.ZodType>(data: R) =>
  z.object({ status: z.literal(0), result: z.object({ data }) })
export const Failure = z.object({
  status: z.int(),
  result: z.object({
    message: z.string(),
    code: z.string(),
    fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string().optional(),
  }),
})
export type Failure = z.infer<typeof Failure>
