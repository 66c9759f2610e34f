import { z } from 'zod'
import type { Permission } from '#domain/kernel/permissions.ts'

/**
 * Callers of a route: `public` with the public key, `anyone` without. `manage` lets its holder act
 * on another user's `:userId`. Where it stands alone, every user reaches what is their own.
 */
export type Access =
  | 'anyone'
  | 'public'
  | 'signed-in'
  | { readonly permission: Permission; readonly manage?: Permission }
  | { readonly permission?: never; readonly manage: Permission }

/**
 * The most files in one request, and the most bytes of each. With `field`, the part of that name
 * holds the body as JSON. The route then takes plain JSON too, and files are not required.
 */
export type Multipart = {
  readonly files: number
  readonly fileBytes: number
  readonly field?: string
}

/** The address of a route, which is all that a browser has of it. Paths are below `/api`. */
export type Address = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly access: Access
}

/** A route's plain data. */
export type Endpoint = Address & {
  readonly summary: string
  /**
   * The list is also served as `text/csv`. A text names the entity of the columns, where the path's
   * first word does not.
   */
  readonly csv: boolean | string
  /** `binary` and `stream` answer outside the envelope. */
  readonly kind: 'json' | 'binary' | 'stream'
  /** The answer is the same for all: a browser keeps it, and asks whether it has changed. */
  readonly cached?: boolean
  /** The body is `multipart/form-data`, which the handler reads as a stream. */
  readonly multipart?: Multipart
  /** The body is not parsed: the handler gets its bytes, for a signature over them. */
  readonly raw?: boolean
  /**
   * A write that a user without a plan may still send. All others are refused once free access has
   * ended.
   */
  readonly withoutPlan?: boolean
  /**
   * A guest's demo is refused: the call reaches other users, services or the outside, stores files,
   * or changes the sign-in.
   */
  readonly closedToGuests?: boolean
  /**
   * Takes long to answer: its calls are counted apart from those of other routes, and fewer are
   * allowed. `preview`: asked for again and again while a user writes.
   */
  readonly heavy?: boolean | 'preview'
  /** Asks a service outside: 501 where there is none, 502 while it does not answer. */
  readonly outside?: boolean
  /** Calls per minute and address; the general limit when absent. */
  readonly perMinute?: number
  /** Largest body, in bytes; 256 KiB when absent. */
  readonly maxBody?: number
}

const none = z.object({})
const nothing = z.undefined()

/** A route's input and output. `reply` is in `result.data`. */
export type Schemas<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
}

/**
 * A route as data: the server mounts it, the OpenAPI document and the tests are derived from it.
 */
export type Route<S extends Schemas = Schemas> = Endpoint & S

/** A route as a browser calls it: its schemas are types alone, so that no screen loads them. */
export type Callable<S extends Schemas = Schemas> = Address & Partial<S>

/** Schemas as they are declared: a route without `params`, `query` or `body` takes none. */
type Taken<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = Partial<Schemas<Params, Query, Body>> & { readonly reply: Reply }

/** An endpoint's data beside its address; `csv` and `kind` are optional. */
type Details = Omit<Endpoint, keyof Address | 'csv' | 'kind'> &
  Partial<Pick<Endpoint, 'csv' | 'kind'>>

/** Schemas of a route, with those of what it does not take. */
export function schemas<
  Reply extends z.ZodType,
  Params extends z.ZodType = typeof none,
  Query extends z.ZodType = typeof none,
  Body extends z.ZodType = typeof nothing,
>(taken: Taken<Params, Query, Body, Reply>): Schemas<Params, Query, Body, Reply>
export function schemas({ params = none, query = none, body = nothing, reply }: Taken): Schemas {
  return { params, query, body, reply }
}

/** A route whose address and schemas are computed; others are declared by `get` and its like. */
export const route = <S extends Schemas>(
  address: Address,
  taken: S,
  details: Details,
): Route<S> => ({
  csv: false,
  kind: 'json',
  ...details,
  ...address,
  ...taken,
})

const routeBy =
  (method: Address['method']) =>
  <
    Reply extends z.ZodType,
    Params extends z.ZodType = typeof none,
    Query extends z.ZodType = typeof none,
    Body extends z.ZodType = typeof nothing,
  >(
    path: string,
    declared: Details & Pick<Address, 'access'> & Taken<Params, Query, Body, Reply>,
  ): Route<Schemas<Params, Query, Body, Reply>> =>
    route({ method, path, access: declared.access }, schemas(declared), declared)

export const get = routeBy('GET')
export const post = routeBy('POST')
export const put = routeBy('PUT')
export const del = routeBy('DELETE')
