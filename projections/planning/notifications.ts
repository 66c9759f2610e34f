import type { BillEvent } from '#domain/billing/bill.ts'
import type { ScheduleEvent } from '#domain/finance/schedule.ts'
import { categoryOf, idOf, type Position } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import type { CalendarEventEvent } from '#domain/planning/calendar-event.ts'
import type { NotificationMarksEvent } from '#domain/planning/notification-marks.ts'
import type { NotificationKind } from '#domain/planning/notification.values.ts'
import { defineProjection, type Fact } from '../kernel/projection.ts'

/** A fact that a user is told of. `title` is empty where the record's name is looked up when it is shown. */
export type NotificationDoc = Doc & {
  readonly at: number
  readonly kind: NotificationKind
  readonly title: string
  /** When it takes place or is due; 0 for neither. @unit epoch milliseconds */
  readonly start: number
  readonly entity: string
  readonly entityId: string
  readonly position: Position
  readonly read: boolean
}

type Told =
  | Extract<CalendarEventEvent, { readonly type: 'CalendarEventReminded' }>
  | Extract<ScheduleEvent, { readonly type: 'RunProposed' | 'RunFailed' }>
  | Extract<BillEvent, { readonly type: 'BillFellDue' }>

const told = (
  { id, stream, meta, position }: Fact<Told>,
  kind: NotificationKind,
  more: Partial<Pick<NotificationDoc, 'title' | 'start'>> = {},
): NotificationDoc => ({
  _id: id,
  owner: meta.owner,
  at: meta.occurredAt,
  kind,
  title: '',
  start: 0,
  ...more,
  entity: categoryOf(stream),
  entityId: idOf(stream),
  position,
  read: false,
})
const ofFact = ({ id }: { readonly id: string }) => id

/** Each fact that a user is told of, by the id of its event. */
export const notifications = defineProjection<
  Told | Extract<NotificationMarksEvent, { readonly type: 'NotificationsRead' }>,
  NotificationDoc
>({
  name: 'notifications',
  version: 1,
  keyOf: {
    CalendarEventReminded: ofFact,
    RunProposed: ofFact,
    RunFailed: ofFact,
    BillFellDue: ofFact,
    NotificationsRead: ({ data }) => data.ids,
  },
  on: {
    CalendarEventReminded: (_, fact) => told(fact, 'eventReminder', { title: fact.data.title, start: fact.data.start }),
    RunProposed: (_, fact) => told(fact, categoryOf(fact.stream) === 'charge' ? 'chargeReminder' : 'toValidate'),
    RunFailed: (_, fact) => told(fact, 'runFailed'),
    BillFellDue: (_, fact) => told(fact, 'billLate'),
    NotificationsRead: (doc, { meta }) => (doc !== null && doc.owner === meta.owner ? { ...doc, read: true } : doc),
  },
  indexes: [{ fields: ['owner', 'at'] }],
})

/** The kinds that a user does not want, by the user's id. */
export type MutedKindsDoc = Doc & { readonly kinds: readonly NotificationKind[] }

export const mutedKinds = defineProjection<
  Exclude<NotificationMarksEvent, { readonly type: 'NotificationsRead' }>,
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
