import type { RecordedEvent } from '#domain/kernel/event.ts'
import { isKeyed, placeOfCommand } from './command-id.ts'

/** The commands that wrote a stream's events. It grows with the stream. */
export type CommandIndex = {
  /** Adds events behind those it has; the ones it has are passed over. */
  add(events: readonly RecordedEvent[]): void
  /** Revisions of a command's events. */
  revisionsOf(commandId: string): readonly number[]
  /** Whether the stream knows another body under the command's key. */
  hasOtherBody(commandId: string): boolean
}

export function commandIndex(): CommandIndex {
  const revisions = new Map<string, number[]>()
  /** Ids of commands with a key, by their place. */
  const keyed = new Map<string, string[]>()
  let next = 0
  return {
    add(events) {
      for (const { revision, meta } of events) {
        if (revision < next) continue
        next = revision + 1
        const { commandId } = meta
        const before = revisions.get(commandId)
        if (before) before.push(revision)
        else {
          revisions.set(commandId, [revision])
          if (!isKeyed(commandId)) continue
          const place = placeOfCommand(commandId)
          keyed.set(place, [...(keyed.get(place) ?? []), commandId])
        }
      }
    },
    revisionsOf: (commandId) => revisions.get(commandId) ?? [],
    hasOtherBody: (commandId) =>
      isKeyed(commandId) &&
      (keyed.get(placeOfCommand(commandId)) ?? []).some((other) => other !== commandId),
  }
}
