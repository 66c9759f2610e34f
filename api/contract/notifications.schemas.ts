import { z } from 'zod'
import { NOTIFICATION_KINDS } from '#domain/planning/notification.values.ts'
import * as endpoints from './notifications.routes.ts'
import { own, routes, Time, Written } from './route.ts'

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
  read: { params: own.extend({ id: z.string().min(1).max(64) }), reply: Written },
  mute: {
    params: own,
    body: z.strictObject({ kind: z.enum(NOTIFICATION_KINDS), muted: z.boolean() }),
    reply: Written,
  },
}
export type NotificationSchemas = typeof notificationSchemas
export const notificationRoutes = routes(endpoints.notificationRoutes, notificationSchemas)
