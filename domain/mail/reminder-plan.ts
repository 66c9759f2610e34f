import { catalogue, unreachable } from '#domain/kernel/errors.ts'
import { same } from '#domain/kernel/records/changes.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { addDays, type Day, type DayOrNone } from '#domain/kernel/time.ts'
import { STEPS } from './reminder-steps.values.ts'

/** Three days before, on the day, and three times after it. */
const USUAL_STEPS: readonly number[] = [-3, 0, 7, 15, 30]

/**
 * Reminders to the clients of one professional profile. `automatic`: reminders go by themselves
 * from that day on. Earlier steps wait for the user, and all of them while it is empty.
 */
export type ReminderPlan = {
  readonly active: boolean
  readonly steps: readonly number[]
  readonly automaticFrom: DayOrNone
}
export const NO_PLAN: ReminderPlan = { active: false, steps: USUAL_STEPS, automaticFrom: '' }

export type ReminderPlansCommand =
  | {
      readonly type: 'SetReminderPlan'
      readonly profileId: string
      readonly active: boolean
      readonly automatic: boolean
      readonly steps: readonly number[]
    }
  /** The access of the account has ended: what is due waits. */
  | { readonly type: 'HoldReminders' }
  /** The account has access again: reminders of the days between wait for the user. */
  | { readonly type: 'ReleaseReminders' }
  /** Every reminder up to today was proposed; `askedBy` is the event that asked for it. */
  | { readonly type: 'EndReminderRound'; readonly next: DayOrNone; readonly askedBy: string }

export type ReminderPlansEvent =
  | { type: 'ReminderPlanSet'; data: { profileId: string; plan: ReminderPlan } }
  | { type: 'RemindersHeld'; data: Record<never, never> }
  | { type: 'ReminderRoundEnded'; data: { next: DayOrNone; askedBy: string } }

/** The plans of a user, by profile. */
export type ReminderPlans = Readonly<Record<string, ReminderPlan>>

export const reminderRefusal = catalogue({
  REMINDER_STEPS_INVALID: 'invalid',
  REMINDER_NOT_WAITING: 'conflict',
})

const checkedSteps = (steps: readonly number[]): readonly number[] => {
  const sorted = [...new Set(steps)].toSorted((a, b) => a - b)
  const isWrong = sorted.some(
    (step) => !Number.isInteger(step) || step < STEPS.first || step > STEPS.last,
  )
  if (isWrong || sorted.length === 0 || sorted.length > STEPS.most)
    throw reminderRefusal('REMINDER_STEPS_INVALID', STEPS, [
      { path: 'steps', code: 'REMINDER_STEPS_INVALID', details: STEPS },
    ])
  return sorted
}

/** One stream for each user. A plan is off until it is set. */
export const reminderPlansDecider: Decider<
  ReminderPlansCommand,
  ReminderPlansEvent,
  ReminderPlans
> = {
  category: 'reminderPlans',
  initial: {},
  decide(command, plans, { today }) {
    switch (command.type) {
      case 'SetReminderPlan': {
        const { profileId, active, automatic } = command
        const before = plans[profileId] ?? NO_PLAN
        const automaticFrom = automatic ? before.automaticFrom || today : ''
        const plan = { active, steps: checkedSteps(command.steps), automaticFrom }
        return same(plan, before) ? [] : [{ type: 'ReminderPlanSet', data: { profileId, plan } }]
      }
      case 'HoldReminders':
        return [{ type: 'RemindersHeld', data: {} }]
      case 'ReleaseReminders':
        return Object.entries(plans).flatMap(([profileId, plan]): ReminderPlansEvent[] =>
          plan.automaticFrom === '' || plan.automaticFrom >= today
            ? []
            : [
                {
                  type: 'ReminderPlanSet',
                  data: { profileId, plan: { ...plan, automaticFrom: today } },
                },
              ],
        )
      case 'EndReminderRound':
        return [
          { type: 'ReminderRoundEnded', data: { next: command.next, askedBy: command.askedBy } },
        ]
      default:
        return unreachable(command)
    }
  },
  evolve(plans, event) {
    switch (event.type) {
      case 'ReminderPlanSet':
        return { ...plans, [event.data.profileId]: event.data.plan }
      case 'RemindersHeld':
      case 'ReminderRoundEnded':
        return plans
      default:
        return unreachable(event)
    }
  },
}

/** The last step whose day has come, and the next one's day; null and empty without one. */
export function stepsOn(
  steps: readonly number[],
  dueDate: Day,
  today: Day,
): { readonly step: number | null; readonly next: DayOrNone } {
  const step = steps.findLast((one) => addDays(dueDate, one) <= today)
  const ahead = steps.find((one) => addDays(dueDate, one) > today)
  return { step: step ?? null, next: ahead === undefined ? '' : addDays(dueDate, ahead) }
}

/** Whether a step goes by itself: its day is not before the day since when the plan lets it. */
export const goesByItself = (
  { automaticFrom }: ReminderPlan,
  dueDate: Day,
  step: number,
): boolean => automaticFrom !== '' && addDays(dueDate, step) >= automaticFrom
