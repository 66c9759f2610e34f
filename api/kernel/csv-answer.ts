import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LARGEST_PAGE } from '#contract/kernel/api.values.ts'
import type { Route } from '#contract/kernel/contract.ts'
import type { Reads } from '#projections/kernel/read-models.ts'
import type { Call } from './api.ts'
import { toCsv } from './csv.ts'

/** Whether a list is asked for as CSV. */
export const isCsv = (route: Route, request: FastifyRequest): boolean =>
  route.csv !== false && (request.headers.accept?.includes('text/csv') ?? false)

const hasField = (schema: z.ZodType, name: string): boolean =>
  schema instanceof z.ZodObject && name in schema.shape

/** The same call for its largest page at a cursor, and the headers that its handler sets. */
function pageOf<R extends Route, M extends Reads>(
  route: R,
  call: Call<R, M>,
  reply: FastifyReply,
  cursor: string | null,
) {
  const at = cursor === null ? {} : { cursor }
  const headers = new Map<string, string>()
  const ownReply: FastifyReply = Object.create(reply, {
    header: {
      value: (name: string, value: unknown) => (headers.set(name, String(value)), ownReply),
    },
  })
  const sized = (schema: z.ZodType, name: string) =>
    hasField(schema, name) ? { [name]: LARGEST_PAGE } : {}
  const withPage = (schema: z.ZodType, name: string, value: unknown) =>
    hasField(schema, 'cursor') ? { ...Object(value), ...sized(schema, name), ...at } : value
  const pageCall: Call<R, M> = Object.create(call, {
    params: { value: { ...Object(call.params), ...sized(route.params, 'count') } },
    query: { value: withPage(route.query, 'limit', call.query) },
    body: { value: withPage(route.body, 'quantity', call.body) },
    reply: { value: ownReply },
  })
  return { asked: pageCall, headers }
}

/**
 * All rows of a list as CSV, from the cursor on. The handler reads the next page once the one
 * before is sent.
 *
 * @param list.answerable the part of a page that the contract accepts
 */
export async function answerCsv<R extends Route, M extends Reads>(
  route: R,
  call: Call<R, M>,
  list: {
    readonly run: (asked: Call<R, M>) => Promise<unknown>
    readonly answerable: (route: Route, call: Call, data: unknown, reply: FastifyReply) => unknown
  },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const entity = typeof route.csv === 'string' ? route.csv : (route.path.split('/')[1] ?? 'list')
  const pageAt = async (cursor: string | null, part: 'whole' | 'rows') => {
    const { asked, headers } = pageOf(route, call, reply, cursor)
    const rows = list.answerable(route, asked, await list.run(asked), asked.reply)
    const lines = toCsv(route.reply, entity, Array.isArray(rows) ? rows : [], call.language, part)
    return { lines, headers, next: headers.get('x-next-cursor') ?? null }
  }
  // The first page is read before anything is sent, so that a refusal has its own status.
  const first = await pageAt(null, 'whole')
  for (const [name, value] of first.headers) if (name !== 'x-next-cursor') reply.header(name, value)
  async function* pages(): AsyncGenerator<string> {
    yield first.lines
    for (let { next } = first; next !== null; ) {
      const page = await pageAt(next, 'rows')
      yield page.lines
      next = page.next
    }
  }
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${entity}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(pages()))
}
