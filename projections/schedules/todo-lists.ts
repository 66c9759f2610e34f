import {
  type LiveSchedule,
  type PostedRun,
  type ScheduleEvent,
  scheduleEvents,
  type ScheduleFamily,
} from '#domain/schedules/schedule.ts'
import { nextRun } from '#domain/schedules/schedule-runs.ts'
import { type TransactionEvent, transactionEvents } from '#domain/finance/transaction.ts'
import { idOf } from '#domain/kernel/event.ts'
import { type DayOrNone, startOfDay } from '#domain/kernel/time.ts'
import { type Fact, ignored } from '#projections/kernel/projection.ts'
import { defineTodoList, NOT_DUE, type Todo } from '#projections/kernel/todo-list.ts'
import { familyOf, scheduleAfter } from './schedules.ts'

/** A schedule, and the day of its next run. */
export type DueSchedule = Todo & {
  readonly family: ScheduleFamily
  readonly schedule: LiveSchedule
}

function due<T extends ScheduleEvent['type']>(
  row: DueSchedule | null,
  fact: Fact<Extract<ScheduleEvent, { readonly type: T }>>,
): (Pick<DueSchedule, 'family' | 'schedule'> & { readonly dueAt: number }) | null {
  // A fact has the type and the data of one event of the union.
  const schedule = scheduleAfter(row?.schedule, {
    type: fact.type,
    data: fact.data,
  } as ScheduleEvent)
  if (schedule === null) return null
  const day = nextRun(schedule)
  return { family: familyOf(fact.stream), schedule, dueAt: day === '' ? NOT_DUE : startOfDay(day) }
}

/** Schedules with a run to come; a run that was missed is due at once. */
export const dueSchedules = defineTodoList<ScheduleEvent, DueSchedule>({
  name: 'due-schedules',
  version: 3,
  on: {
    ScheduleAdded: due,
    ScheduleChanged: due,
    ScheduleActivated: due,
    ScheduleDeactivated: due,
    ScheduleRemoved: () => null,
    ScheduleRestored: (_, fact) => {
      const { on: __, ...kept } = fact.data
      const schedule: LiveSchedule = { ...kept, status: 'live', added: kept.facts }
      return due({ schedule } as DueSchedule, fact) // only its schedule is looked at
    },
    RunProposed: due,
    RunPosted: due,
    RunSkipped: due,
    RunFailed: due,
    ContributionsUndone: due,
    ScheduleHeld: due,
    ScheduleReleased: due,
  },
})

/** Runs whose transaction is not in the books yet. */
export type UnbookedRun = Todo & {
  readonly family: ScheduleFamily
  readonly scheduleId: string
  readonly run: PostedRun
}

const ofRun = ({ data }: { readonly data: { readonly runId: string } }) => data.runId

export const unbookedRuns = defineTodoList<ScheduleEvent | TransactionEvent, UnbookedRun>({
  name: 'unbooked-runs',
  version: 1,
  keyOf: { RunPosted: ofRun, RunFailed: ofRun, ContributionsUndone: ofRun },
  on: {
    RunPosted: (_, { data, stream }) =>
      data.books === undefined
        ? null
        : { family: familyOf(stream), scheduleId: idOf(stream), run: data },
    RunFailed: () => null,
    ContributionsUndone: () => null,
    // The transaction has the run's id.
    TransactionAdded: () => null,
    ...ignored(
      ...scheduleEvents.setup,
      ...scheduleEvents.holds,
      ...transactionEvents.payments,
      ...transactionEvents.expectations,
      ...transactionEvents.marks,
      'RunProposed',
      'RunSkipped',
      'TransactionChanged',
      'TransactionPaid',
      'TransactionUnpaid',
      'TransactionRemoved',
      'TransactionRestored',
    ),
  },
})

/** Transactions of automatic runs that are paid on a later day. */
export type PlannedPayment = Todo & { readonly day: DayOrNone }

const paidOn = (day: DayOrNone) => ({ day, dueAt: day === '' ? NOT_DUE : startOfDay(day) })

export const plannedPayments = defineTodoList<ScheduleEvent | TransactionEvent, PlannedPayment>({
  name: 'planned-payments',
  version: 2,
  keyOf: { RunPosted: ofRun },
  on: {
    RunPosted: (_, { data: { automatic, books } }) =>
      automatic && books?.paymentDay === '' ? paidOn(books.expectedDay) : null,
    TransactionChanged: (row, { data: { changes } }) => {
      if (row === null || (changes.expectedDay === undefined && changes.paymentDay === undefined))
        return row
      // The user has taken over.
      return changes.paymentDay === undefined ? paidOn(changes.expectedDay ?? '') : null
    },
    TransactionPaid: () => null,
    TransactionRemoved: () => null,
    ...ignored(
      ...scheduleEvents.setup,
      ...scheduleEvents.holds,
      ...transactionEvents.payments,
      ...transactionEvents.expectations,
      ...transactionEvents.marks,
      'RunProposed',
      'RunSkipped',
      'RunFailed',
      'ContributionsUndone',
      'TransactionAdded',
      'TransactionUnpaid',
      'TransactionRestored',
    ),
  },
})

/** Transactions of declarations; one is due for removal once its declaration is taken back. */
export const undoneDeclarations = defineTodoList<ScheduleEvent | TransactionEvent, Todo>({
  name: 'undone-declarations',
  version: 1,
  keyOf: { RunPosted: ofRun, ContributionsUndone: ofRun },
  on: {
    RunPosted: (_, { data: { books, contributions } }) =>
      books && contributions ? { dueAt: NOT_DUE } : null,
    ContributionsUndone: (row) => row && {},
    TransactionRemoved: () => null,
    ...ignored(
      ...scheduleEvents.setup,
      ...scheduleEvents.holds,
      ...transactionEvents.payments,
      ...transactionEvents.expectations,
      ...transactionEvents.marks,
      'RunProposed',
      'RunSkipped',
      'RunFailed',
      'TransactionAdded',
      'TransactionChanged',
      'TransactionPaid',
      'TransactionUnpaid',
      'TransactionRestored',
    ),
  },
})
