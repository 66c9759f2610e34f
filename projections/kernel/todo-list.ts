import type { DomainEvent } from '#domain/kernel/decider.ts'
import { type Day, dayOfEpoch, HOUR_MS, startOfDay } from '#domain/kernel/time.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import {
  defineProjection,
  type Handler,
  type Handlers,
  type Keys,
  type Projection,
} from './projection.ts'

/**
 * A piece of pending work. One event adds its row, and the event that records its end removes it.
 */
export type Todo = Doc & {
  /** The work starts at this time. A timer is a row with a later time. @unit epoch milliseconds */
  readonly dueAt: number
  /** Id of the event that asked for the work. */
  readonly cause: string
  /** Correlation id of that event, which the work's command continues. */
  readonly correlationId: string
}

/** A day that work is due on where its owner is, and the time of that day. @unit milliseconds */
export type DueOn = { readonly day: Day; readonly timeMs: number }

/** The day of a row whose `dueAt` is the beginning of a day, in France or in UTC. */
export const dueOnDay = ({ dueAt }: Pick<Todo, 'dueAt'>): DueOn => ({
  day: dayOfEpoch(dueAt),
  timeMs: 0,
})

/** Lead of the zone in which a day begins first, before the beginning that a row holds. */
export const ZONES_AHEAD_MS = 15 * HOUR_MS

/** Whether a day has come in a time zone. */
export const hasCome = ({ day, timeMs }: DueOn, now: number, timeZone: string): boolean =>
  startOfDay(day, timeZone) + timeMs <= now

/** A projection of pending work, with the index by which the reactor finds due rows. */
export type TodoList<T extends Todo = Todo> = Projection<T> & {
  readonly indexes: readonly [{ readonly fields: readonly ['dueAt'] }]
}

/**
 * The request that started the work usually finishes it within this time. A row that is left then
 * was left by a crash.
 */
const GRACE_MS = 10_000
/** `dueAt` of a row that is not due at all for now: the last instant of the year 9999. */
export const NOT_DUE = 253_402_300_799_999

/**
 * A handler's answer: the row's own fields, and when it is due. Without a time it is due after the
 * grace time.
 */
type Asked<Row extends Todo> = Omit<Row, keyof Todo> & { readonly dueAt?: number }

/**
 * Declares a todo list over the events `E`.
 *
 * A handler returns the work that its event asks for; the fields of `Todo` are added. Null removes
 * the row. Returning the given row keeps it, with the event that asked for it.
 */
export function defineTodoList<E extends DomainEvent, Row extends Todo>({
  on,
  ...list
}: {
  readonly name: string
  readonly version: number
  readonly keyOf?: Keys<E>
  readonly outlives?: boolean
  readonly on: Handlers<E, Row, Asked<Row>>
}): TodoList<Row> {
  const indexes = [{ fields: ['dueAt'] }] as const
  // Each handler is found by the event type that it was typed for.
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

/**
 * Makes a row of a handler's answer: with its owner, the event that asks, and the time it is due.
 */
const asking =
  <Row extends Todo>(handler: Handler<DomainEvent, Row, Asked<Row>>): Handler<DomainEvent, Row> =>
  (row, fact, key) => {
    const next = handler(row, fact, key)
    if (next === null) return null
    if (next === row) return row
    const { id, meta } = fact
    const { dueAt = meta.occurredAt + GRACE_MS } = next
    const todo: Todo = {
      _id: key,
      owner: meta.owner,
      dueAt,
      cause: id,
      correlationId: meta.correlationId,
    }
    return { ...next, ...todo } as Row // its own fields and those of every row
  }
