import { get, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { oneLine } from '#domain/kernel/texts.ts'
import { DIGEST_RHYTHMS } from '#domain/planning/digest.values.ts'
import { NOTIFICATION_KINDS } from '#domain/planning/notification.values.ts'
import { REMINDER_GROUPS, REMINDER_LAYERS } from './planning.values.ts'
import { DatedFact } from '#contract/planning/planning.contract.ts'
import { Instant, Moment, Time } from '#contract/kernel/times.schemas.ts'
import { own } from '#contract/kernel/inputs.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

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

export const notificationRoutes = {
  all: get('/notification/:userId/all', {
    summary:
      'The latest facts that the user is told of, without the kinds that are muted, newest first',
    access: 'signed-in',
    csv: true,
    params: own,
    reply: z.array(Notification),
  }),
  unread: get('/notification/:userId/unread', {
    summary: 'How many of the latest facts are not read',
    access: 'signed-in',
    params: own,
    reply: z.object({ unread: z.int() }),
  }),
  settings: get('/notification/:userId/settings', {
    summary: 'The kinds that are muted, and how often what is told comes by mail',
    access: 'signed-in',
    params: own,
    reply: z.object({
      muted: z.array(z.enum(NOTIFICATION_KINDS)),
      digest: z.enum(DIGEST_RHYTHMS),
      mail: z.string().describe('Where mails of reminders go; empty without an address'),
    }),
  }),
  reminders: get('/notification/:userId/reminders', {
    summary:
      'What waits for the user: overdue, due today, and due within a week, over all contexts',
    access: 'signed-in',
    params: own,
    reply: z.array(Reminder),
  }),
  snooze: put('/notification/:userId/snooze', {
    summary: 'Puts a reminder off until an instant; 0 brings it back',
    access: 'signed-in',
    withoutPlan: true,
    params: own,
    body: z.strictObject({
      key: oneLine(200).min(1),
      until: Moment,
    }),
    reply: Written,
  }),
  read: put('/notification/:userId/:id/read', {
    summary: 'Marks a notification as read; `all` as its id marks all of them',
    access: 'signed-in',
    withoutPlan: true,
    params: own.extend({ id: z.string().min(1).max(64) }),
    reply: Written,
  }),
  mute: put('/notification/:userId/mute', {
    summary: 'Tells of a kind no more, or again',
    access: 'signed-in',
    params: own,
    body: z.strictObject({ kind: z.enum(NOTIFICATION_KINDS), muted: z.boolean() }),
    reply: Written,
  }),
  digest: put('/notification/:userId/digest', {
    summary: 'Sends reminders and notifications by mail each day or each week, or no more',
    access: 'signed-in',
    withoutPlan: true,
    params: own,
    body: z.strictObject({ rhythm: z.enum(DIGEST_RHYTHMS) }),
    reply: Written,
  }),
}

/**
 * A fact about a record, as a sentence in the caller's language; the last of `count` such facts.
 */
const FeedFact = Notification.omit({ kind: true, start: true }).extend({
  kind: z.string().describe('Type of the event'),
  who: z.string().describe('Empty for the product itself'),
  read: z.boolean().describe('It is the caller’s own act'),
  count: z.int(),
})

export const activityRoutes = {
  since: get('/feed/:userId', {
    summary:
      'Facts of the user’s records since an instant, newest first; since the visit before this one without it',
    access: 'signed-in',
    params: own,
    query: z.object({ since: Instant }),
    reply: z.array(FeedFact),
  }),
}
