import type { Decider } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import type { ReminderStop } from './mail.values.ts'
import { reminderRefusal } from './reminder-plan.ts'

export type RemindersCommand =
  | { readonly type: 'ProposeReminder'; readonly profileId: string; readonly step: number }
  | { readonly type: 'SkipReminder'; readonly step: number }
  | { readonly type: 'StopReminders'; readonly profileId: string; readonly reason: ReminderStop }
  | { readonly type: 'ResumeReminders' }

export type RemindersEvent =
  | { type: 'ReminderProposed'; data: { profileId: string; step: number } }
  | { type: 'ReminderSkipped'; data: { step: number } }
  | { type: 'RemindersStopped'; data: { profileId: string; reason: ReminderStop } }
  | { type: 'RemindersResumed'; data: Record<never, never> }

/** `step`: the last one that was proposed; null before the first. */
export type Reminders = {
  readonly step: number | null
  readonly skipped: boolean
  readonly stopped: ReminderStop | ''
}

/**
 * Reminders about one bill; the stream has the bill's id. Sent ones are mails, recorded as such.
 */
export const remindersDecider: Decider<RemindersCommand, RemindersEvent, Reminders> = {
  category: 'billReminders',
  initial: { step: null, skipped: false, stopped: '' },
  decide(command, reminders) {
    switch (command.type) {
      case 'ProposeReminder': {
        const { profileId, step } = command
        // A step that was passed over is not caught up on: the later one says more.
        const isKnown = reminders.step !== null && reminders.step >= step
        return reminders.stopped !== '' || isKnown
          ? []
          : [{ type: 'ReminderProposed', data: { profileId, step } }]
      }
      case 'SkipReminder':
        if (reminders.step !== command.step) throw reminderRefusal('REMINDER_NOT_WAITING')
        return reminders.skipped ? [] : [{ type: 'ReminderSkipped', data: { step: command.step } }]
      case 'StopReminders': {
        const { profileId, reason } = command
        return reminders.stopped === reason
          ? []
          : [{ type: 'RemindersStopped', data: { profileId, reason } }]
      }
      case 'ResumeReminders':
        return reminders.stopped === '' ? [] : [{ type: 'RemindersResumed', data: {} }]
      default:
        return unreachable(command)
    }
  },
  evolve(reminders, event) {
    switch (event.type) {
      case 'ReminderProposed':
        return { ...reminders, step: event.data.step, skipped: false }
      case 'ReminderSkipped':
        return { ...reminders, skipped: true }
      case 'RemindersStopped':
        return { ...reminders, stopped: event.data.reason }
      case 'RemindersResumed':
        return { ...reminders, stopped: '' }
      default:
        return unreachable(event)
    }
  },
}
