import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { catalogue } from '#domain/kernel/errors.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

export const fieldRefusal = catalogue({ FIELD_READ_ONLY: 'invalid' })

/**
 * Changes of a body, where a client sent all it had read: unchanged fields are left out.
 *
 * @param schema the fields that a client writes
 * @param present what a client would read now; asked for only if the body has fields of the server
 * @throws FIELD_READ_ONLY naming fields that only the server writes and that are not as they were
 * read
 */
export async function changesIn<B extends { readonly id: string }>(
  body: B,
  schema: z.ZodObject,
  present: () => Promise<object>,
): Promise<B> {
  const isOwn = (key: string) => key in schema.shape
  if (Object.keys(body).every(isOwn)) return body
  const now = new Map<string, unknown>(Object.entries(await present()))
  const changed = Object.entries(body).filter(
    ([key, value]) => !isDeepStrictEqual(value, now.get(key)),
  )
  const wrong = changed.filter(([key]) => !isOwn(key))
  if (wrong.length > 0)
    throw fieldRefusal(
      'FIELD_READ_ONLY',
      {},
      wrong.map(([path]) => ({ path, code: 'FIELD_READ_ONLY' })),
    )
  const { id } = body
  // its own fields, of which all others may be absent
  return { ...(Object.fromEntries(changed) as B), id }
}

/**
 * Fields of every answered record that only the server writes. `version` is asked for by the
 * client.
 */
const OF_SERVER = ['creationDate', 'lastModificationDate', 'createdBy', 'modifiedBy'] as const

/**
 * Refuses a body with fields of the server that are not as its client has read them. Names of other
 * records and figures that follow the day are not compared: they may have changed since.
 *
 * @param of the body's read model, and the stream that it changes: the document's own by default
 * @param told further fields of the server, as the document tells them
 * @throws FIELD_READ_ONLY naming the fields
 */
export async function assertReadBack<D extends Doc & Stamp>(
  store: Pick<EventStore, 'readStream'>,
  of: {
    readonly projection: Projection<D>
    readonly category: string
    readonly id: string
    readonly streamId?: string
  },
  {
    body,
    owner,
    commandId,
  }: {
    readonly body: Readonly<Record<string, unknown>> & { readonly version?: number | undefined }
    readonly owner: string
    readonly commandId: string
  },
  readers: Readonly<Record<string, (doc: D) => unknown>> = {},
): Promise<void> {
  const sent = [...OF_SERVER, ...Object.keys(readers)].filter((key) => body[key] !== undefined)
  if (sent.length === 0) return
  const { projection, category, id, streamId = id } = of
  const { events } = await store.readStream(`${category}-${streamId}`)
  const doc = events
    .filter(
      (event) =>
        projection.handles.includes(event.type) && [projection.keyOf(event)].flat().includes(id),
    )
    .reduce<D | null>((before, event) => projection.evolve(before, event, id), null)
  // The command decides about what is not there, is out of date or was done before.
  if (doc?.owner !== owner || isPast(body, { version: doc.version, events }, commandId)) return
  const now: Readonly<Record<string, unknown>> = {
    ...doc,
    ...Object.fromEntries(Object.entries(readers).map(([key, of]) => [key, of(doc)])),
  }
  const wrong = sent.filter((key) => !isDeepStrictEqual(body[key], now[key]))
  if (wrong.length > 0)
    throw fieldRefusal(
      'FIELD_READ_ONLY',
      {},
      wrong.map((path) => ({ path, code: 'FIELD_READ_ONLY' })),
    )
}

/** The fields of a body that its client writes. */
export const ownOf = <S extends z.ZodObject>(body: object, schema: S): z.output<S> =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key in schema.shape)) as z.output<S> // as its route parsed

/**
 * Whether a body is older than what it changes, or came before: the command decides about it then.
 */
export const isPast = (
  body: { readonly version?: number | undefined },
  loaded: {
    readonly version: number
    readonly events: readonly { readonly meta: { readonly commandId: string } }[]
  },
  commandId: string,
): boolean =>
  (body.version !== undefined && body.version !== loaded.version) ||
  loaded.events.some(({ meta }) => meta.commandId === commandId)
