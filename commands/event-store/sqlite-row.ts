import { crc32 } from 'node:zlib'
import {
  type EventMeta,
  type NewEvent,
  type RecordedEvent,
  positionOf,
} from '#domain/kernel/event.ts'

/** position, stream, revision, crc, body: the order of the columns in every query. */
export type Row = [position: number, stream: string, revision: number, crc: number, body: string]
export const COLUMNS = 'position, stream, revision, crc, body'

/**
 * `position` has no gap: a missing number is a missing row. `crc` is CRC-32 over the other columns.
 * The unique index lets one writer win a revision, and finds a stream.
 */
export const SCHEMA = `CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  stream TEXT NOT NULL,
  revision INTEGER NOT NULL,
  crc INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (stream, revision)
) STRICT`

/** `CRNT`, in the file's header: tells an event log from any other SQLite file. */
export const APPLICATION_ID = 0x43_52_4e_54
/**
 * 2: a log of version 1 may be opened by programs that overlook kinds of facts. They refuse this
 * one.
 */
export const SCHEMA_VERSION = 2

const BEYOND_ASCII = /[\u0080-\uffff]/g
/** Cache of escapes: texts use a few dozen characters beyond ASCII. */
const escapes = new Map<string, string>()
function escapeOf(unit: string): string {
  let escape = escapes.get(unit)
  if (escape === undefined)
    escapes.set(unit, (escape = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))
  return escape
}
/**
 * The same JSON in ASCII alone. Reading, checksum and parsing take half the time and half the
 * memory of any other encoding.
 */
const escaped = (json: string): string => json.replace(BEYOND_ASCII, escapeOf)

/** Most bodies fit; a larger one has a buffer of its own. */
const scratch = Buffer.allocUnsafeSlow(65_536)
/**
 * Copies a text into one flat string of one byte a character. V8 keeps a concatenated or escaped
 * string as a tree of two bytes a character. The next read would be slow.
 */
function flat(ascii: string): string {
  const buffer = ascii.length > scratch.length ? Buffer.allocUnsafeSlow(ascii.length) : scratch
  return buffer.toString('latin1', 0, buffer.write(ascii, 'latin1'))
}

/**
 * The event as a JSON array instead of an object: 30 % smaller and 1.6 times as fast to read back.
 * 0 stands for "as the command id". The encrypted values come last, if there are any.
 */
export function bodyOf({ id, type, data, meta }: NewEvent): string {
  const { commandId } = meta
  const head = JSON.stringify([
    id,
    type,
    meta.schema,
    meta.occurredAt,
    meta.owner,
    meta.actor,
    meta.cause,
    commandId,
    meta.correlationId === commandId ? 0 : meta.correlationId,
    meta.causationId === commandId ? 0 : meta.causationId,
    meta.prevHash,
    meta.hash,
  ])
  // Apart from the data: only data is likely to hold characters beyond ASCII, which double its
  // bytes. In an array, undefined is null.
  const encrypted = meta.personal === undefined ? '' : `,${JSON.stringify(meta.personal)}`
  return flat(
    `${escaped(head).slice(0, -1)},${escaped(JSON.stringify(data) ?? 'null')}${encrypted}]`,
  )
}

/**
 * An event's type without parsing the event: the second text of the array. It starts behind the
 * first `","`, which no text can hold unescaped.
 */
export function typeIn(body: string): string {
  const from = body.indexOf('","') + 3
  return body.slice(from, body.indexOf('"', from))
}

type Body = [
  string,
  string,
  number,
  number,
  string,
  EventMeta['actor'],
  EventMeta['cause'],
  string,
  string | 0,
  string | 0,
  string,
  string,
  unknown,
  EventMeta['personal'],
]

/** @throws SyntaxError when the body is no JSON */
export function eventOf(
  position: number,
  stream: string,
  revision: number,
  body: string,
): RecordedEvent {
  const [
    id,
    type,
    schema,
    occurredAt,
    owner,
    actor,
    cause,
    commandId,
    correlationId,
    causationId,
    prevHash,
    hash,
    data,
    personal,
  ] = JSON.parse(body) as Body // guarded by the row's crc
  return {
    id,
    type,
    data,
    meta: {
      schema,
      owner,
      actor,
      cause,
      commandId,
      correlationId: correlationId === 0 ? commandId : correlationId,
      causationId: causationId === 0 ? commandId : causationId,
      occurredAt,
      ...(personal && { personal }),
      prevHash,
      hash,
    },
    stream,
    revision,
    position: positionOf(position),
  }
}

/** CRC-32 over `position|stream|revision` and the body, as UTF-8. */
export const crcOf = (position: number, stream: string, revision: number, body: string): number =>
  crc32(body, crc32(`${position}|${stream}|${revision}`))
export const isWhole = ([position, stream, revision, crc, body]: Row): boolean =>
  crcOf(position, stream, revision, body) === crc
