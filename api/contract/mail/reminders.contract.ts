import { get, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { REMINDER_STOPS } from '#domain/mail/mail.values.ts'
import { STEPS } from '#domain/mail/reminder-steps.values.ts'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'
import { Currency, Id, ofProfile, own } from '#contract/kernel/inputs.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

const see = { permission: 'perm_billing_menu' } as const
const update = { permission: 'perm_billing_update' } as const

/** Days from the due day, negative before it. */
const Step = z.int().min(STEPS.first).max(STEPS.last)
const ofBill = own.extend({ id: Id })

const Plan = z.object({
  version: z.int().describe('Of all plans of the user; 0 before the first'),
  active: z.boolean(),
  /** Reminders go by themselves from `automaticFrom` on; otherwise each waits for the user. */
  automatic: z.boolean(),
  automaticFrom: AnsweredDay,
  steps: z.array(z.int()),
})
export type ReminderPlan = z.output<typeof Plan>

const Waiting = z.object({
  billId: z.string(),
  ref: z.string(),
  client: z.string(),
  step: z.int(),
  dueDate: AnsweredDay,
  outstanding: z.number(),
  currency: Currency,
})
export type WaitingReminder = z.output<typeof Waiting>

export const reminderRoutes = {
  plan: get('/reminder/:userId/:profileId/plan', {
    summary: 'When the clients of a profile are reminded; off until it is set',
    access: see,
    params: ofProfile,
    reply: Plan,
  }),
  setPlan: put('/reminder/:userId/:profileId/plan', {
    summary:
      'Sets the days from the due day on which reminders are proposed, and whether they go by themselves',
    access: update,
    closedToGuests: true,
    params: ofProfile,
    body: z.strictObject({
      active: z.boolean(),
      automatic: z.boolean(),
      steps: z.array(Step).min(1).max(STEPS.most),
      version: z.int().min(0).optional(),
    }),
    reply: Written,
  }),
  waiting: get('/reminder/:userId/:profileId/waiting', {
    summary: 'Bills whose reminder waits for the user, the first due first',
    access: see,
    params: ofProfile,
    reply: z.array(Waiting),
  }),
  ofBill: get('/reminder/:userId/bill/:id', {
    summary: 'Whether a reminder of a bill waits, and whether they are stopped',
    access: see,
    params: ofBill,
    reply: z.object({
      /** Null while none waits. */
      step: z.int().nullable(),
      stopped: z.enum([...REMINDER_STOPS, '']),
    }),
  }),
  skip: put('/reminder/:userId/bill/:id/skip', {
    summary: 'Passes over a proposed reminder',
    access: update,
    params: ofBill,
    body: z.strictObject({ step: z.int() }),
    reply: Written,
  }),
  stop: put('/reminder/:userId/bill/:id/stop', {
    summary: 'Stops the reminders of a bill: the client disputes it, or another reason',
    access: update,
    params: ofBill,
    body: z.strictObject({ reason: z.enum(REMINDER_STOPS).default('dispute') }).prefault({}),
    reply: Written,
  }),
  resume: put('/reminder/:userId/bill/:id/resume', {
    summary: 'Lets the reminders of a bill go on',
    access: update,
    params: ofBill,
    body: z.strictObject({}).optional(),
    reply: Written,
  }),
}
