import type { NotificationDigestCommands } from '#commands/planning/notification-digests.ts'
import type { NotificationCommands } from '#commands/planning/notifications.ts'
import { notificationRoutes } from '#contract/planning/notifications.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { dayIn } from '#domain/kernel/time.ts'
import { monthText, partsOfTimesheetId } from '#domain/timesheets/timesheet.ts'
import { NOTIFICATION_KINDS } from '#domain/planning/notification.values.ts'
import { type BillDoc, bills } from '#projections/billing/bills.ts'
import { quotes } from '#projections/quotes/quotes.ts'
import { schedules } from '#projections/schedules/schedules.ts'
import { users } from '#projections/identity/users.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { dueDigests } from '#projections/planning/due-digests.ts'
import {
  mutedKinds,
  type NotificationDoc,
  notifications,
  toldTo,
} from '#projections/planning/notifications.ts'
import { jobs } from '#projections/prospecting/jobs.ts'
import { supportRequests } from '#projections/support/requests.ts'
import type { Api, Call } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import type { Language } from '../kernel/languages.ts'
import { hasWord, isolated, word } from '../kernel/words.ts'

/** The most notifications that are told at once. */
const MOST = 100
const marked = { notifications, mutedKinds, bills }
/** The read models of notifications with their sentences. */
export const toldReads = { ...marked, quotes, schedules, jobs, supportRequests }

/** The name of a notification's record; empty once it is gone. */
async function nameOf(
  read: Read<typeof toldReads>,
  { title, entity, entityId }: NotificationDoc,
): Promise<string> {
  if (title !== '') return title
  switch (entity) {
    case 'bill':
      return (await read.bills.get(entityId))?.ref ?? ''
    case 'quote':
      return (await read.quotes.get(entityId))?.ref ?? ''
    case 'job':
      return (await read.jobs.get(entityId))?.posting.title ?? ''
    case 'supportRequest':
      return (await read.supportRequests.get(entityId))?.subject ?? ''
    default:
      return (await read.schedules.get(entityId))?.schedule.facts.label ?? ''
  }
}

type Reader = Pick<Call, 'owner' | 'can'> & { readonly read: Read<typeof marked> }

const ownersOf = ({ owner, can }: Pick<Reader, 'owner' | 'can'>) =>
  toldTo(owner, can('perm_process_center_manage'))

/** Whether it still concerns the user: a bill that was paid since is late no more. */
const stillHolds =
  (late: ReadonlyMap<string, Pick<BillDoc, 'outstandingMinor'>>) =>
  ({ kind, entityId }: NotificationDoc): boolean =>
    kind !== 'billLate' || (late.get(entityId)?.outstandingMinor ?? 0) > 0

/**
 * The latest that a user was told, newest first, without the kinds that are muted and what no
 * longer holds.
 */
export async function latest({ read, owner, can }: Reader): Promise<readonly NotificationDoc[]> {
  const muted = (await read.mutedKinds.get(owner))?.kinds ?? []
  const kinds = NOTIFICATION_KINDS.filter((kind) => !muted.includes(kind))
  const where = { owner: { $in: ownersOf({ owner, can }) }, kind: { $in: kinds } }
  const { items } = await read.notifications.find({
    filter: { where },
    sort: [['at', -1]],
    limit: MOST,
  })
  const late = items.flatMap(({ kind, entityId }) => (kind === 'billLate' ? [entityId] : []))
  return items.filter(stillHolds(late.length > 0 ? await read.bills.load(late) : new Map()))
}

/** Text of a notification. */
export async function sentence(
  read: Read<typeof toldReads>,
  doc: NotificationDoc,
  language: Language,
  timeZone: string,
): Promise<string> {
  if (doc.kind === 'trialEnding')
    return word(language, 'planning', 'notification.trialEnding', {
      day: dayIn(doc.start, timeZone),
    })
  const name = await nameOf(read, doc)
  const month = partsOfTimesheetId(doc.entity === 'timesheet' ? doc.entityId : '')
  const work = `notification.work.${name}`
  const title =
    doc.kind === 'processFailed' && hasWord(language, 'planning', work)
      ? word(language, 'planning', work)
      : name
  return word(language, 'planning', `notification.${doc.kind}`, {
    title: isolated(language, title),
    ...(month && { month: monthText(month.year, month.month) }),
  })
}

/** Notifications of a user, and the marks on them. */
export function notificationsApi(
  api: Api,
  commands: NotificationCommands,
  digests: NotificationDigestCommands,
): void {
  api.serve(notificationRoutes.all, { reads: toldReads }, async (call) => {
    const { read, owner, language, caller } = call
    return Promise.all(
      (await latest(call)).map(async (doc) => ({
        id: doc._id,
        at: doc.at,
        kind: doc.kind,
        text: await sentence(read, doc, language, caller.timeZone),
        entity: doc.entity,
        entityId: doc.entityId,
        position: doc.position,
        read: doc.readBy.includes(owner),
        start: doc.start,
      })),
    )
  })
  api.serve(notificationRoutes.unread, { reads: marked }, async (call) => ({
    unread: (await latest(call)).filter(({ readBy }) => !readBy.includes(call.owner)).length,
  }))
  api.serve(
    notificationRoutes.settings,
    { reads: { mutedKinds, dueDigests, users } },
    async ({ read, owner }) => ({
      muted: [...((await read.mutedKinds.get(owner))?.kinds ?? [])],
      digest: (await read.dueDigests.get(owner))?.rhythm ?? ('never' as const),
      mail: (await read.users.get(owner))?.profile.mail ?? '',
    }),
  )
  api.serve(notificationRoutes.read, { reads: marked }, async (call) => {
    const { read, owner, params, meta } = call
    const { id } = params
    const owners = ownersOf(call)
    const wanted =
      id === 'all'
        ? (await latest(call)).filter(({ readBy }) => !readBy.includes(owner))
        : [await read.notifications.get(id)]
    const ids = wanted.flatMap((doc) =>
      doc !== null && owners.includes(doc.owner) ? [doc._id] : [],
    )
    if (id !== 'all' && ids.length === 0) throw refusal('NOT_FOUND', { id })
    const marks = written(await commands.read(ids, meta()))
    return id === 'all' ? marks : { ...marks, id }
  })
  api.serve(notificationRoutes.mute, {}, async ({ body: { kind, muted }, meta }) =>
    written(await commands.mute(kind, muted, meta())),
  )
  api.serve(notificationRoutes.digest, {}, async ({ body: { rhythm }, meta }) =>
    written(await digests.choose(rhythm, meta())),
  )
}
