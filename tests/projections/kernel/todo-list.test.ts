import { describe, expect, test } from 'vitest'
import { defineTodoList, NOT_DUE, type Todo } from '#projections/kernel/todo-list.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from './projection-spec.ts'

type ParcelEvent =
  | { readonly type: 'ParcelOrdered'; readonly data: { readonly weight: number } }
  | { readonly type: 'ParcelHeld'; readonly data: unknown }
  | { readonly type: 'ParcelWeighed'; readonly data: unknown }
  | { readonly type: 'ParcelSent'; readonly data: unknown }

const parcelsToSend = defineTodoList<ParcelEvent, Todo & { readonly weight: number }>({
  name: 'parcels-to-send',
  version: 1,
  on: {
    ParcelOrdered: (_, { data }) => data,
    ParcelHeld: (row) => row && { ...row, dueAt: NOT_DUE },
    ParcelWeighed: (row) => row,
    ParcelSent: () => null,
  },
})
const of = (type: ParcelEvent['type'], id: string, data: object = {}, occurredAt = 1_000) => ({
  ...recorded('parcel-a', type, data, { occurredAt, commandId: `conversation ${id}` }),
})
const given = spec(parcelsToSend)
const ordered = of('ParcelOrdered', '1', { weight: 3 })

describe('a row of a todo list', () => {
  test('is due once the request that began it has had its time, and names the event that asks', () =>
    given(ordered).gives({
      _id: 'a',
      owner: 'user-1',
      weight: 3,
      dueAt: 11_000,
      cause: 'event-parcel-a-0',
      correlationId: 'conversation 1',
    }))
  test('is due when its handler says so, and then the later event asks', () =>
    given(ordered, of('ParcelHeld', '2')).gives({
      _id: 'a',
      weight: 3,
      dueAt: NOT_DUE,
      cause: 'event-parcel-a-1',
      correlationId: 'conversation 2',
    }))
  test('stays as it was when its handler gives it back', () =>
    given(ordered, of('ParcelWeighed', '2')).gives({
      _id: 'a',
      dueAt: 11_000,
      cause: 'event-parcel-a-0',
    }))
  test('goes when it is done', () => given(ordered, of('ParcelSent', '2')).gives())
})

test('a todo list has the index that its reactor looks for due rows by', () =>
  expect(parcelsToSend.indexes).toEqual([{ fields: ['dueAt'] }]))

test('a todo list that forgets an event does not compile', () => {
  const forgetful = defineTodoList<ParcelEvent, Todo>({
    name: 'forgetful',
    version: 1,
    // @ts-expect-error the event that removes the row is missing
    on: { ParcelOrdered: () => ({}), ParcelHeld: (row) => row, ParcelWeighed: (row) => row },
  })
  expect(forgetful.handles).toHaveLength(3)
})
