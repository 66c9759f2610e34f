import { z } from 'zod'
import { oneLine } from '#domain/kernel/texts.ts'
import { DIGEST_RHYTHMS } from '#domain/planning/digest.values.ts'
import { NOTIFICATION_KINDS } from '#domain/planning/notification.values.ts'
import * as endpoints from './notifications.routes.ts'
import { REMINDER_GROUPS, REMINDER_LAYERS } from './planning.values.ts'
import { DatedFact } from './planning.schemas.ts'
import { Instant, own, routes, Time, Written } from '#contract/kernel/route.ts'

/** A fact as a sentence in the caller's language. `entity` and `entityId` name its record. */
export const Notification = z.object({
  id: z.string(),
  at: Time,
  kind: z.enum(NOTIFICATION_KINDS),
  text: z.string(),
  entity: z.string(),
  entityId: z.string(),
  position: z.string(),
  read: z.boolean(),
  start: Time.describe('When it takes place; 0 for what does not'),
})
export type Notification = z.output<typeof Notification>

/** Something dated that waits for the user. `amount` is signed, null without one. */
const Reminder = DatedFact.pick({
  day: true,
  title: true,
  kind: true,
  amount: true,
  currency: true,
  entity: true,
  entityId: true,
}).extend({
  key: z.string().describe('Names it when it is put off'),
  layer: z.enum(REMINDER_LAYERS),
  group: z.enum(REMINDER_GROUPS),
  start: Time.describe('Of an event with a time; else 0'),
  snoozedUntil: Time.describe('0 for one that is not put off'),
})
export type Reminder = z.output<typeof Reminder>

const notificationSchemas = {
  reminders: { params: own, reply: z.array(Reminder) },
  snooze: {
    params: own,
    body: z.strictObject({
      key: oneLine(200).min(1),
      until: z
        .int()
        .min(0)
        .max(Date.UTC(2200, 11, 31)),
    }),
    reply: Written,
  },
  all: { params: own, reply: z.array(Notification) },
  unread: { params: own, reply: z.object({ unread: z.int() }) },
  settings: {
    params: own,
    reply: z.object({
      muted: z.array(z.enum(NOTIFICATION_KINDS)),
      digest: z.enum(DIGEST_RHYTHMS),
      mail: z.string().describe('Where mails of reminders go; empty without an address'),
    }),
  },
  read: { params: own.extend({ id: z.string().min(1).max(64) }), reply: Written },
  mute: {
    params: own,
    body: z.strictObject({ kind: z.enum(NOTIFICATION_KINDS), muted: z.boolean() }),
    reply: Written,
  },
  digest: { params: own, body: z.strictObject({ rhythm: z.enum(DIGEST_RHYTHMS) }), reply: Written },
}
export type NotificationSchemas = typeof notificationSchemas
export const notificationRoutes = routes(endpoints.notificationRoutes, notificationSchemas)

/**
 * What happened to a record, as a sentence in the caller's language; the last of `count` such
 * facts.
 */
const FeedFact = Notification.omit({ kind: true, start: true }).extend({
  kind: z.string().describe('Type of the event'),
  who: z.string().describe('Empty for the product itself'),
  read: z.boolean().describe('It is the caller’s own act'),
  count: z.int(),
})

const feedSchemas = {
  since: {
    params: own,
    query: z.object({ since: Instant }),
    reply: z.array(FeedFact),
  },
}
export type FeedSchemas = typeof feedSchemas
export const activityRoutes = routes(endpoints.activityRoutes, feedSchemas)
