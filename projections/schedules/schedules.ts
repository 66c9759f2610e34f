import {
  scheduleEvents,
  type LiveSchedule,
  type Schedule,
  scheduledTransactionDecider,
  type ScheduleEvent,
  type ScheduleFamily,
} from '#domain/schedules/schedule.ts'
import type { RunInputs } from '#domain/schedules/schedule-runs.ts'
import type { RunResult } from '#domain/schedules/schedule.values.ts'
import type { DomainEvent } from '#domain/kernel/decider.ts'
import { categoryOf, idOf } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { defineProjection, type Fact, ignored } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

const isFamily = (category: string): category is ScheduleFamily =>
  category === 'scheduledTransaction' || category === 'charge'
/** Events of schedules are in streams of these two categories alone. */
export function familyOf(stream: string): ScheduleFamily {
  const category = categoryOf(stream)
  if (!isFamily(category)) throw new Error(`${stream} is no schedule`)
  return category
}

/** The schedule after an event; null once it is removed. */
export const scheduleAfter = (
  before: Schedule | undefined,
  event: ScheduleEvent,
): LiveSchedule | null => {
  const after = scheduledTransactionDecider.evolve(
    before ?? scheduledTransactionDecider.initial,
    event,
  )
  return after.status === 'live' ? after : null
}

/** Amount of the last run. @unit minor units */
type LastRun = { readonly due: string; readonly amountMinor: number; readonly result: RunResult }

/** A scheduled transaction or a charge, as its events made it. */
export type ScheduleDoc = Doc &
  Stamp & {
    readonly family: ScheduleFamily
    readonly profileId: string
    readonly schedule: LiveSchedule
    readonly lastRun: LastRun | null
    /** Number of runs that wait for the user. */
    readonly waitingCount: number
  }

type Folded<T extends ScheduleEvent['type']> = Fact<Extract<ScheduleEvent, { readonly type: T }>>

function folded<T extends ScheduleEvent['type']>(
  doc: ScheduleDoc | null,
  fact: Folded<T>,
  key: string,
  last?: Omit<LastRun, 'due'>,
): ScheduleDoc | null {
  // A fact has the type and the data of one event of the union.
  const schedule = scheduleAfter(doc?.schedule, {
    type: fact.type,
    data: fact.data,
  } as ScheduleEvent)
  if (schedule === null) return null
  const lastRun =
    last === undefined ? (doc?.lastRun ?? null) : { due: (fact.data as RunInputs).due, ...last }
  return {
    _id: key,
    owner: fact.meta.owner,
    ...fact.stamp,
    family: familyOf(fact.stream),
    profileId: schedule.facts.profileId,
    schedule,
    // A run that was decided on later leaves the last one as it is.
    lastRun:
      lastRun !== null && doc?.lastRun && doc.lastRun.due > lastRun.due ? doc.lastRun : lastRun,
    waitingCount: schedule.waiting.length,
  }
}

export const schedules = defineProjection<ScheduleEvent, ScheduleDoc>({
  name: 'schedules',
  version: 2,
  on: {
    ScheduleAdded: folded,
    ScheduleChanged: folded,
    ScheduleActivated: folded,
    ScheduleDeactivated: folded,
    ScheduleRemoved: () => null,
    ScheduleRestored: (_, fact, key) => {
      const { on: __, ...kept } = fact.data
      const before: LiveSchedule = { ...kept, status: 'live', added: kept.facts }
      const schedule = scheduleAfter(before, { type: 'ScheduleRestored', data: fact.data })
      if (schedule === null) return null
      const { profileId } = schedule.facts
      const values = { family: familyOf(fact.stream), profileId, schedule, lastRun: null }
      return {
        _id: key,
        owner: fact.meta.owner,
        ...fact.stamp,
        ...values,
        waitingCount: schedule.waiting.length,
      }
    },
    RunProposed: (doc, fact, key) =>
      folded(doc, fact, key, { amountMinor: fact.data.amountMinor, result: 'waiting' }),
    RunPosted: (doc, fact, key) =>
      folded(doc, fact, key, { amountMinor: fact.data.amountMinor, result: 'booked' }),
    RunSkipped: (doc, fact, key) => folded(doc, fact, key, { amountMinor: 0, result: 'skipped' }),
    ContributionsUndone: folded,
    ScheduleHeld: folded,
    ScheduleReleased: folded,
    RunFailed: (doc, fact, key) =>
      folded(doc, fact, key, { amountMinor: fact.data.amountMinor, result: 'failed' }),
  },
  indexes: [
    { fields: ['owner', 'profileId', 'family', 'creationDate'] },
    { fields: ['owner', 'profileId', 'waitingCount'] },
  ],
})

/** A run: its inputs, what became of it, and when that was. */
export type ScheduleRunDoc = Doc &
  RunInputs & {
    readonly scheduleId: string
    readonly family: ScheduleFamily
    readonly result: RunResult
    /** Proposed amount before the user's change. @unit minor units */
    readonly proposedMinor: number
    /** Why the user skipped it. */
    readonly reason: string
    /** The code for which it could not be booked. */
    readonly code: string
    /** Whether a transaction was added for it. */
    readonly booked: boolean
    /** When its receipts were counted. @unit epoch milliseconds */
    readonly countedAt: number
    /** @unit epoch milliseconds */
    readonly at: number
  }

type RunEvent = Extract<ScheduleEvent, { readonly type: `Run${string}` | 'ContributionsUndone' }>
const runDoc = (
  { stream, meta }: Pick<Fact<DomainEvent>, 'stream' | 'meta'>,
  run: RunInputs,
  of: Pick<ScheduleRunDoc, 'result'> &
    Partial<Pick<ScheduleRunDoc, 'proposedMinor' | 'reason' | 'code' | 'booked' | 'countedAt'>>,
): ScheduleRunDoc => ({
  _id: run.runId,
  owner: meta.owner,
  runId: run.runId,
  due: run.due,
  payOn: run.payOn,
  from: run.from,
  to: run.to,
  baseMinor: run.baseMinor,
  receipts: run.receipts,
  rate: run.rate,
  amountMinor: run.amountMinor,
  ...(run.by && { by: run.by }),
  ...(run.contributions && { contributions: run.contributions }),
  scheduleId: idOf(stream),
  family: familyOf(stream),
  proposedMinor: run.amountMinor,
  reason: '',
  code: '',
  booked: false,
  at: meta.occurredAt,
  countedAt: meta.occurredAt,
  ...of,
})
const ofRun = ({ data }: { readonly data: RunInputs }) => data.runId

/** The history of what schedules made: one row a run. */
export const scheduleRuns = defineProjection<ScheduleEvent, ScheduleRunDoc>({
  name: 'schedule-runs',
  version: 4,
  keyOf: {
    RunProposed: ofRun,
    RunPosted: ofRun,
    RunSkipped: ofRun,
    RunFailed: ofRun,
    ContributionsUndone: ofRun,
  } satisfies Record<RunEvent['type'], unknown>,
  on: {
    RunProposed: (_, fact) => runDoc(fact, fact.data, { result: 'waiting' }),
    RunPosted: (doc, fact) => {
      const { proposedMinor, books, recounted } = fact.data
      // Before receipts were counted again, what the user decided on was counted when it was
      // proposed.
      const countedAt = recounted ? fact.meta.occurredAt : (doc?.countedAt ?? fact.meta.occurredAt)
      return runDoc(fact, fact.data, {
        result: 'booked',
        proposedMinor,
        booked: books !== undefined,
        countedAt,
      })
    },
    RunSkipped: (_, fact) =>
      runDoc(fact, fact.data, { result: 'skipped', reason: fact.data.reason }),
    ContributionsUndone: (doc, { meta }) =>
      doc && { ...doc, result: 'undone', booked: false, at: meta.occurredAt },
    RunFailed: (_, fact) => runDoc(fact, fact.data, { result: 'failed', code: fact.data.code }),
    ...ignored(...scheduleEvents.setup, ...scheduleEvents.holds),
  },
  indexes: [{ fields: ['owner', 'scheduleId', 'due'] }],
})

/** A profile's schedules of one kind, the oldest first. */
export const schedulesOf = async (
  model: ReadModel<ScheduleDoc>,
  where: { readonly owner: string; readonly profileId: string; readonly family: ScheduleFamily },
): Promise<readonly ScheduleDoc[]> =>
  (await model.find({ filter: { where }, sort: [['creationDate', 1]] })).items
