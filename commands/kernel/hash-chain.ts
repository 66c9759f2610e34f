import { hash } from 'node:crypto'
import type { DecidedEvent } from '#domain/kernel/event-store.ts'
import type { EventMeta, NewEvent } from '#domain/kernel/event.ts'

/**
 * JSON with sorted keys and no white space, the same for a value and for what JSON gives back of it: absent and `undefined` are one.
 *
 * @throws TypeError for what JSON would lose without a word: NaN, an infinity, a bigint, a function, a Map
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
      return 'null' // only an array's item or the value itself gets here, and JSON writes it so
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
  const record = value as Record<string, unknown> // a plain object, as just checked
  let text = ''
  for (const key of Object.keys(record).sort()) {
    const item = record[key]
    if (item !== undefined) text += `${text ? ',' : ''}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `{${text}}`
}

export type Unhashed = Omit<NewEvent, 'meta'> & { readonly meta: Omit<EventMeta, 'hash'> }

/** SHA-256, hexadecimal, of an event in its stream: any change to it, to its place or to what came before it changes this. */
export function hashOf(stream: string, { id, type, data, meta }: Unhashed): string {
  // Named one by one: a `hash` that is already there is not part of what is hashed.
  const { schema, owner, actor, cause, commandId, correlationId, causationId, occurredAt, personal, prevHash } = meta
  return hash(
    'sha256',
    canonicalJson({
      id,
      stream,
      type,
      data,
      meta: { schema, owner, actor, cause, commandId, correlationId, causationId, occurredAt, personal, prevHash },
    }),
    'hex',
  )
}

/** Links new events, in order, behind the stream's last hash (empty for a new stream). */
export function chained(stream: string, prevHash: string, events: readonly DecidedEvent[]): NewEvent[] {
  let last = prevHash
  return events.map((event) => {
    const meta = { ...event.meta, prevHash: last }
    last = hashOf(stream, { ...event, meta })
    return { ...event, meta: { ...meta, hash: last } }
  })
}

/** Root of a log that holds nothing. */
export const NO_ROOT = ''
/** Running SHA-256 over a log: any change to an event before, or to their order, changes it. Needs nothing but the events' hashes. */
export const rootAfter = (root: string, eventHash: string): string => hash('sha256', root + eventHash, 'hex')
