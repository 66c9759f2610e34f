import type { Actor, Cause, Decider, DomainEvent } from '#domain/kernel/decider.ts'
import type { Position, RecordedEvent } from '#domain/kernel/event.ts'

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
}

export type CommandResult<S> = {
  readonly id: string
  /** Events in the stream: 1 after its first. */
  readonly version: number
  /** Position of the stream's last event. */
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
   * The aggregate's present state; null when the stream does not exist or belongs to another owner.
   */
  load<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    id: string,
    owner: string,
  ): Promise<Loaded<S> | null>
}
