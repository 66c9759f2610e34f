import type { ForgettingEvent } from '#domain/identity/forgetting.ts'
import { type UserEvent, userEvents } from '#domain/identity/user.ts'
import { idOf } from '#domain/kernel/event.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import { ignored } from '../kernel/projection.ts'
import { defineTodoList, type Todo } from '../kernel/todo-list.ts'

/** Time limit of the command that forgets a person: it reads the whole log in between. */
const GRACE_MS = 60_000

/**
 * Users who have asked for the deletion of their account. A row stays until the erasure itself has
 * begun, so that a crash after the user's removal loses nothing.
 */
export const deletionsDue = defineTodoList<UserEvent | ForgettingEvent, Todo>({
  name: 'deletions-due',
  version: 1,
  outlives: true,
  keyOf: { ForgettingStarted: ({ stream }) => idOf(stream).replace(/^user-/, '') },
  on: {
    UserDeletionRequested: (_, { data }) => ({ dueAt: data.dueOn }),
    UserDeletionCancelled: () => null,
    ForgettingStarted: () => null,
    ...ignored(
      ...userEvents.lifecycle,
      ...userEvents.details,
      ...userEvents.roles,
      ...userEvents.plan,
      ...userEvents.sessions,
      ...userEvents.demo,
      'PersonForgotten',
      'LegalTermEnded',
    ),
  },
})

/** Persons whose erasure has started and is not finished. */
export const unfinishedForgettings = defineTodoList<ForgettingEvent, Todo>({
  name: 'unfinished-forgettings',
  version: 1,
  outlives: true,
  on: {
    ForgettingStarted: (_, { meta }) => ({ dueAt: meta.occurredAt + GRACE_MS }),
    PersonForgotten: () => null,
    ...ignored('LegalTermEnded'),
  },
})

/** Forgotten users whose bills the law wants kept, and until which day. */
export const legalTerms = defineTodoList<ForgettingEvent, Todo>({
  name: 'legal-terms',
  version: 1,
  outlives: true,
  on: {
    ...ignored('ForgettingStarted'),
    PersonForgotten: (_, { data }) =>
      data.keptUntil === '' ? null : { dueAt: epochOfDay(data.keptUntil) },
    LegalTermEnded: () => null,
  },
})
