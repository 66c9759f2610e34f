import type { BillEvent } from '#domain/billing/bill-facts.ts'
import type { QuoteEvent } from '#domain/quotes/quote.ts'
import type { ScheduleEvent } from '#domain/schedules/schedule.ts'
import type { RecordAccessEvent } from '#domain/identity/record-access.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { categoryOf, idOf, type Position } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { EffectEvent } from '#domain/operations/effect.ts'
import type { ProcessEvent } from '#domain/operations/process.ts'
import type { CalendarEventEvent } from '#domain/planning/calendar-event.ts'
import type { NotificationMarksEvent } from '#domain/planning/notification-marks.ts'
import type { NotificationKind } from '#domain/planning/notification.values.ts'
import type { JobEvent } from '#domain/prospecting/job.ts'
import type { SupportEvent } from '#domain/support/request.ts'
import type { TimesheetEvent } from '#domain/timesheets/timesheet.ts'
import { defineProjection, type Fact } from '../kernel/projection.ts'

/**
 * A fact that becomes a notification. `title` is empty where the record's name is looked up when it
 * is shown. Facts for administrators have no owner but the product.
 */
export type NotificationDoc = Doc & {
  readonly at: number
  readonly kind: NotificationKind
  readonly title: string
  /** When it takes place or is due; 0 for neither. @unit epoch milliseconds */
  readonly start: number
  readonly entity: string
  readonly entityId: string
  readonly position: Position
  /** Users who have read it. */
  readonly readBy: readonly string[]
}

type Stopped = Extract<EffectEvent, { readonly type: 'EffectAbandoned' | 'EffectOutcomeUnknown' }>
type RunEnded = Extract<ProcessEvent, { readonly type: 'ProcessRunEnded' }>
type Told =
  | RunEnded
  | Extract<CalendarEventEvent, { readonly type: 'CalendarEventReminded' }>
  | Extract<ScheduleEvent, { readonly type: 'RunProposed' | 'RunFailed' }>
  | Extract<BillEvent, { readonly type: 'BillFellDue' }>
  | Extract<QuoteEvent, { readonly type: 'QuoteAccepted' | 'QuoteDeclined' | 'QuoteEnding' }>
  | Extract<JobEvent, { readonly type: 'JobSuggested' }>
  | Extract<SupportEvent, { readonly type: 'SupportAnswered' }>
  | Extract<
      TimesheetEvent,
      { readonly type: 'TimesheetApproved' | 'TimesheetNoted' | 'TimesheetCommented' }
    >
  | RecordAccessEvent
  | Stopped
  | Extract<NotificationMarksEvent, { readonly type: 'NotificationTold' }>

const notificationOf = (
  { id, stream, meta, position }: Fact<Told>,
  kind: NotificationKind,
  more: Partial<Pick<NotificationDoc, 'owner' | 'title' | 'start' | 'entity' | 'entityId'>> = {},
): NotificationDoc => ({
  _id: id,
  owner: meta.owner,
  at: meta.occurredAt,
  kind,
  title: '',
  start: 0,
  entity: categoryOf(stream),
  entityId: idOf(stream),
  position,
  readBy: [],
  ...more,
})
/**
 * Administrators are told which kind of work has stopped, and nothing of the user that it was for.
 */
const stopped = (_: unknown, fact: Fact<Stopped>) =>
  notificationOf(fact, 'processFailed', { owner: SHARED, title: fact.data.kind })
const ofFact = ({ id }: { readonly id: string }) => id

/** Each fact that a user is told of, by the id of its event. */
export const notifications = defineProjection<
  Told | Extract<NotificationMarksEvent, { readonly type: 'NotificationsRead' }>,
  NotificationDoc
>({
  name: 'notifications',
  version: 6,
  keyOf: {
    CalendarEventReminded: ofFact,
    RunProposed: ofFact,
    RunFailed: ofFact,
    BillFellDue: ofFact,
    QuoteAccepted: ofFact,
    QuoteDeclined: ofFact,
    QuoteEnding: ofFact,
    JobSuggested: ofFact,
    SupportAnswered: ofFact,
    TimesheetApproved: ofFact,
    TimesheetNoted: ofFact,
    TimesheetCommented: ofFact,
    UserRecordOpened: ofFact,
    EffectAbandoned: ofFact,
    EffectOutcomeUnknown: ofFact,
    ProcessRunEnded: ofFact,
    NotificationTold: ofFact,
    NotificationsRead: ({ data }) => data.ids,
  },
  on: {
    CalendarEventReminded: (_, fact) =>
      notificationOf(fact, 'eventReminder', { title: fact.data.title, start: fact.data.start }),
    RunProposed: (_, fact) =>
      notificationOf(fact, categoryOf(fact.stream) === 'charge' ? 'chargeReminder' : 'toValidate'),
    RunFailed: (_, fact) => notificationOf(fact, 'runFailed'),
    BillFellDue: (_, fact) => (fact.data.isOld ? null : notificationOf(fact, 'billLate')),
    // The user's own note for the client is no news.
    QuoteAccepted: (_, fact) =>
      fact.data.by === 'client' ? notificationOf(fact, 'quoteAccepted') : null,
    QuoteDeclined: (_, fact) =>
      fact.data.by === 'client' ? notificationOf(fact, 'quoteDeclined') : null,
    QuoteEnding: (_, fact) => notificationOf(fact, 'quoteEnding'),
    JobSuggested: (_, fact) => notificationOf(fact, 'jobSuggestion'),
    SupportAnswered: (_, fact) =>
      fact.data.side === 'support' ? notificationOf(fact, 'supportAnswered') : null,
    TimesheetApproved: (_, fact) =>
      notificationOf(fact, 'timesheetApproved', { title: fact.data.name }),
    TimesheetNoted: (_, fact) => notificationOf(fact, 'timesheetNoted', { title: fact.data.name }),
    TimesheetCommented: (_, fact) =>
      notificationOf(fact, 'timesheetCommented', { title: fact.data.name }),
    UserRecordOpened: (_, fact) =>
      notificationOf(fact, 'recordOpened', { title: fact.data.reason }),
    EffectAbandoned: stopped,
    EffectOutcomeUnknown: stopped,
    ProcessRunEnded: (_, fact) =>
      fact.data.result === 'failed'
        ? notificationOf(fact, 'processFailed', { owner: SHARED, title: idOf(fact.stream) })
        : null,
    NotificationTold: (_, fact) => {
      const { kind, title, start, entity, entityId } = fact.data
      return notificationOf(fact, kind, { title, start, entity, entityId })
    },
    NotificationsRead: (doc, { meta: { owner } }) =>
      doc !== null && (doc.owner === owner || doc.owner === SHARED) && !doc.readBy.includes(owner)
        ? { ...doc, readBy: [...doc.readBy, owner] }
        : doc,
  },
  indexes: [{ fields: ['owner', 'at'] }],
})

/**
 * Owners whose notifications a user sees; administrators also see those of the product's own work.
 */
export const toldTo = (owner: string, isAdministrator: boolean): readonly string[] =>
  isAdministrator ? [owner, SHARED] : [owner]

/** The kinds that a user does not want, by the user's id. */
export type MutedKindsDoc = Doc & { readonly kinds: readonly NotificationKind[] }

export const mutedKinds = defineProjection<
  Extract<
    NotificationMarksEvent,
    { readonly type: 'NotificationKindMuted' | 'NotificationKindUnmuted' }
  >,
  MutedKindsDoc
>({
  name: 'muted-kinds',
  version: 1,
  outlives: true,
  on: {
    NotificationKindMuted: (doc, { data, meta }, key) => ({
      _id: key,
      owner: meta.owner,
      kinds: [...(doc?.kinds ?? []).filter((kind) => kind !== data.kind), data.kind],
    }),
    NotificationKindUnmuted: (doc, { data }) =>
      doc && { ...doc, kinds: doc.kinds.filter((kind) => kind !== data.kind) },
  },
  indexes: [],
})

/** When reminders that a user put off are told again, by the user's id. */
export type SnoozedDoc = Doc & {
  readonly reminders: readonly { readonly key: string; readonly until: number }[]
}

export const snoozedReminders = defineProjection<
  Extract<NotificationMarksEvent, { readonly type: 'ReminderSnoozed' }>,
  SnoozedDoc
>({
  name: 'snoozed-reminders',
  version: 1,
  on: {
    ReminderSnoozed: (doc, { data, meta }, key) => ({
      _id: key,
      owner: meta.owner,
      reminders: [
        ...(doc?.reminders ?? []).filter(
          (reminder) => reminder.key !== data.key && reminder.until > meta.occurredAt,
        ),
        ...(data.until > meta.occurredAt ? [data] : []),
      ],
    }),
  },
  indexes: [],
})
