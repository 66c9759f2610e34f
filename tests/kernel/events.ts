import type { Actor, Cause } from '#domain/kernel/decider.ts'
import { positionOf, type Position, type RecordedEvent } from '#domain/kernel/event.ts'

/** 14 March 2026, 09:00 in Paris. */
const SOME_TIME = Date.UTC(2026, 2, 14, 8)

export type RecordedOptions = {
  readonly owner?: string
  readonly actor?: Actor
  readonly cause?: Cause
  readonly revision?: number
  readonly position?: Position | number
  readonly occurredAt?: number
  readonly commandId?: string
  readonly schema?: number
}

/**
 * An event as the log answers it: revision 0, position 1 and `user-1`'s own unless told otherwise.
 */
export function recorded<T extends string, D>(
  stream: string,
  type: T,
  data: D,
  options: RecordedOptions = {},
): RecordedEvent<T, D> {
  const owner = options.owner ?? 'user-1'
  const revision = options.revision ?? 0
  const position =
    typeof options.position === 'string' ? options.position : positionOf(options.position ?? 1)
  const commandId = options.commandId ?? `command-${stream}-${revision}`
  return {
    id: `event-${stream}-${revision}`,
    stream,
    type,
    data,
    revision,
    position,
    meta: {
      schema: options.schema ?? 1,
      owner,
      actor: options.actor ?? { kind: 'user', id: owner, name: 'Anna Exemple' },
      cause: options.cause ?? 'user',
      commandId,
      correlationId: commandId,
      causationId: commandId,
      occurredAt: options.occurredAt ?? SOME_TIME,
      prevHash: '',
      hash: '',
    },
  }
}

/**
 * Events in the order they are committed: positions count from 1, revisions go on in each stream.
 */
export function committed(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const revisions = new Map<string, number>()
  return events.map((event, i) => {
    const revision = Math.max(event.revision, (revisions.get(event.stream) ?? -1) + 1)
    revisions.set(event.stream, revision)
    return {
      ...event,
      id: `event-${event.stream}-${revision}`,
      revision,
      position: positionOf(i + 1),
    }
  })
}
