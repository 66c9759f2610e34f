import type { NotificationCommands } from '#commands/planning/notifications.ts'
import { notificationRoutes, type Reminder } from '#contract/planning/notifications.contract.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import { addDays, dayIn, epochOfDay } from '#domain/kernel/time.ts'
import { instantOf } from '#domain/planning/local-time.ts'
import { occurrencesBetween } from '#domain/planning/series.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { vatReads } from '#projections/finance/vat-facts.queries.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { calendarEvents, eventsBetween } from '#projections/planning/calendar-events.ts'
import { snoozedReminders } from '#projections/planning/notifications.ts'
import { recordsOf } from '#projections/records.ts'
import { subscriptions } from '#projections/subscription/subscriptions.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import type { Language } from '../kernel/languages.ts'
import { type Asked, datedFacts, layerReads, runs } from './layers.ts'
import { vatReturns } from './vat-returns.ts'

/** Today and the six days after it. */
const AHEAD_DAYS = 6
/** Time for which overdue work is told. @unit days */
const BACK_DAYS = 400

/** Kinds of dated facts that wait for the user when their day is over. */
const OVERDUE: ReadonlySet<string> = new Set(['late', 'waiting'])
/** Kinds that wait for the user on their day, or soon. */
const WAITING: ReadonlySet<string> = new Set([
  ...OVERDUE,
  'open',
  'issued',
  'partlyPaid',
  'due',
  'declaration',
  'expected',
  'ends',
  'renews',
])

type Found = Omit<Reminder, 'key' | 'group' | 'snoozedUntil'>
/** The read models of what waits for a user. */
export const waitingReads = {
  ...layerReads,
  ...vatReads,
  calendarEvents,
  snoozedReminders,
  subscriptions,
  offers: recordsOf(Offer),
}
type Reading = Asked & {
  readonly read: Read<typeof waitingReads>
  readonly timeZone: string
  readonly now: number
  readonly language: Language
}
const NOTHING = { start: 0, amount: null, currency: '' } as const

/** Bills, charges, scheduled transactions, contracts and tasks. */
async function facts(
  reading: Reading,
  can: Parameters<typeof datedFacts>[1],
): Promise<readonly Found[]> {
  const found: Found[] = []
  for (const { layer, ...fact } of await datedFacts(reading, can))
    if (layer !== 'holidays' && layer !== 'worked' && WAITING.has(fact.kind))
      found.push({ ...fact, layer, start: 0 })
  if (can('perm_transaction_menu'))
    for (const fact of await runs(reading, 'scheduledTransaction'))
      if (WAITING.has(fact.kind)) found.push({ ...fact, layer: 'scheduled', start: 0 })
  return found
}

/** Offers on the day of their next action. */
async function offers({ read, owner, from, to, today }: Reading): Promise<readonly Found[]> {
  const between = { $gte: epochOfDay(from), $lte: epochOfDay(to) }
  const { items } = await read.offers.find({
    filter: { where: { owner, 'values.nextActionDate': between } },
  })
  return items.map((doc): Found => {
    const { title, client, nextAction, nextActionDate } = doc.values as Stored<typeof Offer> // as projected
    return {
      layer: 'offers',
      day: nextActionDate,
      ...NOTHING,
      title: [nextAction, client || title].filter(Boolean).join(', '),
      kind: nextActionDate < epochOfDay(today) ? 'late' : 'due',
      entity: 'offer',
      entityId: doc._id,
    }
  })
}

/** Events from now on. */
async function events({
  read,
  owner,
  to,
  today,
  timeZone,
  now,
}: Reading): Promise<readonly Found[]> {
  const [from, until] = [instantOf(today, 0, timeZone), instantOf(addDays(to, 1), 0, timeZone)]
  const docs = await eventsBetween(read.calendarEvents, owner, from, until)
  return docs.flatMap(({ _id, event }) =>
    occurrencesBetween(event.series, from, until).flatMap((one): Found[] => {
      const { allDay } = one.facts.timing
      const day = dayIn(one.start, allDay ? 'UTC' : timeZone)
      if (one.dismissed || day < today || day > to || (!allDay && one.end <= now)) return []
      return [
        {
          layer: 'events',
          ...NOTHING,
          day: epochOfDay(day),
          start: allDay ? 0 : one.start,
          title: one.facts.title,
          kind: 'due',
          entity: 'calendarEvent',
          entityId: _id,
        },
      ]
    }),
  )
}

/** VAT returns to declare, on the last day for it. */
const returns = async (reading: Reading): Promise<readonly Found[]> =>
  (await vatReturns(reading, reading.language)).map(({ isLate, ...one }) => ({
    ...NOTHING,
    ...one,
    layer: 'vat',
    kind: isLate ? 'late' : 'declaration',
  }))

/** The day on which the user's plan renews, or ends. */
async function plans({ read, owner, timeZone }: Reading): Promise<readonly Found[]> {
  const plan = (await read.subscriptions.get(owner))?.plan
  if (!plan || (plan.status !== 'active' && plan.status !== 'overdue')) return []
  const at = plan.cancelsOn || plan.renewsOn
  if (at === 0) return []
  const kind = plan.cancelsOn > 0 ? 'ends' : 'renews'
  const day = epochOfDay(dayIn(at, timeZone))
  return [
    { ...NOTHING, layer: 'plan', day, title: '', kind, entity: 'subscription', entityId: owner },
  ]
}

/** Waiting work of a user, over all contexts that these permissions open. */
export async function waitingFor(
  {
    read,
    owner,
    timeZone,
    now,
    language,
  }: Pick<Reading, 'read' | 'owner' | 'timeZone' | 'now' | 'language'>,
  can: Parameters<typeof datedFacts>[1],
): Promise<readonly Reminder[]> {
  const today = dayIn(now, timeZone)
  const [from, to] = [addDays(today, -BACK_DAYS), addDays(today, AHEAD_DAYS)]
  const reading: Reading = {
    read,
    owner,
    from,
    to,
    profileId: undefined,
    today,
    timeZone,
    now,
    language,
  }
  const found = [
    ...(await facts(reading, can)),
    ...(can('perm_transaction_menu') ? await returns(reading) : []),
    ...(can('perm_offer_menu') ? await offers(reading) : []),
    ...(can('perm_events_menu') ? await events(reading) : []),
    ...(await plans(reading)),
  ]
  const snoozed = new Map(
    (await read.snoozedReminders.get(owner))?.reminders.map(({ key, until }) => [key, until]) ?? [],
  )
  const [first, last] = [epochOfDay(today), epochOfDay(to)]
  return found
    .filter(({ day, kind }) => day <= last && (day >= first || OVERDUE.has(kind)))
    .map((one): Reminder => {
      const key = `${one.layer} ${one.entityId} ${one.start || one.day}`
      const until = snoozed.get(key) ?? 0
      return {
        ...one,
        key,
        group: one.day < first ? 'overdue' : one.day === first ? 'today' : 'week',
        snoozedUntil: until > now ? until : 0,
      }
    })
    .sort((a, b) => a.day - b.day || a.start - b.start)
}

/** Waiting work of the user, over all contexts. */
export function waitingApi(api: Api, commands: NotificationCommands): void {
  api.serve(notificationRoutes.reminders, { reads: waitingReads }, async (call) => [
    ...(await waitingFor({ ...call, timeZone: call.caller.timeZone }, call.can)),
  ])
  api.serve(notificationRoutes.snooze, {}, async ({ body: { key, until }, meta }) =>
    written(await commands.snooze(key, until, meta())),
  )
}
