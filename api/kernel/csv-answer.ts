import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LARGEST_PAGE } from '#contract/kernel/api.values.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { timeSlices } from '#commands/kernel/time-slices.ts'
import type { Reads } from '#projections/kernel/read-models.ts'
import type { Call } from './api.ts'
import { toCsv } from './csv.ts'
import { joinedIds, UNREADABLE } from './readable-rows.ts'

/** Rows that are checked and written between two looks at the clock. */
const ROWS = 10

/** Whether a list is asked for as CSV. */
export const isCsv = (route: Route, request: FastifyRequest): boolean =>
  route.csv !== false && (request.headers.accept?.includes('text/csv') ?? false)

const hasField = (schema: z.ZodType, name: string): boolean =>
  schema instanceof z.ZodObject && name in schema.shape

function sliced<T>(all: readonly T[], count: number): readonly (readonly T[])[] {
  const slices: (readonly T[])[] = []
  for (let from = 0; from < all.length; from += count) slices.push(all.slice(from, from + count))
  return slices
}

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
      value(name: string, value: unknown) {
        // Rows are checked a few at a time.
        const before = name === UNREADABLE ? headers.get(name) : undefined
        headers.set(name, before === undefined ? String(value) : joinedIds(before, String(value)))
        return ownReply
      },
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
 * before is sent. Requests of others have their turns between a few rows.
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
  const turn = timeSlices()
  const readPage = async (cursor: string | null) => {
    const { asked, headers } = pageOf(route, call, reply, cursor)
    const data = await list.run(asked)
    const some = Array.isArray(data) && data.length > 0 ? sliced(data, ROWS) : [data]
    return { some, asked, headers, next: headers.get('x-next-cursor') ?? null }
  }
  type Read = Awaited<ReturnType<typeof readPage>>
  async function* linesOf({ some, asked }: Read, isFirst: boolean): AsyncGenerator<string> {
    let part: 'whole' | 'rows' = isFirst ? 'whole' : 'rows'
    for (const few of some) {
      await turn()
      const rows = list.answerable(route, asked, few, asked.reply)
      const lines = Array.isArray(rows) ? rows : []
      yield toCsv(route.reply, entity, lines, call.language, part, call.caller.timeZone)
      part = 'rows'
    }
  }
  // The first page is read before anything is sent, so that a refusal has its own status.
  const first = await readPage(null)
  let firstLines = ''
  for await (const lines of linesOf(first, true)) firstLines += lines
  for (const [name, value] of first.headers) if (name !== 'x-next-cursor') reply.header(name, value)
  async function* pages(): AsyncGenerator<string> {
    yield firstLines
    for (let { next } = first; next !== null; ) {
      await turn()
      const page = await readPage(next)
      yield* linesOf(page, false)
      next = page.next
    }
  }
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${entity}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(pages()))
}
