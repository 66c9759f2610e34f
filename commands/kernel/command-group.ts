import {
  laterPosition,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
} from '#domain/kernel/event.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { CommandGroup, CommandMeta, Standing, Together } from './command.ts'
import { type CommandIndex, commandIndex } from './command-index.ts'
import type { TakeTurn } from './turns-by-key.ts'

type Pending = {
  /** Revision of the stream in the log. */
  readonly expected: number
  readonly added: readonly NewEvent[]
  /** The stream with what the group adds to it. */
  readonly standing: Standing
}

function commandGroup(now: number, takeTurn: TakeTurn): CommandGroup {
  const streams = new Map<string, Pending>()
  const endings: ((error: unknown) => void)[] = []
  return {
    now,
    takeTurn,
    standing: (stream) => streams.get(stream)?.standing ?? null,
    add(stream, before, added, recorded, state) {
      const earlier = streams.get(stream)
      streams.set(stream, {
        expected: earlier?.expected ?? before.revision,
        added: [...(earlier?.added ?? []), ...added],
        standing: {
          events: [...before.events, ...recorded],
          revision: before.revision + recorded.length,
          state,
          commands: withPending(before.commands, recorded),
        },
      })
    },
    appends: () =>
      Array.from(streams, ([stream, { expected, added }]) => ({ stream, expected, events: added })),
    onEnd: (ended) => void endings.push(ended),
    end(error) {
      for (const ended of endings.splice(0)) ended(error)
    },
  }
}

/** The log's own index is left alone: the group may never be written. */
function withPending(stored: CommandIndex, recorded: readonly RecordedEvent[]): CommandIndex {
  const pending = commandIndex()
  pending.add(recorded)
  return {
    add: (events) => pending.add(events),
    revisionsOf: (commandId) => [
      ...stored.revisionsOf(commandId),
      ...pending.revisionsOf(commandId),
    ],
    hasOtherBody: (commandId) => stored.hasOtherBody(commandId) || pending.hasOtherBody(commandId),
  }
}

/** Decides the commands of a group, and appends their events at once. */
export async function appendedAtOnce<T>(
  to: {
    readonly store: Pick<EventStore, 'appendAll'>
    readonly announce: (upTo: Position) => void
  },
  meta: CommandMeta,
  { now, takeTurn }: Pick<CommandGroup, 'now' | 'takeTurn'>,
  work: (meta: CommandMeta) => Promise<T>,
): Promise<Together<T>> {
  const group = commandGroup(now, takeTurn)
  try {
    const value = await work({ ...meta, group })
    const appends = group.appends()
    const appended = appends.length === 0 ? [] : await to.store.appendAll(appends)
    const position = appended.reduce((at, one) => laterPosition(at, one.position), START)
    if (appended.length > 0) to.announce(position)
    group.end(null)
    if (!appended.some(({ replayed }) => replayed)) return { value, position }
    // Another process was faster: its results are answered.
    const answered = await appendedAtOnce(to, meta, { now, takeTurn }, work)
    return { ...answered, position: laterPosition(position, answered.position) }
  } catch (error) {
    group.end(error)
    throw error
  }
}
