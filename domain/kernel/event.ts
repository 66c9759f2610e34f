import type { Actor, Cause } from './decider.ts'

/** A place in the log, 20 decimal digits: opaque, JSON-safe, ordered as text. */
export type Position = string

/** Before the first event. */
export const START: Position = '0'.repeat(20)
export const positionOf = (n: number | bigint): Position => String(n).padStart(20, '0')
export const laterPosition = (a: Position, b: Position): Position => (a > b ? a : b)

/**
 * Values of an event's data, encrypted together. `at` holds their paths, where the stored data has
 * null.
 */
type EncryptedValues = {
  /** Id of the key. */
  readonly key: string
  readonly at: readonly string[]
  /** Base64. */
  readonly value: string
}

/**
 * The encrypted parts of a stored event. The actor's name is encrypted with the actor's own key.
 */
export type EncryptedParts = {
  readonly data?: EncryptedValues
  /** Values of another person in the same event: the client in a user's draft. */
  readonly aside?: EncryptedValues
  readonly actorName?: string
}

export type EventMeta = {
  /** Version of the event's shape; older shapes are upcast where they are read. */
  readonly schema: number
  /** Id of the user whose data this is. */
  readonly owner: string
  readonly actor: Actor
  readonly cause: Cause
  readonly commandId: string
  readonly correlationId: string
  readonly causationId: string
  /** @unit epoch milliseconds */
  readonly occurredAt: number
  /**
   * The encrypted values; absent when there are none. Readers get them decrypted in their place.
   */
  readonly personal?: EncryptedParts
  /** Hash of the stream's previous event; empty on its first. */
  readonly prevHash: string
  /**
   * SHA-256, hexadecimal, over the canonical JSON of id, stream, type, data and the meta without
   * this field.
   */
  readonly hash: string
}

export type NewEvent<T extends string = string, D = unknown> = {
  /**
   * UUID derived from the command's id and the event's index, so the same command appends the same
   * ids.
   */
  readonly id: string
  readonly type: T
  readonly data: D
  readonly meta: EventMeta
}

export type RecordedEvent<T extends string = string, D = unknown> = NewEvent<T, D> & {
  readonly stream: string
  /** 0 for a stream's first event. */
  readonly revision: number
  readonly position: Position
}

/** `bill-01J…` → `bill`. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))
/** `bill-01J…` → `01J…`. */
export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1)
