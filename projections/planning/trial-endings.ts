import type { UserEvent } from '#domain/identity/user.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { NotificationMarksEvent } from '#domain/planning/notification-marks.ts'
import { type FreeAccess, freeUntil } from '#domain/kernel/free-access.ts'
import { defineTodoList, NOT_DUE, type Todo } from '../kernel/todo-list.ts'

/**
 * Notice before the end of a trial; half of a trial that is shorter than twice that.
 * @unit days
 */
const NOTICE_DAYS = 7

/**
 * A user's free access, which ends at `until` (epoch milliseconds); 0 for none, and for one without
 * an end.
 */
export type TrialEnding = Todo & FreeAccess & { readonly until: number }

type Told = Extract<
  NotificationMarksEvent,
  { readonly type: 'NotificationTold' | 'NotificationPassedOver' }
>

const endingOf = (access: FreeAccess) => {
  const until = freeUntil(access) ?? 0
  const notice = Math.min(NOTICE_DAYS, access.freePeriod / 2) * DAY_MS
  return { ...access, until, dueAt: until === 0 ? NOT_DUE : until - notice }
}

/** Single notice of each end of a user's free access. */
export const trialEndKey = (until: number): string => `trialEnding ${until}`

const settled = (row: TrialEnding | null, { data }: { readonly data: Told['data'] }) =>
  row === null || data.key !== trialEndKey(row.until) ? row : { ...row, dueAt: NOT_DUE }

/** Users whose free access is about to end. */
export const trialEndings = defineTodoList<
  | Extract<
      UserEvent,
      { readonly type: 'UserRegistered' | 'UserFreeAccessChanged' | 'UserRemoved' }
    >
  | Told,
  TrialEnding
>({
  name: 'trial-endings',
  version: 1,
  outlives: true,
  on: {
    UserRegistered: (_, { data: { isFree, freePeriod }, meta }) =>
      endingOf({ isFree, freePeriod, registeredAt: meta.occurredAt }),
    UserFreeAccessChanged: (row, { data: { isFree, freePeriod } }) =>
      row && endingOf({ isFree, freePeriod, registeredAt: row.registeredAt }),
    UserRemoved: () => null,
    NotificationTold: settled,
    NotificationPassedOver: settled,
  },
})
