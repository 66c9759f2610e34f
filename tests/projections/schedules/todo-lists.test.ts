import { test } from 'vitest'
import { unbookedRuns, undoneDeclarations } from '#projections/schedules/todo-lists.ts'
import { NOT_DUE } from '#projections/kernel/todo-list.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '#tests/projections/kernel/projection-spec.ts'

const RUN = 'run-1'
const declared = (books = true) =>
  recorded('charge-c', 'RunPosted', { runId: RUN, contributions: {}, ...(books && { books: {} }) })
const undone = recorded(
  'charge-c',
  'ContributionsUndone',
  { runId: RUN, booked: true },
  { occurredAt: 1_000 },
)
const added = recorded(`transaction-${RUN}`, 'TransactionAdded', { facts: {} })
const removed = recorded(`transaction-${RUN}`, 'TransactionRemoved', {})

test('the payment of a declaration that was taken back is removed, once', () => {
  const given = spec(undoneDeclarations)
  given(declared(), added).gives({ _id: RUN, dueAt: NOT_DUE })
  given(declared(), added, undone).gives({ _id: RUN, dueAt: 11_000 })
  given(declared(), added, undone, removed).gives()
  given(declared(), added, removed, undone).gives()
  given(declared(false), undone).gives()
})

test('a declaration that was taken back is not booked any more', () => {
  const given = spec(unbookedRuns)
  given(declared()).gives({ _id: RUN })
  given(declared(), undone).gives()
})
