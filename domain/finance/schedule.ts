import type { Decider } from '#domain/kernel/decider.ts'
import { addOnce, differing } from '#domain/kernel/changes.ts'
import { catalogue, type FieldRefusal, refusal, unreachable } from '#domain/kernel/errors.ts'
import { type Currency, multiplyRounded } from '#domain/kernel/money.ts'
import { addDays, type Day, type DayOrNone } from '#domain/kernel/time.ts'
import { type Recurrence, runsAfter } from './recurrence.ts'
import type { TransactionType } from './transaction.values.ts'

/** What an amount is worked out from: turnover received without or with VAT. */
export const BASES = ['caHt', 'caTtc'] as const
/** The days whose turnover counts: since the last run, given days, or the days before the run. */
export const PERIOD_MODES = ['delta', 'specificInterval', 'lastDays'] as const

/**
 * A transaction that comes back: a scheduled one, or a charge.
 *
 * @unit amountMinor: minor units of `currency`, all taxes included; percentage and rate: hundredths of a percent
 */
export type ScheduleFacts = {
  readonly profileId: string
  readonly label: string
  readonly operation: 'in' | 'out'
  readonly kind: TransactionType
  readonly organismId: string
  readonly currency: Currency
  readonly amountType: 'fixed' | 'calculated'
  readonly amountMinor: number
  /** VAT within the amount. */
  readonly vatRate: number
  readonly percentage: number
  readonly base: (typeof BASES)[number]
  readonly periodMode: (typeof PERIOD_MODES)[number]
  readonly periodFrom: DayOrNone
  readonly periodTo: DayOrNone
  readonly lastDays: number
  readonly recurrence: Recurrence
  /** Days from a run to the payment that it expects. */
  readonly paymentDelay: number
  /** Booked by itself, or once the user has validated it. */
  readonly mode: 'automatic' | 'validation'
  /** Whether a run that is not validated yet only reminds, or enters its amount. */
  readonly option: 'reminder' | 'autoInput'
}

/**
 * What a run was worked out from. Amounts without a period have no base.
 *
 * @unit minor units; rate: hundredths of a percent
 */
export type RunInputs = {
  /** The day that the run is of: one run a day. */
  readonly due: Day
  readonly from: DayOrNone
  readonly to: DayOrNone
  readonly baseMinor: number
  readonly rate: number
  readonly amountMinor: number
}

export type ScheduleCommand =
  | { type: 'Add'; facts: ScheduleFacts }
  | { type: 'Change'; changes: Partial<ScheduleFacts> }
  | { type: 'Activate' }
  | { type: 'Deactivate' }
  | { type: 'Remove' }
  /** @param baseMinor turnover of the run's period, as the books know it; 0 for a fixed amount */
  | { type: 'Run'; due: Day; baseMinor: number }
  | { type: 'Validate'; due: Day; amountMinor?: number }
  | { type: 'Skip'; due: Day; reason: string }

export type ScheduleEvent =
  | { type: 'ScheduleAdded'; data: { facts: ScheduleFacts } }
  | { type: 'ScheduleChanged'; data: { changes: Partial<ScheduleFacts> } }
  | { type: 'ScheduleActivated'; data: { on: Day } }
  | { type: 'ScheduleDeactivated'; data: Record<never, never> }
  | { type: 'ScheduleRemoved'; data: Record<never, never> }
  | { type: 'RunProposed'; data: RunInputs }
  /** A reactor books its transaction. `proposedMinor`: what was proposed before the user changed it. */
  | { type: 'RunPosted'; data: RunInputs & { readonly proposedMinor: number } }
  | { type: 'RunSkipped'; data: RunInputs & { readonly reason: string } }

export type Schedule =
  | { readonly status: 'none' }
  | { readonly status: 'removed' }
  | {
      readonly status: 'live'
      readonly added: ScheduleFacts
      readonly facts: ScheduleFacts
      readonly active: boolean
      /** Runs up to this day are done, proposed or passed over. */
      readonly ranUntil: DayOrNone
      /** The last day whose turnover a run has counted. */
      readonly countedUntil: DayOrNone
      readonly waiting: readonly RunInputs[]
    }
type Live = Extract<Schedule, { status: 'live' }>

const scheduleRefusal = catalogue({
  SCHEDULE_NOT_VALID: 'invalid',
  SCHEDULE_AMOUNT_NEEDED: 'invalid',
  SCHEDULE_PERCENTAGE_NEEDED: 'invalid',
  SCHEDULE_PERIOD_NEEDED: 'invalid',
  SCHEDULE_PERIOD_REVERSED: 'invalid',
  SCHEDULE_ENDS_BEFORE_IT_STARTS: 'invalid',
  RUN_NOT_DUE: 'conflict',
  RUN_NOT_WAITING: 'conflict',
})

/** The next run of an active schedule; empty when there is none. */
export const nextRun = ({ facts, ranUntil }: Pick<Live, 'facts' | 'ranUntil'>): DayOrNone =>
  runsAfter(facts.recurrence, ranUntil, 1)[0] ?? ''

/** The days whose turnover a run counts; null for a fixed amount. */
export function periodOf(
  { facts, countedUntil }: Pick<Live, 'facts' | 'countedUntil'>,
  due: Day,
): { readonly from: Day; readonly to: Day } | null {
  if (facts.amountType === 'fixed') return null
  switch (facts.periodMode) {
    case 'delta':
      return { from: countedUntil === '' ? facts.recurrence.first : addDays(countedUntil, 1), to: due }
    case 'specificInterval':
      return { from: facts.periodFrom, to: facts.periodTo }
    case 'lastDays':
      return { from: addDays(due, -facts.lastDays), to: addDays(due, -1) }
    default:
      return unreachable(facts.periodMode)
  }
}

/** A run before it is proposed or posted: base, rate and amount. */
export function inputsOf(schedule: Pick<Live, 'facts' | 'countedUntil'>, due: Day, baseMinor: number): RunInputs {
  const { facts } = schedule
  const period = periodOf(schedule, due)
  if (period === null) return { due, from: '', to: '', baseMinor: 0, rate: 0, amountMinor: facts.amountMinor }
  const amountMinor = Math.max(0, multiplyRounded(baseMinor, facts.percentage, 10_000))
  return { due, ...period, baseMinor, rate: facts.percentage, amountMinor }
}

export const scheduleDecider: Decider<ScheduleCommand, ScheduleEvent, Schedule> = {
  category: 'schedule',
  initial: { status: 'none' },
  decide(command, schedule, { today }) {
    if (command.type === 'Add') {
      check(command.facts)
      return addOnce(schedule, command.facts, { type: 'ScheduleAdded', data: { facts: command.facts } })
    }
    if (schedule.status === 'removed' && command.type === 'Remove') return []
    if (schedule.status !== 'live') throw refusal('NOT_FOUND')
    const { facts, active } = schedule
    switch (command.type) {
      case 'Change': {
        const changes = differing(facts, command.changes)
        if (Object.keys(changes).length === 0) return []
        check({ ...facts, ...changes })
        return [{ type: 'ScheduleChanged', data: { changes } }]
      }
      case 'Activate':
        return active ? [] : [{ type: 'ScheduleActivated', data: { on: today } }]
      case 'Deactivate':
        return active ? [{ type: 'ScheduleDeactivated', data: {} }] : []
      case 'Remove':
        return [{ type: 'ScheduleRemoved', data: {} }]
      case 'Run': {
        if (command.due <= schedule.ranUntil) return [] // done already, perhaps by another process
        if (!active || command.due > today || command.due !== nextRun(schedule)) throw scheduleRefusal('RUN_NOT_DUE')
        const inputs = inputsOf(schedule, command.due, command.baseMinor)
        return facts.mode === 'automatic'
          ? [{ type: 'RunPosted', data: { ...inputs, proposedMinor: inputs.amountMinor } }]
          : [{ type: 'RunProposed', data: inputs }]
      }
      case 'Validate': {
        const run = waitingRun(schedule, command.due)
        const amountMinor = command.amountMinor ?? run.amountMinor
        return [{ type: 'RunPosted', data: { ...run, amountMinor, proposedMinor: run.amountMinor } }]
      }
      case 'Skip':
        return [{ type: 'RunSkipped', data: { ...waitingRun(schedule, command.due), reason: command.reason } }]
      default:
        return unreachable(command)
    }
  },
  evolve(schedule, event) {
    if (event.type === 'ScheduleAdded') {
      const { facts } = event.data
      return { status: 'live', added: facts, facts, active: true, ranUntil: '', countedUntil: '', waiting: [] }
    }
    return schedule.status === 'live' ? evolved(schedule, event) : schedule
  },
}

function evolved(schedule: Live, event: Exclude<ScheduleEvent, { type: 'ScheduleAdded' }>): Schedule {
  switch (event.type) {
    case 'ScheduleChanged':
      return { ...schedule, facts: { ...schedule.facts, ...event.data.changes } }
    case 'ScheduleActivated':
      // Runs of the days without it are passed over, and the day itself counts.
      return { ...schedule, active: true, ranUntil: later(schedule.ranUntil, addDays(event.data.on, -1)) }
    case 'ScheduleDeactivated':
      return { ...schedule, active: false }
    case 'ScheduleRemoved':
      return { status: 'removed' }
    case 'RunProposed':
      return { ...ran(schedule, event.data), waiting: [...schedule.waiting, event.data] }
    case 'RunPosted':
    case 'RunSkipped':
      return {
        ...ran(schedule, event.data),
        waiting: schedule.waiting.filter(({ due }) => due !== event.data.due),
      }
    default:
      return unreachable(event)
  }
}

const later = (a: DayOrNone, b: DayOrNone): DayOrNone => (a > b ? a : b)
const ran = (schedule: Live, { due, to }: RunInputs): Live => ({
  ...schedule,
  ranUntil: later(schedule.ranUntil, due),
  countedUntil: later(schedule.countedUntil, to),
})

/** @throws RUN_NOT_WAITING */
function waitingRun({ waiting }: Live, due: Day): RunInputs {
  const run = waiting.find((one) => one.due === due)
  if (run === undefined) throw scheduleRefusal('RUN_NOT_WAITING', { due })
  return run
}

/** @throws SCHEDULE_NOT_VALID naming each field that is wrong, in the wire's words */
function check(facts: ScheduleFacts): void {
  const { amountType, amountMinor, percentage, periodMode, periodFrom, periodTo, lastDays, recurrence } = facts
  const wrong: FieldRefusal[] = []
  const refuse = (path: string, code: FieldRefusal['code']) => wrong.push({ path, code })
  if (amountType === 'fixed' && amountMinor <= 0) refuse('amount', 'SCHEDULE_AMOUNT_NEEDED')
  if (amountType === 'calculated') {
    if (percentage <= 0) refuse('percentage', 'SCHEDULE_PERCENTAGE_NEEDED')
    if (periodMode === 'lastDays' && lastDays <= 0) refuse('lastDays', 'SCHEDULE_PERIOD_NEEDED')
    if (periodMode === 'specificInterval') {
      if (periodFrom === '') refuse('periodFrom', 'SCHEDULE_PERIOD_NEEDED')
      if (periodTo === '') refuse('periodTo', 'SCHEDULE_PERIOD_NEEDED')
      else if (periodTo < periodFrom) refuse('periodTo', 'SCHEDULE_PERIOD_REVERSED')
    }
  }
  if (recurrence.until !== '' && recurrence.until < recurrence.first)
    refuse('expiryDate', 'SCHEDULE_ENDS_BEFORE_IT_STARTS')
  if (wrong.length > 0) throw scheduleRefusal('SCHEDULE_NOT_VALID', {}, wrong)
}
