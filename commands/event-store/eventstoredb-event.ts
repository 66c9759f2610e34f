import {
  type AllStreamRecordedEvent,
  type EventData,
  type JSONType,
  type ResolvedEvent,
  jsonEvent,
} from '@eventstore/db-client'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import {
  type EventMeta,
  type NewEvent,
  type Position,
  type RecordedEvent,
  positionOf,
} from '#domain/kernel/event.ts'

/** The position that servers older than 22.6 answer for an event read from its stream. */
const NO_POSITION = 0xffff_ffff_ffff_ffffn

export type Stored = NonNullable<ResolvedEvent['event']> | AllStreamRecordedEvent

/**
 * The event as the client takes it. It is checked here to be JSON: the client would throw outside
 * of any caller.
 *
 * @throws TypeError
 */
export function proposedOf({ id, type, data, meta }: NewEvent): EventData {
  const content = data === undefined ? null : data
  if (JSON.stringify(content) === undefined) throw new TypeError(`The data of ${type} is no JSON`)
  // any JSON will do; the client's type is narrower
  return jsonEvent({ id, type, data: content as JSONType, metadata: meta })
}

/** @throws StoreUnavailable for a server that gives no positions */
export function commitOf(event: Stored): bigint {
  const commit = event.position?.commit
  if (commit === undefined || commit === NO_POSITION)
    throw new StoreUnavailable(
      'The server gives no positions to the events of a stream: EventStoreDB 22.6 or later is needed.',
    )
  return commit
}
export const positionIn = (event: Stored): Position => positionOf(commitOf(event))

/** @throws Error for an event that is not this product's */
export function recordedOf(event: Stored): RecordedEvent {
  const { id, type, data, streamId } = event
  const revision = Number(event.revision)
  if (!Number.isSafeInteger(revision))
    throw new RangeError(`${streamId} stands at revision ${event.revision}`)
  const meta = metaOf(event)
  if (!meta)
    throw new Error(
      `Event ${revision} of ${streamId} was not written by this product: it has no metadata of ours.`,
    )
  return { id, type, data, meta, stream: streamId, revision, position: positionIn(event) }
}

/** Whether the event is this product's, and not the server's or another product's. */
export const isOurs = (event: Stored): boolean =>
  !event.streamId.startsWith('$') && !event.type.startsWith('$') && metaOf(event) !== null

/** Written by `proposedOf`, and not by another product. */
const isWhole = (meta: object): meta is EventMeta =>
  'hash' in meta && 'owner' in meta && 'commandId' in meta

function metaOf({ metadata }: Stored): EventMeta | null {
  if (typeof metadata !== 'object' || metadata === null || metadata instanceof Uint8Array)
    return null
  return isWhole(metadata) ? metadata : null
}
