import { addOnce, differing } from '#domain/kernel/records/changes.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'
import { eventGroups } from '#domain/kernel/event-groups.ts'
import { ofLaw, personal } from '#domain/kernel/personal.ts'
import { addDays, type Day, type DayOrNone } from '#domain/kernel/time.ts'
import type { ContributionTerms } from '#domain/finance/contributions.ts'
import { enteredRow } from '#domain/finance/entered-amounts.values.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import { checkSchedule, type ScheduleFacts, scheduleRefusal, vatRateOf } from './schedule-facts.ts'
import {
  byTerms,
  inputsOf,
  isOverlapping,
  nextRun,
  type Period,
  periodOf,
  type Progress,
  type ReceivedOn,
  recounted,
  recountedPeriod,
  type RunInputs,
  type WaitingRun,
} from './schedule-runs.ts'

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
      /**
       * A user asks for it before its day. Its receipts must all be there: its period must be over.
       */
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
  /**
   * Declares the contributions of a period that is over, whether a run of it waits or none was ever
   * made.
   */
  | ({
      type: 'DeclareContributions'
      received: readonly ReceivedOn[]
      terms?: ContributionTerms | null
      period: Period
    } & Pick<RunInputs, 'runId' | 'due'>)
  /** The access of the account has ended: what is due waits. */
  | { type: 'Hold' }
  /** Takes the declaration of a period back. @param runId of the run that waits in its place */
  | { type: 'UndoContributions'; from: Day; to: Day; runId: string }
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
  /** Runs from this day on wait: the access of the account had ended. */
  | { type: 'ScheduleHeld'; data: { on: Day } }
  /**
   * The account has access again. Runs of the days between wait for the user, and none is booked by
   * itself.
   */
  | { type: 'ScheduleReleased'; data: { on: Day } }
  /**
   * A declaration was taken back; its period waits again, by the run that the next event proposes.
   */
  | { type: 'ContributionsUndone'; data: DeclaredRun }

export const scheduleEvents = eventGroups<ScheduleEvent>()({
  setup: [
    'ScheduleAdded',
    'ScheduleChanged',
    'ScheduleActivated',
    'ScheduleDeactivated',
    'ScheduleRemoved',
    'ScheduleRestored',
  ],
  holds: ['ScheduleHeld', 'ScheduleReleased'],
  runs: ['RunProposed', 'RunPosted', 'RunSkipped', 'RunFailed', 'ContributionsUndone'],
})

/**
 * A run that is done. `proposedMinor`: what was proposed before the user changed it. `books`: the
 * transaction that a reactor adds; absent when nothing is to be paid. `automatic`: it is paid by
 * itself on its day.
 */
export type PostedRun = RunInputs & {
  readonly proposedMinor: number
  readonly automatic: boolean
  /** The receipts were counted again when the user decided on it. */
  readonly recounted?: true
  readonly books?: OwnTransaction
}

/** A run that declared contributions. `booked`: whether something was to be paid. */
export type DeclaredRun = RunInputs & { readonly booked: boolean }

/**
 * The books are kept ten years, and with them what made them. @source Commercial code, article
 * L123-22
 */
export const schedulePersonal = personal<ScheduleEvent>(ofLaw, {
  ScheduleAdded: { 'facts.label': '' },
  ScheduleChanged: { 'changes.label': '' },
  ScheduleRestored: { 'facts.label': '' },
  RunPosted: { 'books.label': '', 'books.reference': '' },
  RunSkipped: { reason: '' },
})

/** Facts that stay while a schedule is removed. */
type Kept = Progress & {
  readonly waiting: readonly WaitingRun[]
  /**
   * The last days of the periods whose contributions were declared; absent before the first one.
   */
  readonly declared?: readonly Day[]
  /**
   * The last days without access to the product; `until` is empty while it lasts, and absent if it
   * never did.
   */
  readonly held?: { readonly from: Day; readonly until: DayOrNone }
}
type Told = {
  readonly added: ScheduleFacts
  /** The runs that declared contributions; absent before the first one. */
  readonly declaredRuns?: readonly DeclaredRun[]
}
export type LiveSchedule = Kept & Told & { readonly status: 'live' }
export type Schedule =
  | { readonly status: 'none' }
  | LiveSchedule
  | (Kept & Told & { readonly status: 'removed' })

/**
 * The transaction of a run; undefined when nothing is to be paid. A payment whose day has come is a
 * payment.
 */
function bookedBy(
  facts: ScheduleFacts,
  { amountMinor, payOn }: RunInputs,
  today: Day,
): OwnTransaction | undefined {
  const row = enteredRow('gross', amountMinor, vatRateOf(facts))
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

type Named<T extends ScheduleCommand['type']> = Extract<ScheduleCommand, { type: T }>

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

function add(schedule: Schedule, command: Named<'Add'>, today: Day): readonly ScheduleEvent[] {
  checkSchedule(command.facts)
  const { facts } = command
  const added = addOnce<ScheduleEvent>(schedule, facts, {
    type: 'ScheduleAdded',
    data: { facts, on: today },
  })
  return added.length === 0 || command.active !== false ? added : [...added, DEACTIVATED]
}

function change(
  schedule: LiveSchedule,
  command: Named<'Change'>,
  today: Day,
): readonly ScheduleEvent[] {
  const { facts, active } = schedule
  const changes = differing(facts, command.changes)
  const isChanged = Object.keys(changes).length > 0
  if (isChanged) checkSchedule({ ...facts, ...changes })
  return [
    ...(isChanged ? [{ type: 'ScheduleChanged' as const, data: { changes } }] : []),
    ...switched(active, command.active ?? active, today),
  ]
}

function run(schedule: LiveSchedule, command: Named<'Run'>, today: Day): readonly ScheduleEvent[] {
  const { facts } = schedule
  if (command.due <= schedule.ranUntil) return [] // done already, perhaps by another process
  const last = command.early ? (periodOf(schedule, command.due)?.to ?? '') : command.due
  const isDue = command.early ? last < today : last <= today
  if (!isDue || command.due !== nextRun(schedule)) throw scheduleRefusal('RUN_NOT_DUE')
  const inputs = inputsOf(byTerms(schedule, command.terms), command)
  const made: ScheduleEvent =
    isAutomatic(facts) && !isHeld(schedule, command.due, today)
      ? posted(facts, inputs, inputs.amountMinor, today)
      : { type: 'RunProposed', data: inputs }
  return schedule.held?.until === ''
    ? [{ type: 'ScheduleReleased', data: { on: today } }, made]
    : [made]
}

function validate(
  schedule: LiveSchedule,
  command: Named<'Validate'>,
  today: Day,
): readonly ScheduleEvent[] {
  const { facts } = schedule
  const proposed = waitingRun(schedule, command.runId)
  const { from, to } = proposed
  if (proposed.contributions !== undefined && from !== '' && to !== '')
    assertUndeclared(schedule, { from, to })
  const received = recountedPeriod(facts, proposed) === null ? undefined : command.received
  const run = inputsOnly(
    received === undefined
      ? proposed
      : recounted(byTerms(schedule, command.terms).facts, proposed, received),
  )
  const amountMinor = command.amountMinor ?? run.amountMinor
  // A calculated amount may be nothing, and is declared all the same.
  if (amountMinor === 0 && facts.amountType === 'fixed')
    throw scheduleRefusal('RUN_AMOUNT_NEEDED', {}, [{ path: 'amount', code: 'RUN_AMOUNT_NEEDED' }])
  const { type, data } = posted(facts, { ...run, amountMinor }, run.amountMinor, today)
  return [{ type, data: { ...data, ...(received && { recounted: true as const }) } }]
}

function declare(
  schedule: LiveSchedule,
  command: Named<'DeclareContributions'>,
  today: Day,
): readonly ScheduleEvent[] {
  const { facts } = schedule
  const by = byTerms(schedule, command.terms)
  const proposed = schedule.waiting.find(({ runId }) => runId === command.runId)
  const run =
    proposed === undefined
      ? inputsOf(by, command)
      : inputsOnly(recounted(by.facts, proposed, command.received))
  const { period } = command
  if (period.to >= today) throw scheduleRefusal('CONTRIBUTIONS_RUNNING', { until: period.to })
  assertUndeclared(schedule, period)
  const { type, data } = posted(facts, run, run.amountMinor, today)
  return [{ type, data: { ...data, recounted: true } }]
}

/** @throws CONTRIBUTIONS_DECLARED for a period that shares days with a declared one */
export function assertUndeclared({ declaredRuns = [] }: LiveSchedule, period: Period): void {
  const declared = declaredRuns.find((one) => isOverlapping(one, period))
  if (declared !== undefined)
    throw scheduleRefusal('CONTRIBUTIONS_DECLARED', { until: declared.to })
}
/** Periods of contributions that are declared, or wait to be. */
export const takenPeriods = ({ waiting, declaredRuns = [] }: LiveSchedule): readonly Period[] =>
  [...waiting, ...declaredRuns].flatMap(({ from, to }) =>
    from === '' || to === '' ? [] : [{ from, to }],
  )

function hold(schedule: LiveSchedule, today: Day): readonly ScheduleEvent[] {
  const due = nextRun(schedule)
  const isDue = due !== '' && due <= today
  return isDue && schedule.held?.until !== '' ? [{ type: 'ScheduleHeld', data: { on: due } }] : []
}

function undoDeclaration(
  schedule: LiveSchedule,
  command: Named<'UndoContributions'>,
): readonly ScheduleEvent[] {
  const { from, to, runId } = command
  const undone = declarationOf(schedule, command)
  if (undone === undefined) throw scheduleRefusal('CONTRIBUTIONS_NOT_DECLARED', { from, until: to })
  const { booked: _, ...run } = undone
  return [
    { type: 'ContributionsUndone', data: undone },
    { type: 'RunProposed', data: { ...run, runId } },
  ]
}

/** Scheduled transactions and charges decide alike; their permissions and addresses differ. */
export const scheduledTransactionDecider: Decider<ScheduleCommand, ScheduleEvent, Schedule> = {
  category: 'scheduledTransaction',
  initial: { status: 'none' },
  decide(command, schedule, { today }) {
    if (command.type === 'Add') return add(schedule, command, today)
    if (schedule.status === 'removed' && command.type === 'Remove') return []
    if (schedule.status === 'removed' && command.type === 'Restore') {
      const { status: _, added: __, declaredRuns: ___, ...kept } = schedule
      return [{ type: 'ScheduleRestored', data: { ...kept, on: today } }]
    }
    if (schedule.status !== 'live') throw refusal('NOT_FOUND')
    const { active } = schedule
    switch (command.type) {
      case 'Change':
        return change(schedule, command, today)
      case 'Activate':
        return switched(active, true, today)
      case 'Deactivate':
        return switched(active, false, today)
      case 'Remove':
        return [{ type: 'ScheduleRemoved', data: {} }]
      case 'Restore':
        return []
      case 'Run':
        return run(schedule, command, today)
      case 'Validate':
        return validate(schedule, command, today)
      case 'Skip':
        return [
          {
            type: 'RunSkipped',
            data: { ...inputsOnly(waitingRun(schedule, command.runId)), reason: command.reason },
          },
        ]
      case 'DeclareContributions':
        return declare(schedule, command, today)
      case 'Hold':
        return hold(schedule, today)
      case 'UndoContributions':
        return undoDeclaration(schedule, command)
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
      return {
        status: 'live',
        added: facts,
        facts,
        active: true,
        ranUntil,
        countedUntil: '',
        waiting: [],
      }
    }
    if (schedule.status === 'none') return schedule
    if (event.type === 'ScheduleRestored') {
      const { on, ...kept } = event.data
      // Runs of the days without it are passed over.
      const { added, declaredRuns } = schedule
      const optional = { added, ...(declaredRuns && { declaredRuns }) }
      return {
        ...kept,
        ...optional,
        status: 'live',
        ranUntil: later(kept.ranUntil, addDays(on, -1)),
      }
    }
    return schedule.status === 'live' ? evolved(schedule, event) : schedule
  },
}
const DEACTIVATED = { type: 'ScheduleDeactivated', data: {} } as const
function switched(was: boolean, active: boolean, on: Day): readonly ScheduleEvent[] {
  if (was === active) return []
  return active ? [{ type: 'ScheduleActivated', data: { on } }] : [DEACTIVATED]
}

const chargeDecider: typeof scheduledTransactionDecider = {
  ...scheduledTransactionDecider,
  category: 'charge',
}

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
      return {
        ...schedule,
        active: true,
        ranUntil: later(schedule.ranUntil, addDays(event.data.on, -1)),
      }
    case 'ScheduleDeactivated':
      return { ...schedule, active: false }
    case 'ScheduleRemoved':
      return { ...schedule, status: 'removed' }
    case 'RunProposed':
      return { ...ran(schedule, event.data), waiting: [...schedule.waiting, event.data] }
    case 'RunPosted': {
      const { contributions, to } = event.data
      const declared = contributions && {
        declared: [...(schedule.declared ?? []), to],
        declaredRuns: [...(schedule.declaredRuns ?? []), declaredRun(event.data)],
      }
      return { ...ran(schedule, event.data), waiting: without(schedule, event.data), ...declared }
    }
    case 'RunSkipped': {
      const { from, to } = event.data
      // The next run counts since the last one that was not skipped.
      const countedUntil =
        to !== '' && to === schedule.countedUntil ? addDays(from, -1) : schedule.countedUntil
      return { ...schedule, countedUntil, waiting: without(schedule, event.data) }
    }
    case 'ScheduleHeld':
      return { ...schedule, held: { from: event.data.on, until: '' } }
    case 'ScheduleReleased':
      return schedule.held
        ? { ...schedule, held: { ...schedule.held, until: event.data.on } }
        : schedule
    case 'ContributionsUndone':
      return { ...schedule, ...undeclared(schedule, event.data) }
    case 'RunFailed': {
      const { code, ...run } = event.data
      return {
        ...schedule,
        ...(schedule.declaredRuns && undeclared(schedule, run)),
        waiting: [...schedule.waiting, { ...run, failed: code }],
      }
    }
    default:
      return unreachable(event)
  }
}

/**
 * Whether a run fell due while the account had no access. The user has not seen it come, so it is
 * proposed: a payment may have been stopped meanwhile. The day on which access came back counts as
 * usual.
 */
const isHeld = ({ held }: LiveSchedule, due: Day, today: Day): boolean =>
  held !== undefined && held.from <= due && due < (held.until || today)

function declaredRun(posted: PostedRun): DeclaredRun {
  const { proposedMinor: _, automatic: __, recounted: ___, books, ...run } = posted
  return { ...run, booked: books !== undefined }
}
const undeclared = (
  { declared = [], declaredRuns = [] }: LiveSchedule,
  { runId, to }: RunInputs,
): Pick<LiveSchedule, 'declared' | 'declaredRuns'> => ({
  declared: declared.filter((day) => day !== to),
  declaredRuns: declaredRuns.filter((one) => one.runId !== runId),
})
/** The run that declared a period, unless it was taken back. */
export const declarationOf = (
  { declaredRuns = [] }: LiveSchedule,
  { from, to }: { readonly from: Day; readonly to: Day },
): DeclaredRun | undefined => declaredRuns.find((run) => run.from === from && run.to === to)

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
