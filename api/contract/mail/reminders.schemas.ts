import { z } from 'zod'
import { REMINDER_STOPS } from '#domain/mail/mail.values.ts'
import { STEPS } from '#domain/mail/reminder-steps.values.ts'
import {
  AnsweredDay,
  Currency,
  Id,
  ofProfile,
  own,
  routes,
  Written,
} from '#contract/kernel/route.ts'
import * as endpoints from './reminders.routes.ts'

/** Days from the due day, negative before it. */
const Step = z.int().min(STEPS.first).max(STEPS.last)
const ofBill = own.extend({ id: Id })

const Plan = z.object({
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

const reminderSchemas = {
  plan: { params: ofProfile, reply: Plan },
  setPlan: {
    params: ofProfile,
    body: z.strictObject({
      active: z.boolean(),
      automatic: z.boolean(),
      steps: z.array(Step).min(1).max(STEPS.most),
    }),
    reply: Written,
  },
  waiting: { params: ofProfile, reply: z.array(Waiting) },
  ofBill: {
    params: ofBill,
    reply: z.object({
      /** Null while none waits. */
      step: z.int().nullable(),
      stopped: z.enum([...REMINDER_STOPS, '']),
    }),
  },
  skip: { params: ofBill, body: z.strictObject({ step: z.int() }), reply: Written },
  stop: {
    params: ofBill,
    body: z.strictObject({ reason: z.enum(REMINDER_STOPS).default('dispute') }).prefault({}),
    reply: Written,
  },
  resume: { params: ofBill, body: z.strictObject({}).optional(), reply: Written },
}
export type ReminderSchemas = typeof reminderSchemas
export const reminderRoutes = routes(endpoints.reminderRoutes, reminderSchemas)
