/** Failures in the domain's words. `api/kernel/errors.ts` alone maps a kind to an HTTP status. */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'invalid'
  | 'too-many'
  | 'unsupported'
  | 'outside'
  | 'unavailable'
  | 'not-offered'
  | 'misdirected'
  | 'wrong-method'
  | 'too-slow'

/**
 * A field the caller can mend: `path` in the wire's words (`lines.0.quantity`), `code` from a
 * catalogue, `details` for its text.
 */
export type FieldRefusal = {
  readonly path: string
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** A request the product understands and refuses. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  readonly kind: RefusalKind
  readonly details: Readonly<Record<string, unknown>>
  readonly fields: readonly FieldRefusal[]

  constructor(
    code: string,
    kind: RefusalKind,
    details: Readonly<Record<string, unknown>> = {},
    fields: readonly FieldRefusal[] = [],
  ) {
    super(`${code} ${JSON.stringify(details)}`)
    this.code = code
    this.kind = kind
    this.details = details
    this.fields = fields
  }
}

const catalogued = new Map<string, RefusalKind>()

/** Every code of every catalogue loaded so far. */
export const refusalCodes = (): readonly string[] => [...catalogued.keys()].sort()

/**
 * A context's error catalogue. Codes are permanent: clients and translations hold them
 * (`api/contract/words/<lang>/<context>.json`).
 *
 * @returns a maker for `throw refusal(code, details, fields)`. TypeScript narrows the lines below a
 * `throw`, but not below a helper that returns `never`.
 */
export function catalogue<const K extends string>(kinds: Record<K, RefusalKind>) {
  for (const [code, kind] of Object.entries<RefusalKind>(kinds)) catalogued.set(code, kind)
  return (code: K, details?: Readonly<Record<string, unknown>>, fields?: readonly FieldRefusal[]) =>
    new Refusal(code, kinds[code], details, fields)
}

/** Refusals that belong to no context. */
export const refusal = catalogue({
  REQUEST_INVALID: 'malformed',
  RULE_BROKEN: 'invalid',
  FIELD_INVALID: 'invalid',
  NOT_FOUND: 'missing',
  FORBIDDEN: 'forbidden',
  VIEW_ONLY: 'forbidden',
  UNAUTHENTICATED: 'unauthenticated',
  STALE_VERSION: 'stale',
  TOO_LARGE: 'too-large',
  TOO_MANY_REQUESTS: 'too-many',
  ID_ALREADY_USED: 'conflict',
  IDEMPOTENCY_KEY_REUSED: 'conflict',
  CONFLICT: 'conflict',
  REFERENCE_UNKNOWN: 'invalid',
  RECORD_ALREADY_THERE: 'conflict',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported',
  STORE_UNAVAILABLE: 'unavailable',
  DATABASE_UNAVAILABLE: 'unavailable',
  READ_MODEL_LATE: 'unavailable',
  DISK_FULL: 'unavailable',
  DISK_UNWRITABLE: 'unavailable',
  FILES_EXHAUSTED: 'unavailable',
  LOG_REPLACED: 'unavailable',
  PROGRAM_OUTDATED: 'unavailable',
  CONNECTION_NOT_READY: 'unavailable',
  HOST_UNKNOWN: 'misdirected',
  METHOD_NOT_ALLOWED: 'wrong-method',
  REQUEST_TOO_SLOW: 'too-slow',
})

/**
 * TypeScript refuses a switch with a missing case. An unknown stored event throws, and names its
 * type alone: its data may be personal.
 */
export function unreachable(value: never): never {
  const { type } = Object(value) as { type?: unknown } // any stored value
  throw new Error(`Unhandled case: ${typeof type === 'string' ? type : String(value)}`)
}
