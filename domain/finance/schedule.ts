import { vatRatesOn } from '#domain/billing/vat.values.ts'
import { addOnce, differing } from '#domain/kernel/changes.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { type Entity, firstText } from '#domain/kernel/entity.ts'
import { catalogue, type FieldRefusal, refusal, unreachable } from '#domain/kernel/errors.ts'
import { type Currency, fromRate, multiplyRounded, toMajor } from '#domain/kernel/money.ts'
import { ofLaw, personal } from '#domain/kernel/personal.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  daysInMonth,
  epochOfDay,
  epochOrZero,
  makeDay,
  monthOf,
  yearOf,
} from '#domain/kernel/time.ts'
import { type Contributions, contributionsOf, type ContributionTerms } from './contributions.ts'
import { enteredRow } from './entered-amounts.values.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from './own-transaction.ts'
import { dayBeforeFirst, type Recurrence, runsAfter } from './recurrence.ts'
import type { AMOUNT_TYPES, BASES, MODES, OPTIONS, PERIOD_MODES } from './schedule.values.ts'
import type { TransactionType } from './transaction.values.ts'

/**
 * A transaction that comes back: a scheduled one, or a charge.
 *
 * @unit amountMinor: minor units of `currency`, all taxes included; percentage and vatRate: hundredths of a percent
 */
export type ScheduleFacts = {
  readonly profileId: string
  readonly label: string
  readonly operation: 'in' | 'out'
  readonly kind: TransactionType
  readonly organismId: string
  readonly currency: Currency
  readonly bankAccountType: 'professional' | 'personal'
  readonly amountType: (typeof AMOUNT_TYPES)[number]
  readonly amountMinor: number
  /** VAT within the amount. */
  readonly vatRate: number
  readonly percentage: number
  readonly base: (typeof BASES)[number]
  readonly periodMode: (typeof PERIOD_MODES)[number]
  readonly periodFrom: DayOrNone
  readonly periodTo: DayOrNone
  readonly lastDays: number
  /** How the business contributes; counts for `contributions` alone. */
  readonly terms: ContributionTerms
  readonly recurrence: Recurrence
  /** Days from a run to its payment. */
  readonly paymentDelay: number
  readonly mode: (typeof MODES)[number]
  readonly option: (typeof OPTIONS)[number]
}

/** A charge of a fixed amount that is booked by itself: what holds unless a user says otherwise. */
export const PLAIN_SCHEDULE = {
  operation: 'out',
  kind: 'charge',
  organismId: '',
  amountType: 'fixed',
  amountMinor: 0,
  vatRate: 0,
  percentage: 0,
  base: 'caHt',
  periodMode: 'delta',
  periodFrom: '',
  periodTo: '',
  lastDays: 0,
  terms: { activity: 'bncSsi', incomeTaxOption: false, reliefFrom: '' },
  paymentDelay: 0,
  mode: 'automatic',
  option: 'autoInput',
} as const satisfies Partial<ScheduleFacts>

/** Money that clients paid on a day; negative when it was given back. @unit minor units */
export type ReceivedOn = { readonly day: Day; readonly netMinor: number; readonly grossMinor: number }

/**
 * What a run was worked out from. A fixed amount has no period and no base.
 *
 * @unit minor units; rate: hundredths of a percent
 */
export type RunInputs = {
  /** Also the id of its transaction. */
  readonly runId: string
  /** The day that the run is of: one run a day. */
  readonly due: Day
  /** The day that its payment is expected on. */
  readonly payOn: Day
  readonly from: DayOrNone
  readonly to: DayOrNone
  readonly baseMinor: number
  /** How many payments the base adds up. */
  readonly receipts: number
  readonly rate: number
  readonly amountMinor: number
  /** By which terms the receipts were counted, so that they can be counted again; absent for a fixed amount. */
  readonly by?: Pick<ScheduleFacts, 'base' | 'terms'>
  /** How contributions came about; absent for other amounts. */
  readonly contributions?: Contributions
}
/** A run that the user decides on. `failed`: the code of the refusal for which it could not be booked. */
export type WaitingRun = RunInputs & { readonly failed?: string }

export type ScheduleCommand =
  /** @param active false: it makes no run until it is activated */
  | { type: 'Add'; facts: ScheduleFacts; active?: boolean }
  | { type: 'Change'; changes: Partial<ScheduleFacts>; active?: boolean }
  | { type: 'Activate' }
  | { type: 'Deactivate' }
  | { type: 'Remove' }
  | { type: 'Restore' }
  /** @param received turnover of the run's period, as the books know it; none for a fixed amount */
  | {
      type: 'Run'
      runId: string
      due: Day
      received: readonly ReceivedOn[]
      terms?: ContributionTerms | null
      /** A user asks for it before its day. Its receipts must all be there: its period must be over. */
      early?: true
    }
  /** @param received turnover of the run's period, as the books know it now */
  | {
      type: 'Validate'
      runId: string
      amountMinor?: number
      received?: readonly ReceivedOn[]
      terms?: ContributionTerms | null
    }
  | { type: 'Skip'; runId: string; reason: string }
  /** Declares the contributions of a period that is over, whether a run of it waits or none was ever made. */
  | ({ type: 'DeclareContributions'; received: readonly ReceivedOn[]; terms?: ContributionTerms | null } & Pick<
      RunInputs,
      'runId' | 'due'
    >)
  /** The run could not be booked: the user decides. */
  | { type: 'Fail'; run: RunInputs; code: string }

export type ScheduleEvent =
  /** `on`: runs of earlier days are not made up. */
  | { type: 'ScheduleAdded'; data: { facts: ScheduleFacts; on: Day } }
  | { type: 'ScheduleChanged'; data: { changes: Partial<ScheduleFacts> } }
  | { type: 'ScheduleActivated'; data: { on: Day } }
  | { type: 'ScheduleDeactivated'; data: Record<never, never> }
  | { type: 'ScheduleRemoved'; data: Record<never, never> }
  | { type: 'ScheduleRestored'; data: Kept & { on: Day } }
  | { type: 'RunProposed'; data: RunInputs }
  | { type: 'RunPosted'; data: PostedRun }
  | { type: 'RunSkipped'; data: RunInputs & { readonly reason: string } }
  | { type: 'RunFailed'; data: RunInputs & { readonly code: string } }

/**
 * A run that is done. `proposedMinor`: what was proposed before the user changed it. `books`: the transaction that a
 * reactor adds; absent when nothing is to be paid. `automatic`: it is paid by itself on its day.
 */
export type PostedRun = RunInputs & {
  readonly proposedMinor: number
  readonly automatic: boolean
  /** Its receipts were counted again when the user decided on it. */
  readonly recounted?: true
  readonly books?: OwnTransaction
}

/** The books are kept ten years, and with them what made them. @source Commercial code, article L123-22 */
export const schedulePersonal = personal<ScheduleEvent>(ofLaw, {
  ScheduleAdded: { 'facts.label': '' },
  ScheduleChanged: { 'changes.label': '' },
  ScheduleRestored: { 'facts.label': '' },
  RunPosted: { 'books.label': '' },
  RunSkipped: { reason: '' },
})

/** What stays while a schedule is removed. */
type Kept = {
  readonly facts: ScheduleFacts
  readonly active: boolean
  /** Runs up to this day are done, proposed or passed over. */
  readonly ranUntil: DayOrNone
  /** The last day whose turnover a run has counted. */
  readonly countedUntil: DayOrNone
  readonly waiting: readonly WaitingRun[]
  /** The last days of the periods whose contributions were declared; absent before the first one. */
  readonly declared?: readonly Day[]
}
export type LiveSchedule = Kept & { readonly status: 'live'; readonly added: ScheduleFacts }
export type Schedule =
  | { readonly status: 'none' }
  | LiveSchedule
  | (Kept & { readonly status: 'removed'; readonly added: ScheduleFacts })

const scheduleRefusal = catalogue({
  SCHEDULE_NOT_VALID: 'invalid',
  SCHEDULE_AMOUNT_NEEDED: 'invalid',
  SCHEDULE_PERCENTAGE_NEEDED: 'invalid',
  SCHEDULE_PERIOD_NEEDED: 'invalid',
  SCHEDULE_PERIOD_REVERSED: 'invalid',
  SCHEDULE_ENDS_BEFORE_IT_STARTS: 'invalid',
  SCHEDULE_RATE_UNKNOWN: 'invalid',
  SCHEDULE_RHYTHM_OF_CONTRIBUTIONS: 'invalid',
  SCHEDULE_CURRENCY_OF_CONTRIBUTIONS: 'invalid',
  CONTRIBUTION_RATES_UNKNOWN: 'invalid',
  RUN_NOT_DUE: 'conflict',
  RUN_NOT_WAITING: 'conflict',
  RUN_AMOUNT_NEEDED: 'invalid',
  CONTRIBUTIONS_DECLARED: 'conflict',
  CONTRIBUTIONS_RUNNING: 'conflict',
  CONTRIBUTIONS_NO_PERIOD: 'missing',
})

/** A schedule with the contribution terms of its profile, where the profile tells them, in place of its own. */
export const byTerms = <S extends { readonly facts: ScheduleFacts }>(
  schedule: S,
  terms: ContributionTerms | null | undefined,
): S => (terms ? { ...schedule, facts: { ...schedule.facts, terms } } : schedule)

/** The next runs of a schedule, whether it is active or not. */
export const nextRuns = ({ facts, ranUntil }: Pick<Kept, 'facts' | 'ranUntil'>, most: number): readonly Day[] =>
  runsAfter(facts.recurrence, ranUntil, most)

/** The next run of an active schedule; empty when there is none. */
export const nextRun = (schedule: Pick<Kept, 'facts' | 'ranUntil' | 'active'>): DayOrNone =>
  schedule.active ? (nextRuns(schedule, 1)[0] ?? '') : ''

type Period = { readonly from: Day; readonly to: Day }

/**
 * The run that declares a period: on the schedule's own day of the month after it, or on its first day.
 *
 * @throws CONTRIBUTIONS_NO_PERIOD for days that are no month or quarter of the schedule
 */
export function declaringDay(facts: ScheduleFacts, { from, to }: Period): Day {
  const first = addDays(to, 1)
  const last = payOnOf(facts, first)
  const due = runsAfter(facts.recurrence, addDays(first, -1), 1, last)[0] ?? first
  const period = contributionPeriod(facts, due)
  if (facts.amountType !== 'contributions' || period.from !== from || period.to !== to || !isWhole(facts, to))
    throw scheduleRefusal('CONTRIBUTIONS_NO_PERIOD', { from, until: to })
  return due
}
/** A quarter ends with the third month of one. */
const isWhole = ({ recurrence: { count } }: ScheduleFacts, to: Day): boolean => monthOf(to) % count === 0

/** Contributions are of whole calendar months: those before the month of the run. */
function contributionPeriod({ recurrence: { count } }: ScheduleFacts, due: Day): Period {
  const first = makeDay(yearOf(due), monthOf(due), 1)
  const months = yearOf(due) * 12 + monthOf(due) - 1 - count
  return { from: makeDay(Math.floor(months / 12), (months % 12) + 1, 1), to: addDays(first, -1) }
}

/**
 * The days whose turnover a run counts; null for a fixed amount. The day of the run is not over yet: it counts in the
 * next one.
 */
export function periodOf({ facts, countedUntil }: Pick<Kept, 'facts' | 'countedUntil'>, due: Day): Period | null {
  if (facts.amountType === 'fixed') return null
  if (facts.amountType === 'contributions') return contributionPeriod(facts, due)
  switch (facts.periodMode) {
    case 'delta':
      return {
        from: countedUntil === '' ? dayBeforeFirst({ ...facts.recurrence, first: due }) : addDays(countedUntil, 1),
        to: addDays(due, -1),
      }
    case 'specificInterval':
      return { from: facts.periodFrom, to: facts.periodTo }
    case 'lastDays':
      return { from: addDays(due, -facts.lastDays), to: addDays(due, -1) }
    default:
      return unreachable(facts.periodMode)
  }
}

/** Contributions are due at the end of the month after their period. @source CSS art. R613-1-2 */
const payOnOf = ({ amountType, paymentDelay }: ScheduleFacts, due: Day): Day =>
  amountType === 'contributions'
    ? makeDay(yearOf(due), monthOf(due), daysInMonth(yearOf(due), monthOf(due)))
    : addDays(due, paymentDelay)

type Counted = Pick<RunInputs, 'baseMinor' | 'receipts' | 'rate' | 'amountMinor' | 'contributions'>

/**
 * What the receipts of a period come to: base, rate and amount.
 *
 * @param percentage of the turnover; contributions have dated rates of their own
 * @throws CONTRIBUTION_RATES_UNKNOWN when receipts are older than the oldest known rates
 */
export function countReceipts(
  facts: Pick<ScheduleFacts, 'amountType' | 'base' | 'terms'>,
  period: Period,
  received: readonly ReceivedOn[],
  percentage: number,
): Counted {
  const counted = countedOrNull(facts, period, received, percentage)
  if (counted === null) throw scheduleRefusal('CONTRIBUTION_RATES_UNKNOWN', { from: period.from })
  return counted
}

/** Null when receipts are older than the oldest known rates. */
function countedOrNull(
  facts: Pick<ScheduleFacts, 'amountType' | 'base' | 'terms'>,
  period: Period,
  received: readonly ReceivedOn[],
  percentage: number,
): Counted | null {
  const inside = received.filter(({ day }) => period.from <= day && day <= period.to)
  const isNet = facts.base === 'caHt' || facts.amountType === 'contributions'
  const baseMinor = inside.reduce((sum, { netMinor, grossMinor }) => sum + (isNet ? netMinor : grossMinor), 0)
  const receipts = inside.length
  if (facts.amountType === 'contributions') {
    const contributions = contributionsOf(inside, facts.terms)
    if (contributions === null) return null
    return { baseMinor, receipts, rate: 0, amountMinor: Math.max(0, contributions.total) * 100, contributions }
  }
  const amountMinor = Math.max(0, multiplyRounded(baseMinor, percentage, 10_000))
  return { baseMinor, receipts, rate: percentage, amountMinor }
}

/** The period whose receipts a waiting run counts; null for an amount that does not follow them any more. */
export function recountedPeriod(facts: ScheduleFacts, run: WaitingRun): Period | null {
  const { from, to, failed, contributions } = run
  // The user has decided already on what could not be booked.
  if (facts.amountType === 'fixed' || failed !== undefined || from === '' || to === '') return null
  return (contributions !== undefined) === (facts.amountType === 'contributions') ? { from, to } : null
}

/** A waiting run with the receipts of its period as the books know them now, by the terms of today. */
export function recounted(facts: ScheduleFacts, run: WaitingRun, received: readonly ReceivedOn[]): WaitingRun {
  const period = recountedPeriod(facts, run)
  const counted = period && countedOrNull(facts, period, received, facts.percentage)
  if (!counted) return run
  const { base, terms } = facts
  return { ...run, by: { base, terms }, ...counted }
}

/** A run before it is proposed or posted. @throws as `countReceipts` does */
export function inputsOf(
  schedule: Pick<Kept, 'facts' | 'countedUntil'>,
  { runId, due, received }: Pick<Extract<ScheduleCommand, { type: 'Run' }>, 'runId' | 'due' | 'received'>,
): RunInputs {
  const { facts } = schedule
  const run = { runId, due, payOn: payOnOf(facts, due) }
  const period = periodOf(schedule, due)
  if (period === null)
    return { ...run, from: '', to: '', baseMinor: 0, receipts: 0, rate: 0, amountMinor: facts.amountMinor }
  const { base, terms } = facts
  return { ...run, ...period, by: { base, terms }, ...countReceipts(facts, period, received, facts.percentage) }
}

/**
 * How much a run would come to now, more than when it was made: receipts of its period were added, changed or removed
 * since. 0 for a fixed amount.
 *
 * @unit minor units
 */
export function driftOf(
  { from, to, rate, by, contributions }: Pick<RunInputs, 'from' | 'to' | 'rate' | 'by' | 'contributions'>,
  thenMinor: number,
  received: readonly ReceivedOn[],
): number {
  if (by === undefined || from === '' || to === '') return 0
  const amountType = contributions === undefined ? 'calculated' : 'contributions'
  return countReceipts({ ...by, amountType }, { from, to }, received, rate).amountMinor - thenMinor
}

/** The transaction of a run; undefined when nothing is to be paid. A payment whose day has come is a payment. */
function bookedBy(facts: ScheduleFacts, { amountMinor, payOn }: RunInputs, today: Day): OwnTransaction | undefined {
  const row = enteredRow('gross', amountMinor, facts.vatRate)
  if (amountMinor === 0 || row === null) return undefined
  return {
    profileId: facts.profileId,
    operation: facts.operation,
    kind: facts.kind,
    ...PLAIN_DOCUMENT,
    label: facts.label,
    reference: '',
    organismId: facts.organismId,
    currency: facts.currency,
    vat: [row],
    paymentDay: payOn <= today ? payOn : '',
    expectedDay: payOn,
    bankAccountType: facts.bankAccountType,
  }
}

/** A declaration and a reminder always wait for the user. */
const isAutomatic = ({ mode, option, amountType }: ScheduleFacts): boolean =>
  mode === 'automatic' && option === 'autoInput' && amountType !== 'contributions'

function posted(
  facts: ScheduleFacts,
  run: RunInputs,
  proposedMinor: number,
  today: Day,
): Extract<ScheduleEvent, { type: 'RunPosted' }> {
  const books = bookedBy(facts, run, today)
  return {
    type: 'RunPosted',
    data: { ...run, proposedMinor, automatic: isAutomatic(facts), ...(books && { books }) },
  }
}

/** Scheduled transactions and charges decide alike; their permissions and addresses differ. */
export const scheduledTransactionDecider: Decider<ScheduleCommand, ScheduleEvent, Schedule> = {
  category: 'scheduledTransaction',
  initial: { status: 'none' },
  decide(command, schedule, { today }) {
    if (command.type === 'Add') {
      check(command.facts)
      const { facts } = command
      const added = addOnce<ScheduleEvent>(schedule, facts, { type: 'ScheduleAdded', data: { facts, on: today } })
      return added.length === 0 || command.active !== false ? added : [...added, DEACTIVATED]
    }
    if (schedule.status === 'removed' && command.type === 'Remove') return []
    if (schedule.status === 'removed' && command.type === 'Restore') {
      const { status: _, added: __, ...kept } = schedule
      return [{ type: 'ScheduleRestored', data: { ...kept, on: today } }]
    }
    if (schedule.status !== 'live') throw refusal('NOT_FOUND')
    const { facts, active } = schedule
    switch (command.type) {
      case 'Change': {
        const changes = differing(facts, command.changes)
        const isChanged = Object.keys(changes).length > 0
        if (isChanged) check({ ...facts, ...changes })
        return [
          ...(isChanged ? [{ type: 'ScheduleChanged' as const, data: { changes } }] : []),
          ...switched(active, command.active ?? active, today),
        ]
      }
      case 'Activate':
        return switched(active, true, today)
      case 'Deactivate':
        return switched(active, false, today)
      case 'Remove':
        return [{ type: 'ScheduleRemoved', data: {} }]
      case 'Restore':
        return []
      case 'Run': {
        if (command.due <= schedule.ranUntil) return [] // done already, perhaps by another process
        const last = command.early ? (periodOf(schedule, command.due)?.to ?? '') : command.due
        const isDue = command.early ? last < today : last <= today
        if (!isDue || command.due !== nextRun(schedule)) throw scheduleRefusal('RUN_NOT_DUE')
        const inputs = inputsOf(byTerms(schedule, command.terms), command)
        return isAutomatic(facts)
          ? [posted(facts, inputs, inputs.amountMinor, today)]
          : [{ type: 'RunProposed', data: inputs }]
      }
      case 'Validate': {
        const proposed = waitingRun(schedule, command.runId)
        const received = recountedPeriod(facts, proposed) === null ? undefined : command.received
        const run = inputsOnly(
          received === undefined ? proposed : recounted(byTerms(schedule, command.terms).facts, proposed, received),
        )
        const amountMinor = command.amountMinor ?? run.amountMinor
        // A calculated amount may be nothing, and is declared all the same.
        if (amountMinor === 0 && facts.amountType === 'fixed')
          throw scheduleRefusal('RUN_AMOUNT_NEEDED', {}, [{ path: 'amount', code: 'RUN_AMOUNT_NEEDED' }])
        const { type, data } = posted(facts, { ...run, amountMinor }, run.amountMinor, today)
        return [{ type, data: { ...data, ...(received && { recounted: true as const }) } }]
      }
      case 'Skip':
        return [
          { type: 'RunSkipped', data: { ...inputsOnly(waitingRun(schedule, command.runId)), reason: command.reason } },
        ]
      case 'DeclareContributions': {
        const run = inputsOf(byTerms(schedule, command.terms), command)
        if (run.to >= today) throw scheduleRefusal('CONTRIBUTIONS_RUNNING', { until: run.to })
        if (schedule.declared?.includes(run.to)) throw scheduleRefusal('CONTRIBUTIONS_DECLARED', { until: run.to })
        const { type, data } = posted(facts, run, run.amountMinor, today)
        return [{ type, data: { ...data, recounted: true } }]
      }
      case 'Fail':
        return schedule.waiting.some(({ runId }) => runId === command.run.runId)
          ? []
          : [{ type: 'RunFailed', data: { ...command.run, code: command.code } }]
      default:
        return unreachable(command)
    }
  },
  evolve(schedule, event) {
    if (event.type === 'ScheduleAdded') {
      const { facts, on } = event.data
      const ranUntil = addDays(on, -1)
      return { status: 'live', added: facts, facts, active: true, ranUntil, countedUntil: '', waiting: [] }
    }
    if (schedule.status === 'none') return schedule
    if (event.type === 'ScheduleRestored') {
      const { on, ...kept } = event.data
      // Runs of the days without it are passed over.
      return { ...kept, status: 'live', added: schedule.added, ranUntil: later(kept.ranUntil, addDays(on, -1)) }
    }
    return schedule.status === 'live' ? evolved(schedule, event) : schedule
  },
}
const DEACTIVATED = { type: 'ScheduleDeactivated', data: {} } as const
function switched(was: boolean, active: boolean, on: Day): readonly ScheduleEvent[] {
  if (was === active) return []
  return active ? [{ type: 'ScheduleActivated', data: { on } }] : [DEACTIVATED]
}

const chargeDecider: typeof scheduledTransactionDecider = { ...scheduledTransactionDecider, category: 'charge' }

/** The two kinds of schedules, each with its addresses and permissions. */
export const scheduleDeciders = {
  scheduledTransaction: scheduledTransactionDecider,
  charge: chargeDecider,
} as const
export type ScheduleFamily = keyof typeof scheduleDeciders

function evolved(
  schedule: LiveSchedule,
  event: Exclude<ScheduleEvent, { type: 'ScheduleAdded' | 'ScheduleRestored' }>,
): Schedule {
  switch (event.type) {
    case 'ScheduleChanged':
      return { ...schedule, facts: { ...schedule.facts, ...event.data.changes } }
    case 'ScheduleActivated':
      // Runs of the days without it are passed over, and the day itself counts.
      return { ...schedule, active: true, ranUntil: later(schedule.ranUntil, addDays(event.data.on, -1)) }
    case 'ScheduleDeactivated':
      return { ...schedule, active: false }
    case 'ScheduleRemoved':
      return { ...schedule, status: 'removed' }
    case 'RunProposed':
      return { ...ran(schedule, event.data), waiting: [...schedule.waiting, event.data] }
    case 'RunPosted': {
      const { contributions, to } = event.data
      const declared = contributions && { declared: [...(schedule.declared ?? []), to] }
      return { ...ran(schedule, event.data), waiting: without(schedule, event.data), ...declared }
    }
    case 'RunSkipped': {
      const { from, to } = event.data
      // The next run counts since the last one that was not skipped.
      const countedUntil = to !== '' && to === schedule.countedUntil ? addDays(from, -1) : schedule.countedUntil
      return { ...schedule, countedUntil, waiting: without(schedule, event.data) }
    }
    case 'RunFailed': {
      const { code, ...run } = event.data
      return { ...schedule, waiting: [...schedule.waiting, { ...run, failed: code }] }
    }
    default:
      return unreachable(event)
  }
}

const without = ({ waiting }: LiveSchedule, { runId }: RunInputs): LiveSchedule['waiting'] =>
  waiting.filter((one) => one.runId !== runId)
const later = (a: DayOrNone, b: DayOrNone): DayOrNone => (a > b ? a : b)
const ran = (schedule: LiveSchedule, { due, to }: RunInputs): LiveSchedule => ({
  ...schedule,
  ranUntil: later(schedule.ranUntil, due),
  countedUntil: later(schedule.countedUntil, to),
})

/** @throws RUN_NOT_WAITING */
function waitingRun({ waiting }: LiveSchedule, runId: string): WaitingRun {
  const found = waiting.find((one) => one.runId === runId)
  if (found === undefined) throw scheduleRefusal('RUN_NOT_WAITING', { runId })
  return found
}
const inputsOnly = (run: WaitingRun): RunInputs => {
  const { failed: _failed, ...inputs } = run
  return inputs
}

/** @throws SCHEDULE_NOT_VALID naming each field that is wrong, in the wire's words */
function check(facts: ScheduleFacts): void {
  const { amountType, amountMinor, percentage, periodMode, periodFrom, periodTo, lastDays, recurrence, option } = facts
  const wrong: FieldRefusal[] = []
  const refuse = (path: string, code: FieldRefusal['code'], details = {}) => wrong.push({ path, code, details })
  if (amountType === 'fixed' && amountMinor <= 0 && option !== 'reminder') refuse('amount', 'SCHEDULE_AMOUNT_NEEDED')
  if (amountType === 'calculated') {
    if (percentage <= 0) refuse('percentage', 'SCHEDULE_PERCENTAGE_NEEDED')
    if (periodMode === 'lastDays' && lastDays <= 0) refuse('lastDays', 'SCHEDULE_PERIOD_NEEDED')
    if (periodMode === 'specificInterval') {
      if (periodFrom === '') refuse('periodFrom', 'SCHEDULE_PERIOD_NEEDED')
      if (periodTo === '') refuse('periodTo', 'SCHEDULE_PERIOD_NEEDED')
      else if (periodTo < periodFrom) refuse('periodTo', 'SCHEDULE_PERIOD_REVERSED')
    }
  }
  if (amountType === 'contributions') {
    const isMonthly = recurrence.interval === 'month' && recurrence.count === 1
    const isQuarterly = recurrence.interval === 'month' && recurrence.count === 3 && monthOf(recurrence.first) % 3 === 1
    if (!isMonthly && !isQuarterly) refuse('intervalCount', 'SCHEDULE_RHYTHM_OF_CONTRIBUTIONS')
    if (facts.currency !== 'EUR') refuse('currency', 'SCHEDULE_CURRENCY_OF_CONTRIBUTIONS')
  }
  if (facts.vatRate !== 0 && !vatRatesOn(recurrence.first).includes(facts.vatRate))
    refuse('rate', 'SCHEDULE_RATE_UNKNOWN', { rate: fromRate(facts.vatRate) })
  if (recurrence.until !== '' && recurrence.until < recurrence.first)
    refuse('expiryDate', 'SCHEDULE_ENDS_BEFORE_IT_STARTS')
  if (wrong.length > 0) throw scheduleRefusal('SCHEDULE_NOT_VALID', {}, wrong)
}

/** A schedule with its last run, which its history tells. */
type ToldSchedule = {
  readonly schedule: Schedule
  readonly run: (RunInputs & { readonly reason?: string }) | null
}

const withLastRun = (
  decider: Decider<ScheduleCommand, ScheduleEvent, Schedule>,
): Decider<ScheduleCommand, ScheduleEvent, ToldSchedule> => ({
  category: decider.category,
  initial: { schedule: decider.initial, run: null },
  decide: (command, { schedule }, context) => decider.decide(command, schedule, context),
  evolve: ({ schedule, run }, event) => ({
    schedule: decider.evolve(schedule, event),
    run: 'runId' in event.data ? event.data : run,
  }),
})

/** What a run counted and came to; contributions are declared in whole euros. */
const runView = ({ contributions, ...run }: NonNullable<ToldSchedule['run']>, currency: Currency) => ({
  runFrom: epochOrZero(run.from),
  runTo: epochOrZero(run.to),
  ...(run.from !== '' && { runBase: toMajor(run.baseMinor, currency) }),
  runAmount: toMajor(run.amountMinor, currency),
  ...(contributions && {
    declared: contributions.receipts,
    contributions: contributions.contributions,
    training: contributions.training,
    incomeTax: contributions.incomeTax,
  }),
  ...(run.reason && { reason: run.reason }),
})

const scheduleEntity = (
  name: ScheduleFamily,
  permission: Entity['permission'],
): Entity<ScheduleCommand, ScheduleEvent, ToldSchedule> => ({
  name,
  decider: withLastRun(scheduleDeciders[name]),
  permission,
  currency: 'currency',
  shows: {
    operation: 'choice',
    type: 'choice',
    currency: 'currency',
    amountType: 'choice',
    amount: 'money',
    rate: 'percent',
    percentage: 'percent',
    base: 'choice',
    periodMode: 'choice',
    periodFrom: 'day',
    periodTo: 'day',
    interval: 'choice',
    startDate: 'day',
    expiryDate: 'day',
    mode: 'choice',
    option: 'choice',
    active: 'boolean',
    lastRun: 'day',
    runFrom: 'day',
    runTo: 'day',
    runBase: 'money',
    runAmount: 'money',
    declared: 'money',
    contributions: 'money',
    training: 'money',
    incomeTax: 'money',
    activity: 'choice',
    incomeTaxOption: 'boolean',
    acreFrom: 'day',
  },
  refers: { organismId: 'organism' },
  removed: 'ScheduleRemoved',
  title: (view) => firstText(view, 'label'),
  view({ schedule, run }) {
    if (schedule.status !== 'live') return null
    const { facts, active, ranUntil } = schedule
    const { recurrence, currency, terms } = facts
    const { amountType } = facts
    return {
      label: facts.label,
      operation: facts.operation,
      type: facts.kind,
      organismId: facts.organismId || 0,
      currency,
      amountType,
      ...(amountType === 'fixed' && {
        amount: toMajor(facts.amountMinor, currency),
        rate: fromRate(facts.vatRate),
      }),
      ...(amountType === 'calculated' && {
        percentage: fromRate(facts.percentage),
        base: facts.base,
        periodMode: facts.periodMode,
        periodFrom: epochOrZero(facts.periodFrom),
        periodTo: epochOrZero(facts.periodTo),
        lastDays: facts.lastDays,
      }),
      ...(amountType === 'contributions' && {
        activity: terms.activity,
        incomeTaxOption: terms.incomeTaxOption,
        acreFrom: epochOrZero(terms.reliefFrom),
      }),
      interval: recurrence.interval,
      intervalCount: recurrence.count,
      startDate: epochOfDay(recurrence.first),
      expiryDate: epochOrZero(recurrence.until),
      paymentDelay: facts.paymentDelay,
      mode: facts.mode,
      option: facts.option,
      active,
      lastRun: epochOrZero(ranUntil),
      ...(run && runView(run, currency)),
    }
  },
})
export const scheduledTransactionEntity = scheduleEntity('scheduledTransaction', 'transaction')
export const chargeEntity = scheduleEntity('charge', 'charge')
