import type { FastifyReply } from 'fastify'
import { refusal } from '#domain/kernel/errors.ts'
import { collationOf, type Language } from '#domain/kernel/languages.values.ts'
import type { Page, Sort } from '#domain/kernel/ports/read-store.ts'

/** A sort whose names stand in the order of a reader's language. */
const inLanguage = (sort: Sort, language: Language): Sort =>
  sort.map(([field, direction]) => [field.replace(/\.fr$/, `.${collationOf(language)}`), direction])

/**
 * `?sort=name` or `?sort=-name` as a read-store sort, limited to the fields that the list names.
 *
 * @param fields wire name → document field; a key of collations ends in `.fr`
 * @throws REQUEST_INVALID naming `sort`
 */
export function sortOf(
  sort: string | undefined,
  fields: Readonly<Record<string, string>>,
  otherwise: Sort,
  language: Language,
): Sort {
  if (sort === undefined || sort === '') return inLanguage(otherwise, language)
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined)
    throw refusal('REQUEST_INVALID', {}, [{ path: 'sort', code: 'FIELD_INVALID' }])
  return inLanguage([[field, descending ? -1 : 1]], language)
}

/**
 * Headers of a page: `x-total-count` of all matches (if `counted`), `x-next-cursor` when there are
 * more.
 */
export function listHeaders(reply: FastifyReply, page: Page<unknown>): void {
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
