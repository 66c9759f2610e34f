import type { FastifyReply } from 'fastify'
import { refusal } from '#domain/kernel/errors.ts'
import type { Doc, Page, Sort } from '#domain/kernel/ports/read-store.ts'

/**
 * `?sort=name` or `?sort=-name` as a read-store sort, limited to the fields that the list names.
 *
 * @param fields wire name → document field
 * @throws REQUEST_INVALID naming `sort`
 */
export function sortOf(
  sort: string | undefined,
  fields: Readonly<Record<string, string>>,
  otherwise: Sort,
): Sort {
  if (sort === undefined || sort === '') return otherwise
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined)
    throw refusal('REQUEST_INVALID', {}, [{ path: 'sort', code: 'FIELD_INVALID' }])
  return [[field, descending ? -1 : 1]]
}

/**
 * Headers of a page: `x-total-count` of all matches (if `counted`), `x-next-cursor` when there are
 * more.
 */
export function listHeaders<D extends Doc>(reply: FastifyReply, page: Page<D>): void {
  if (page.total !== undefined) reply.header('x-total-count', page.total)
  if (page.next !== null) reply.header('x-next-cursor', page.next)
}

/**
 * One page of a list that the server has read whole, because no index has its order. The cursor is
 * an index in it.
 *
 * @throws REQUEST_INVALID naming `cursor`
 */
export function pageOf<T>(
  reply: FastifyReply,
  all: readonly T[],
  { limit, cursor = '' }: { readonly limit: number; readonly cursor?: string | undefined },
): readonly T[] {
  if (!/^\d{0,9}$/.test(cursor))
    throw refusal('REQUEST_INVALID', {}, [{ path: 'cursor', code: 'FIELD_INVALID' }])
  const from = Number(cursor)
  const to = from + limit
  reply.header('x-total-count', all.length)
  if (to < all.length) reply.header('x-next-cursor', String(to))
  return all.slice(from, to)
}
