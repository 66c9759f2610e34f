import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Route } from '#contract/kernel/contract.ts'
import type { BinaryReply, Call } from '../api.ts'
import { contentDisposition } from '../content-disposition.ts'
import { AS_FILE } from '../errors.ts'
import { joinedIds, readableRows, UNREADABLE } from '../readable-rows.ts'

/** Characters of a digest that tell one answer from another. */
const ETAG_LENGTH = 22

const isBinary = (data: unknown): data is BinaryReply =>
  typeof data === 'object' &&
  data !== null &&
  ('bytes' in data || 'stream' in data) &&
  'mediaType' in data

/** Sends a handler's result: a file as it is, data in the envelope. */
export function answer(route: Route, call: Call, data: unknown, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (route.kind !== 'json' && isBinary(data)) return answerFile(data, reply)
  const answered = answerable(route, call, data, reply)
  const text = JSON.stringify({ status: 0, result: { data: answered } })
  reply.header('content-disposition', AS_FILE).type('application/json; charset=utf-8')
  if (!route.cached) return reply.send(text)
  // Weak: the answer may be sent compressed.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, ETAG_LENGTH)}"`
  reply.header('cache-control', 'private, no-cache').header('etag', etag)
  return call.request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text)
}

function answerFile(data: BinaryReply, reply: FastifyReply): FastifyReply {
  const { fileName, disposition = 'inline', mediaType } = data
  if (fileName !== undefined)
    reply.header('content-disposition', contentDisposition(disposition, fileName))
  return reply
    .type(mediaType)
    .send('stream' in data ? Readable.from(data.stream) : Buffer.from(data.bytes))
}

/**
 * The part of a reply that the contract accepts. A list leaves out refused rows, names them in a
 * header, and logs them.
 */
export function answerable(route: Route, call: Call, data: unknown, reply: FastifyReply): unknown {
  const parsed = route.reply.safeParse(data)
  if (parsed.success) return parsed.data
  const list = readableRows(route.reply, data)
  if (list === null)
    throw new Error(
      `${route.method} ${route.path} answers what its contract does not: ${z.prettifyError(parsed.error)}`,
    )
  for (const { id, problem } of list.unreadable)
    call.request.log.error(
      { route: `${route.method} ${route.path}`, id, problem },
      'row that its contract refuses',
    )
  reply.header(
    UNREADABLE,
    joinedIds(...list.unreadable.map(({ id }) => encodeURIComponent(id) || '?')),
  )
  return list.rows
}
