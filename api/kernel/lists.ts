import type { FastifyReply } from 'fastify'
import { refusal } from '#domain/kernel/errors.ts'
import type { Collection, Doc, Filter, Page, Sort } from '#domain/kernel/read-store.ts'

/**
 * `?sort=name` or `?sort=-name` as a read-store sort, limited to the fields a list names.
 *
 * @param fields wire name → document field
 * @throws REQUEST_INVALID naming `sort`
 */
export function sortOf(sort: string | undefined, fields: Readonly<Record<string, string>>, otherwise: Sort): Sort {
  if (sort === undefined || sort === '') return otherwise
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined) throw refusal('REQUEST_INVALID', {}, [{ path: 'sort', code: 'FIELD_INVALID' }])
  return [[field, descending ? -1 : 1]]
}

/** A page's place in its list: `x-total-count` of all that match, `x-next-cursor` when there is more. */
export async function listHeaders<D extends Doc>(reply: FastifyReply, collection: Collection<D>, filter: Filter, page: Page<D>, cursor?: string): Promise<void> {
  const whole = page.next === null && cursor === undefined
  reply.header('x-total-count', whole ? page.items.length : await collection.count(filter))
  if (page.next !== null) reply.header('x-next-cursor', page.next)
}
