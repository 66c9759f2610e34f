import { z } from 'zod'
import { kindsOfSchemas } from '#domain/kernel/field.ts'
import type { Permission } from '#domain/kernel/permissions.ts'

/** Who may call a route. `manage` lets its holder act on another user's `:userId`. */
export type Access = 'public' | 'signed-in' | { readonly permission: Permission; readonly manage?: Permission }

type Shape = z.ZodType
/** Files of one request, each with so many bytes at most. */
export type Multipart = { readonly files: number; readonly fileBytes: number }
/** A route as data: the server mounts it, the web calls it, the OpenAPI document and the tests are derived from it. Paths are below `/api`. */
export type Route<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends Shape = Shape,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly params: P
  readonly query: Q
  readonly body: B
  /** What stands in `result.data`. */
  readonly reply: R
  /** The list is also served as `text/csv`. A text names the entity whose fields it holds where the path's first word does not. */
  readonly csv: boolean | string
  /** `binary` and `stream` answer outside the envelope. */
  readonly kind: 'json' | 'binary' | 'stream'
  /** The body is `multipart/form-data`, which the handler reads as it comes. */
  readonly multipart?: Multipart
  /** Calls a minute and address; the general limit when absent. */
  readonly perMinute?: number
  /** Largest body, in bytes; 256 KiB when absent. */
  readonly maxBody?: number
}

const nothing = z.undefined()

export function route<
  P extends Shape = z.ZodObject<Record<never, never>>,
  Q extends Shape = z.ZodObject<Record<never, never>>,
  B extends Shape = z.ZodUndefined,
  R extends Shape = z.ZodType,
>(spec: {
  method: Route['method']
  path: string
  summary: string
  access: Access
  params?: P
  query?: Q
  body?: B
  reply: R
  csv?: boolean | string
  kind?: Route['kind']
  multipart?: Multipart
  perMinute?: number
  maxBody?: number
}): Route<P, Q, B, R> {
  return {
    csv: false,
    kind: 'json',
    ...spec,
    // The defaults stand for "none of it"; the type parameters say the same.
    params: spec.params ?? (z.object({}) as unknown as P),
    query: spec.query ?? (z.object({}) as unknown as Q),
    body: spec.body ?? (nothing as unknown as B),
  }
}

/** Ids are ULIDs, made by the server or by the client. */
export const Id = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
/** A reference that may be empty: 0 (or "0") means none. */
export const IdOrNone = z.union([Id, z.literal(0), z.literal('0')]).transform((id) => (id === '0' ? (0 as const) : id))
const LAST_MS = 253_402_300_799_999
/** The last instant that is asked about: every day up to it can be read back in any time zone. */
const LAST_ASKED_MS = Date.UTC(2200, 11, 31)
/** An instant in epoch milliseconds; 0 means none. */
export const Time = z.int().min(0).max(LAST_MS).register(kindsOfSchemas, { kind: 'instant' })
/** A day that is answered, as the epoch milliseconds of its midnight in UTC, before 1970 negative; 0 means none. */
export const AnsweredDay = z.int().max(LAST_MS).register(kindsOfSchemas, { kind: 'day' })
/** `?at=` of a query: the record as it was then. */
export const Instant = z.coerce.number().int().min(0).max(LAST_ASKED_MS).optional()
/** ISO 4217, in capitals. */
export const Currency = z.string().regex(/^[A-Z]{3}$/)
/** The version that the caller has seen; refused with STALE_VERSION when it is no longer the last. */
export const Version = z.int().min(1).optional()
/** Path parameters: whose data, and which of the user's professional profiles. */
export const own = z.object({ userId: z.string().max(64) })
export const ofProfile = own.extend({ profileId: Id })
export const Month = z.coerce.number().int().min(1).max(12)
export const Year = z.coerce.number().int().min(2000).max(2100)

/** What every write answers. */
export const Written = z.object({ id: z.string(), version: z.int(), position: z.string() })
export type Written = z.infer<typeof Written>

/** What every record answered carries. */
export const audit = {
  id: z.string(),
  version: z.int(),
  creationDate: Time,
  lastModificationDate: Time,
  createdBy: z.string(),
  modifiedBy: z.string(),
}

/** `?limit=&cursor=&sort=&q=`: `sort` is `field` or `-field`. */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(2000).optional(),
  sort: z.string().max(100).optional(),
  q: z.string().max(200).optional(),
})

export const success = <R extends Shape>(data: R) => z.object({ status: z.literal(0), result: z.object({ data }) })
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
