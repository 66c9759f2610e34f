import type { Actor, Cause, Decider, DomainEvent } from '#domain/kernel/decider.ts'
import type { NewEvent, Position, RecordedEvent } from '#domain/kernel/event.ts'
import type { StreamAppend } from '#domain/kernel/ports/event-store.ts'
import type { Loaded as StreamLoaded } from './streams.ts'
import type { TakeTurn } from './turns-by-key.ts'

/** A stream as a group's commands see it. */
export type Standing = StreamLoaded<unknown, unknown>

/** Commands whose events are appended at once. A command sees what those before it decided. */
export type CommandGroup = {
  /** Time of its commands. @unit epoch milliseconds */
  readonly now: number
  /** Keeps the process's other commands from a stream until the group ends. */
  readonly takeTurn: TakeTurn
  /** A stream with the group's events; null for a stream that the group does not change. */
  standing(stream: string): Standing | null
  /** @param state after these events */
  add(
    stream: string,
    before: Standing,
    added: readonly NewEvent[],
    recorded: readonly RecordedEvent[],
    state: unknown,
  ): void
  /** Each stream's events together, at the place of its first ones. */
  appends(): readonly StreamAppend[]
  /** Called with the outcome of the append; null when it is written. */
  onEnd(ended: (error: unknown) => void): void
  end(error: unknown): void
}

/** Metadata of every command. */
export type CommandMeta = {
  /** Sending the same id twice appends once and answers the first result. */
  readonly commandId: string
  /** User id of the owner of the data. A stream of another owner is NOT_FOUND. */
  readonly owner: string
  readonly actor: Actor
  readonly cause?: Cause
  /** First command of the conversation; its own id when absent. */
  readonly correlationId?: string
  /** Id of the event that caused a reactor's command; the command's own id when absent. */
  readonly causationId?: string
  /**
   * The version the caller saw. When the stream has moved on, STALE_VERSION is thrown and nothing
   * is written.
   */
  readonly version?: number
  /**
   * When it happened, for past events such as sample data. The clock's time when absent. @unit
   * epoch milliseconds
   */
  readonly occurredAt?: number
  /** IANA name; decides what "today" is. Europe/Paris when absent. */
  readonly timeZone?: string
  /** Commands that are appended at once, by `together`; this one alone when absent or `apart`. */
  readonly group?: CommandGroup | 'apart'
}

export type CommandResult<S> = {
  readonly id: string
  /** Events in the stream: 1 after its first. */
  readonly version: number
  /** Position of the stream's last event. In a group: of the last one in the log. */
  readonly position: Position
  readonly state: S
  /** Events that this command appended; empty when there was nothing to do. */
  readonly events: readonly RecordedEvent[]
}

export type Loaded<S> = {
  readonly state: S
  readonly version: number
  readonly position: Position
  readonly owner: string
  readonly events: readonly RecordedEvent[]
}

/** Result of commands that were appended at once. */
export type Together<T> = {
  readonly value: T
  /** Position of the last event that they appended; `START` when there was nothing to append. */
  readonly position: Position
}

/** Loads, folds, decides, appends. */
export interface CommandHandler {
  /**
   * @throws Refusal, also STALE_VERSION · NOT_FOUND for a stream of another owner; StoreUnavailable
   * · AppendOutcomeUnknown
   */
  run<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    id: string,
    command: C,
    meta: CommandMeta,
  ): Promise<CommandResult<S>>
  /**
   * Runs commands whose events are appended at once: all of them or none, where the log can. A log
   * without transactions appends them stream by stream, in the order in which the commands first
   * touch the streams. They are ordered so that another process can finish them after a crash.
   *
   * @param work given the metadata of the group's commands, and nothing else to run commands with.
   * It is done again after a conflict, so it repeats without harm. Its own commands see what it
   * decided before; other readers see nothing. When it throws, nothing is appended
   */
  together<T>(meta: CommandMeta, work: (meta: CommandMeta) => Promise<T>): Promise<Together<T>>
  /**
   * The aggregate's present state; null when the stream does not exist or belongs to another owner.
   *
   * @param within the group whose decisions are seen
   */
  load<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    id: string,
    owner: string,
    within?: Pick<CommandMeta, 'group'>,
  ): Promise<Loaded<S> | null>
}

/**
 * The same metadata, for a command that stands whatever becomes of its group. It waits for no turn:
 * its group may hold it.
 */
export const apart = (meta: CommandMeta): CommandMeta => ({ ...meta, group: 'apart' })
