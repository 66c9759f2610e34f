import { entities } from '#domain/entities.ts'
import { categoryOf, idOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Projection } from './kernel/projection.ts'

/**
 * A removed record, whose history can still be read. Its name is in its stream. @unit `at`: epoch
 * milliseconds
 */
export type Removal = Doc & {
  readonly entity: string
  readonly record: string
  readonly at: number
}

const removed: ReadonlyMap<string, string> = new Map(
  entities.flatMap((entity) =>
    entity.removed === undefined ? [] : [[entity.removed, entity.name]],
  ),
)

/** The removed records of each user. */
export const removals: Projection<Removal> = {
  name: 'removals',
  version: 1,
  handles: [...removed.keys()],
  keyOf: ({ stream }) => stream,
  evolve: (_, { stream, type, meta }) => ({
    _id: stream,
    owner: meta.owner,
    entity: removed.get(type) ?? categoryOf(stream),
    record: idOf(stream),
    at: meta.occurredAt,
  }),
  indexes: [{ fields: ['owner', 'entity', 'at'] }],
}
