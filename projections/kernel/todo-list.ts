import type { DomainEvent } from '#domain/kernel/decider.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import { defineProjection, type Handler, type Handlers, type Keys, type Projection } from './projection.ts'

/** Something to be done. One event adds the row, the event of its being done removes it. */
export type Todo = Doc & {
  /** From when on it is to be done. A timer is a row that is due later. @unit epoch milliseconds */
  readonly dueAt: number
  /** Id of the event that asks for it. */
  readonly cause: string
  /** The conversation of that event, which the command that does it continues. */
  readonly correlationId: string
}

/** A projection of rows to be done, with the index that the reactor looks for due rows by. */
export type TodoList<T extends Todo = Todo> = Projection<T> & {
  readonly indexes: readonly [{ readonly fields: readonly ['dueAt'] }]
}

/** The request that began a piece of work finishes it within this time; a row that is left then was left by a crash. */
const GRACE_MS = 10_000
/** `dueAt` of a row that is not to be done for now: the last instant of the year 9999. */
export const NOT_DUE = 253_402_300_799_999

/**
 * What a handler says of a row: its own fields, and when it is due, which is after the grace time unless it says so.
 */
type Asked<Row extends Todo> = Omit<Row, keyof Todo> & { readonly dueAt?: number }

/**
 * Declares a todo list over the events `E`.
 *
 * A handler returns what is to be done because of its event, and the fields of `Todo` are added. Null removes the row.
 * The row it was given stays as it is, with the event that asked for it.
 */
export function defineTodoList<E extends DomainEvent, Row extends Todo>({
  on,
  ...list
}: {
  readonly name: string
  readonly version: number
  readonly keyOf?: Keys<E>
  readonly on: Handlers<E, Row, Asked<Row>>
}): TodoList<Row> {
  const indexes = [{ fields: ['dueAt'] }] as const
  // The handler found by an event's type is the one that was typed for it.
  const handlers = on as Readonly<Record<string, Handler<DomainEvent, Row, Asked<Row>> | 'ignored'>>
  const rows = Object.entries(handlers).map(
    ([type, handler]) => [type, handler === 'ignored' ? handler : asking(handler)] as const,
  )
  const projection = defineProjection<E, Row>({
    ...list,
    indexes,
    on: Object.fromEntries(rows) as Handlers<E, Row>, // fromEntries forgets the keys
  })
  return { ...projection, indexes }
}

/** What a handler asks, as a row: with its owner, the event that asks, and the time it is due. */
const asking =
  <Row extends Todo>(handler: Handler<DomainEvent, Row, Asked<Row>>): Handler<DomainEvent, Row> =>
  (row, fact, key) => {
    const asked = handler(row, fact, key)
    if (asked === null) return null
    if (asked === row) return row
    const { id, meta } = fact
    const { dueAt = meta.occurredAt + GRACE_MS } = asked
    const todo: Todo = { _id: key, owner: meta.owner, dueAt, cause: id, correlationId: meta.correlationId }
    return { ...asked, ...todo } as Row // its own fields and those of every row
  }
