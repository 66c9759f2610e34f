import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { catalogue } from '#domain/kernel/errors.ts'

export const fieldRefusal = catalogue({ FIELD_READ_ONLY: 'invalid' })

/**
 * What a body changes, where a client sent all it had read: what is as it was is left out.
 *
 * @param schema the fields that a client writes
 * @param present what a client would read now; asked for only if the body has fields of the server
 * @throws FIELD_READ_ONLY naming fields that only the server writes and that are not as they were read
 */
export async function changesIn<B extends { readonly id: string }>(
  body: B,
  schema: z.ZodObject,
  present: () => Promise<object>,
): Promise<B> {
  const isOwn = (key: string) => key in schema.shape
  if (Object.keys(body).every(isOwn)) return body
  const now = new Map<string, unknown>(Object.entries(await present()))
  const changed = Object.entries(body).filter(([key, value]) => !isDeepStrictEqual(value, now.get(key)))
  const wrong = changed.filter(([key]) => !isOwn(key))
  if (wrong.length > 0)
    throw fieldRefusal(
      'FIELD_READ_ONLY',
      {},
      wrong.map(([path]) => ({ path, code: 'FIELD_READ_ONLY' })),
    )
  const { id } = body
  return { ...(Object.fromEntries(changed) as B), id } // its own fields, of which all others may be absent
}

/** The fields of a body that its client writes. */
export const ownOf = <S extends z.ZodObject>(body: object, schema: S): z.output<S> =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key in schema.shape)) as z.output<S> // as its route parsed

/** Whether a body is older than what it changes, or came before: the command decides about it then. */
export const isPast = (
  body: { readonly version?: number | undefined },
  loaded: { readonly version: number; readonly events: readonly { readonly meta: { readonly commandId: string } }[] },
  commandId: string,
): boolean =>
  (body.version !== undefined && body.version !== loaded.version) ||
  loaded.events.some(({ meta }) => meta.commandId === commandId)
