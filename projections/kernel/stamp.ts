import type { RecordedEvent } from '#domain/kernel/event.ts'

/** History fields of every answered record. Times are epoch milliseconds, names the actors'. */
export type Stamp = {
  readonly version: number
  readonly creationDate: number
  readonly lastModificationDate: number
  readonly createdBy: string
  readonly modifiedBy: string
}

const nameOf = (event: RecordedEvent): string => event.meta.actor.name ?? event.meta.actor.id

/** The stamp after `event`: the first event sets `created`, every event sets `modified`. */
export const stamp = (before: Partial<Stamp> | null, event: RecordedEvent): Stamp => ({
  version: event.revision + 1,
  creationDate: before?.creationDate ?? event.meta.occurredAt,
  lastModificationDate: event.meta.occurredAt,
  createdBy: before?.createdBy ?? nameOf(event),
  modifiedBy: nameOf(event),
})

/** The stamp after a whole stream; null for an empty one. */
export const stampOf = (events: readonly RecordedEvent[]): Stamp | null =>
  events.reduce<Stamp | null>((before, event) => stamp(before, event), null)
