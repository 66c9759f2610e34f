import type { UserEvent } from '#domain/identity/user.ts'
import type { DigestRhythm } from '#domain/planning/digest.values.ts'
import type { NotificationDigestEvent } from '#domain/planning/notification-digest.ts'
import { defineTodoList, type Todo } from '../kernel/todo-list.ts'

/**
 * A user's next mail of reminders, by the user's id: it tells what came after `since`. @unit epoch
 * milliseconds
 */
export type DueDigest = Todo & {
  readonly rhythm: Exclude<DigestRhythm, 'never'>
  readonly since: number
}

export const dueDigests = defineTodoList<
  NotificationDigestEvent | Extract<UserEvent, { readonly type: 'UserRemoved' }>,
  DueDigest
>({
  name: 'due-digests',
  version: 1,
  on: {
    DigestChosen: (row, { data: { rhythm, next }, meta }) =>
      rhythm === 'never' ? null : { rhythm, since: row?.since ?? meta.occurredAt, dueAt: next },
    DigestEnded: (row, { data: { until, next } }) =>
      row && { rhythm: row.rhythm, since: until, dueAt: next },
    UserRemoved: () => null,
  },
})
