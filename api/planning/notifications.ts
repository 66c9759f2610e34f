import type { NotificationCommands } from '#commands/planning/notifications.ts'
import { notificationRoutes } from '#contract/notifications.schemas.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { bills } from '#projections/billing/bills.ts'
import { schedules } from '#projections/finance/schedules.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { mutedKinds, type NotificationDoc, notifications } from '#projections/planning/notifications.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { word } from '../kernel/words.ts'

/** The most notifications that are told at once. */
const MOST = 100
const reads = { notifications, mutedKinds, bills, schedules }

/** The name of a notification's record; empty once it is gone. */
async function nameOf(read: Read<typeof reads>, { title, entity, entityId }: NotificationDoc): Promise<string> {
  if (title !== '') return title
  if (entity === 'bill') return (await read.bills.get(entityId))?.ref ?? ''
  return (await read.schedules.get(entityId))?.schedule.facts.label ?? ''
}

/** The latest that a user was told, and the marks on it. */
export function notificationsApi(api: Api, commands: NotificationCommands): void {
  const latest = async (read: Read<typeof reads>, owner: string): Promise<readonly NotificationDoc[]> => {
    const { items } = await read.notifications.find({ filter: { where: { owner } }, sort: [['at', -1]], limit: MOST })
    return items
  }
  api.serve(notificationRoutes.all, { reads }, async ({ read, owner, language }) => {
    const muted = new Set((await read.mutedKinds.get(owner))?.kinds ?? [])
    const shown = (await latest(read, owner)).filter(({ kind }) => !muted.has(kind))
    return Promise.all(
      shown.map(async (doc) => ({
        id: doc._id,
        at: doc.at,
        kind: doc.kind,
        text: word(language, 'planning', `notification.${doc.kind}`, { title: await nameOf(read, doc) }),
        entity: doc.entity,
        entityId: doc.entityId,
        position: doc.position,
        read: doc.read,
      })),
    )
  })
  api.serve(notificationRoutes.read, { reads }, async ({ read, owner, params: { id }, meta }) => {
    const asked =
      id === 'all' ? (await latest(read, owner)).filter((doc) => !doc.read) : [await read.notifications.get(id)]
    const ids = asked.flatMap((doc) => (doc !== null && doc.owner === owner ? [doc._id] : []))
    if (id !== 'all' && ids.length === 0) throw refusal('NOT_FOUND', { id })
    return written(await commands.read(ids, meta()))
  })
  api.serve(notificationRoutes.mute, {}, async ({ body: { kind, muted }, meta }) =>
    written(await commands.mute(kind, muted, meta())),
  )
}
