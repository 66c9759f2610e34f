import { z } from 'zod'
import { NOTIFICATION_KINDS } from '#domain/planning/notification.values.ts'
import * as endpoints from './notifications.routes.ts'
import { Instant, own, routes, Time, Written } from './route.ts'

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
})
export type Notification = z.output<typeof Notification>

const notificationSchemas = {
  all: { params: own, reply: z.array(Notification) },
  unread: { params: own, reply: z.object({ unread: z.int() }) },
  settings: { params: own, reply: z.object({ muted: z.array(z.enum(NOTIFICATION_KINDS)) }) },
  read: { params: own.extend({ id: z.string().min(1).max(64) }), reply: Written },
  mute: {
    params: own,
    body: z.strictObject({ kind: z.enum(NOTIFICATION_KINDS), muted: z.boolean() }),
    reply: Written,
  },
}
export type NotificationSchemas = typeof notificationSchemas
export const notificationRoutes = routes(endpoints.notificationRoutes, notificationSchemas)

/** What happened to a record, as a sentence in the caller's language; the last of `count` such facts. */
const FeedFact = Notification.omit({ kind: true }).extend({
  kind: z.string().describe('Type of the event'),
  who: z.string().describe('Empty for the product itself'),
  read: z.boolean().describe('It is the caller’s own act'),
  count: z.int(),
})
export type FeedFact = z.output<typeof FeedFact>

const feedSchemas = {
  since: {
    params: own,
    query: z.object({ since: Instant }),
    reply: z.array(FeedFact),
  },
}
export type FeedSchemas = typeof feedSchemas
export const activityRoutes = routes(endpoints.activityRoutes, feedSchemas)
