import type { z } from 'zod'
import type { Permission } from '#domain/kernel/permissions.ts'

/**
 * Who may call a route: `public` with the public key, `anyone` without. `manage` lets its holder
 * act on another user's `:userId`.
 */
export type Access =
  | 'anyone'
  | 'public'
  | 'signed-in'
  | { readonly permission: Permission; readonly manage?: Permission }

/**
 * The most files in one request, and the most bytes of each. With `field`, the part of that name
 * holds the body as JSON; the route then takes plain JSON too, and files are not required.
 */
export type Multipart = {
  readonly files: number
  readonly fileBytes: number
  readonly field?: string
}

/**
 * Rows of a list's page: the usual number, and the largest. A CSV holds all rows, whatever the
 * page.
 */
export const USUAL_PAGE = 50
export const LARGEST_PAGE = 200

/** Prefix of every route. */
export const API = '/api'

/** A route's plain data. Paths are below `/api`. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
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
   * allowed.
   */
  readonly heavy?: boolean
  /** Asks a service outside: 501 where there is none, 502 while it does not answer. */
  readonly outside?: boolean
  /** Calls per minute and address; the general limit when absent. */
  readonly perMinute?: number
  /** Largest body, in bytes; 256 KiB when absent. */
  readonly maxBody?: number
}

/** A route's input and output. `reply` is in `result.data`. */
export type Schemas = {
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly reply: z.ZodType
}

/** An endpoint whose schemas exist as types only, so that a browser calls it without zod. */
export type Typed<S extends Schemas = Schemas> = Endpoint & { readonly schemas?: S }

/** An endpoint as it is declared; `csv` and `kind` are optional. */
export type EndpointDraft = Omit<Endpoint, 'csv' | 'kind'> & Partial<Pick<Endpoint, 'csv' | 'kind'>>

export const completed = (draft: EndpointDraft): Endpoint => ({
  csv: false,
  kind: 'json',
  ...draft,
})

/**
 * @typeParam S the schemas of each, by the same names: `import type` adds nothing to the browser's
 * bundle
 */
export function endpoints<S extends Readonly<Record<string, Schemas>>>(
  written: Readonly<Record<keyof S, EndpointDraft>>,
): { readonly [K in keyof S]: Typed<S[K]> }
export function endpoints(
  written: Readonly<Record<string, EndpointDraft>>,
): Readonly<Record<string, Endpoint>> {
  return Object.fromEntries(
    Object.entries(written).map(([name, endpoint]) => [name, completed(endpoint)]),
  )
}
