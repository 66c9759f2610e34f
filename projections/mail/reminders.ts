import type { BillEvent } from '#domain/billing/bill-facts.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { DAY_MS, dayOfEpoch, epochOfDay, HOUR_MS } from '#domain/kernel/time.ts'
import { mailEffect, type MailPayload, type MailResult } from '#domain/mail/mail.ts'
import { isReminder, type ReminderStop } from '#domain/mail/mail.values.ts'
import type { ReminderPlan, ReminderPlansEvent } from '#domain/mail/reminder-plan.ts'
import type { RemindersEvent } from '#domain/mail/reminders.ts'
import { type EffectEvent, effectEvents } from '#domain/operations/effect.ts'
import { defineProjection, ignored } from '../kernel/projection.ts'
import { defineTodoList, type DueOn, NOT_DUE, type Todo } from '../kernel/todo-list.ts'

/** Reminders about one bill: the last proposed step, and what came of it. */
export type BillRemindersDoc = Doc & {
  readonly profileId: string
  readonly step: number | null
  /** `none` before the first proposal. */
  readonly state: 'none' | 'waiting' | 'sent' | 'skipped'
  readonly stopped: ReminderStop | ''
}

/** The bill of a reminder; other mails, and effects of other kinds, are none. */
function reminded({
  data,
}: RecordedEvent<string, Extract<EffectEvent<MailPayload>, { type: 'EffectRequested' }>['data']>):
  | string
  | readonly string[] {
  if (data.kind !== mailEffect.kind || data.payload === null) return []
  const { purpose, billId } = data.payload
  return purpose !== undefined && isReminder(purpose) && billId !== '' ? billId : []
}

export const billReminders = defineProjection<
  RemindersEvent | EffectEvent<MailPayload, MailResult>,
  BillRemindersDoc
>({
  name: 'bill-reminders',
  version: 1,
  indexes: [{ fields: ['owner', 'profileId', 'state'] }],
  keyOf: { EffectRequested: reminded },
  on: {
    ReminderProposed: (doc, { data: { profileId, step }, meta }, key) => ({
      _id: key,
      owner: meta.owner,
      profileId,
      step,
      state: 'waiting',
      stopped: doc?.stopped ?? '',
    }),
    ReminderSkipped: (doc) => doc && { ...doc, state: 'skipped' },
    RemindersStopped: (doc, { data: { profileId, reason }, meta }, key) => ({
      ...(doc ?? { _id: key, owner: meta.owner, profileId, step: null, state: 'none' }),
      stopped: reason,
    }),
    RemindersResumed: (doc) => doc && { ...doc, stopped: '' },
    EffectRequested: (doc) => doc && { ...doc, state: 'sent' },
    ...ignored(...effectEvents.attempts, ...effectEvents.outcomes, ...effectEvents.marks),
  },
})

/** A user's plans, and when the next reminder is to be proposed. */
export type ReminderRound = Todo & {
  readonly plans: Readonly<Record<string, ReminderPlan>>
  /** The reminder was due while the account had no access. */
  readonly held?: true
}

/** Reminders are proposed in the morning of their day, where the user is. */
const MORNING_MS = 8 * HOUR_MS

/** Day and time of a round that waits for a day; null for one that was asked for at once. */
export const roundDueOn = ({ dueAt }: Pick<ReminderRound, 'dueAt'>): DueOn | null =>
  dueAt % DAY_MS === MORNING_MS ? { day: dayOfEpoch(dueAt - MORNING_MS), timeMs: MORNING_MS } : null

const ownerOf = ({ meta }: RecordedEvent): string => meta.owner
/** A bill that is owed again, or for the first time, may have a step that is due. */
const wakes = (
  row: ReminderRound | null,
  { meta }: { readonly meta: { readonly occurredAt: number } },
) => row && { plans: row.plans, ...(row.held && { held: row.held }), dueAt: meta.occurredAt }

export const reminderRounds = defineTodoList<
  | ReminderPlansEvent
  | RemindersEvent
  | Extract<BillEvent, { type: 'BillIssued' | 'BillPaymentReversed' }>,
  ReminderRound
>({
  name: 'reminder-rounds',
  version: 1,
  keyOf: { BillIssued: ownerOf, BillPaymentReversed: ownerOf, RemindersResumed: ownerOf },
  on: {
    ReminderPlanSet(row, { data: { profileId, plan }, meta }) {
      const plans = { ...row?.plans, [profileId]: plan }
      return Object.values(plans).some(({ active }) => active)
        ? { plans, dueAt: meta.occurredAt }
        : null
    },
    RemindersHeld: (row) => row && { plans: row.plans, held: true, dueAt: row.dueAt },
    // Another event may have asked since: its round is still to come.
    ReminderRoundEnded: (row, { data: { next, askedBy } }) =>
      row && row.cause === askedBy
        ? { plans: row.plans, dueAt: next === '' ? NOT_DUE : epochOfDay(next) + MORNING_MS }
        : row,
    BillIssued: wakes,
    BillPaymentReversed: wakes,
    RemindersResumed: wakes,
    ...ignored('ReminderProposed', 'ReminderSkipped', 'RemindersStopped'),
  },
})
