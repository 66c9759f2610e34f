import { hash } from 'node:crypto'
import type { DecidedEvent } from '#domain/kernel/ports/event-store.ts'
import type { EventMeta, NewEvent } from '#domain/kernel/event.ts'

/**
 * JSON with sorted keys and no white space. A value and its copy through JSON give the same text:
 * absent and `undefined` are equal.
 *
 * @throws TypeError for values that JSON would silently lose: NaN, an infinity, a bigint, a
 * function, a Map
 * @source RFC 8785 for the order of keys (UTF-16 code units) and the form of strings and numbers
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} is no JSON`)
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'undefined':
      return 'null' // JSON writes null for undefined in an array or at the top
    case 'object':
      break
    case 'bigint':
    case 'function':
    case 'symbol':
      throw new TypeError(`A ${typeof value} is no JSON`)
  }
  if (value === null) return 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`A ${value.constructor.name} is no JSON`)
  const record = value as Record<string, unknown> // just checked to be a plain object
  let text = ''
  for (const key of Object.keys(record).sort()) {
    const item = record[key]
    if (item !== undefined)
      text += `${text ? ',' : ''}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `{${text}}`
}

export type Unhashed = Omit<NewEvent, 'meta'> & { readonly meta: Omit<EventMeta, 'hash'> }

/**
 * SHA-256, hexadecimal, of an event in its stream. It changes with the event, its place, or any
 * event before it.
 */
export function hashOf(stream: string, { id, type, data, meta }: Unhashed): string {
  // Fields are named one by one, since an existing `hash` must not be hashed.
  const {
    schema,
    owner,
    actor,
    cause,
    commandId,
    correlationId,
    causationId,
    occurredAt,
    personal,
    prevHash,
  } = meta
  return hash(
    'sha256',
    canonicalJson({
      id,
      stream,
      type,
      data,
      meta: {
        schema,
        owner,
        actor,
        cause,
        commandId,
        correlationId,
        causationId,
        occurredAt,
        personal,
        prevHash,
      },
    }),
    'hex',
  )
}

/** Links new events, in order, behind the stream's last hash (empty for a new stream). */
export function chained(
  stream: string,
  prevHash: string,
  events: readonly DecidedEvent[],
): NewEvent[] {
  let last = prevHash
  return events.map((event) => {
    const meta = { ...event.meta, prevHash: last }
    last = hashOf(stream, { ...event, meta })
    return { ...event, meta: { ...meta, hash: last } }
  })
}

/** Root of an empty log. */
export const NO_ROOT = ''
/**
 * Running SHA-256 over a log: it changes with any event before and with their order. It needs only
 * the events' hashes.
 */
export const rootAfter = (root: string, eventHash: string): string =>
  hash('sha256', root + eventHash, 'hex')
