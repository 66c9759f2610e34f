import { get, post, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { audit, Written } from '#contract/kernel/answers.schemas.ts'
import { Id, own, Version } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery } from '#contract/kernel/lists.schemas.ts'
import { Time } from '#contract/kernel/times.schemas.ts'
import { MESSAGE_MAX, SUBJECT_MAX } from './support.values.ts'

const Message = lines(MESSAGE_MAX).min(1)

const Answer = z.object({
  side: z.enum(['user', 'support']),
  name: z.string(),
  message: z.string(),
  at: Time,
})
export const SupportRequest = z.object({
  ...audit,
  userId: z.string(),
  user: z.string().describe('Name of the user who asked; empty when the user is gone'),
  subject: z.string(),
  message: z.string(),
  treated: z.boolean(),
  answers: z.array(Answer),
})
export type SupportRequest = z.output<typeof SupportRequest>

const one = own.extend({ id: Id })
const Treated = z.stringbool().optional()

export const supportRoutes = {
  ask: post('/support/:userId', {
    summary: 'Asks the support',
    access: 'signed-in',
    perMinute: 20,
    withoutPlan: true,
    closedToGuests: true,
    params: own,
    body: z.strictObject({
      id: Id.optional(),
      subject: oneLine(SUBJECT_MAX).min(1),
      message: Message,
    }),
    reply: Written,
  }),
  mine: get('/support/:userId/mine', {
    summary: 'What the user asked, the newest first',
    access: 'signed-in',
    params: own,
    query: ListQuery.omit({ q: true }),
    reply: z.array(SupportRequest),
  }),
  all: get('/support/:userId/all', {
    summary: 'What all users asked, the newest first',
    access: { permission: 'perm_support_request_menu' },
    csv: 'supportRequest',
    params: own,
    query: ListQuery.extend({ treated: Treated }),
    reply: z.array(SupportRequest),
  }),
  counts: get('/support/:userId/counts', {
    summary: 'How many requests are treated, and how many are not',
    access: { permission: 'perm_support_request_menu' },
    params: own,
    reply: z.object({ treated: z.int(), waiting: z.int() }),
  }),
  answer: post('/support/:userId/:id/answer', {
    summary: 'Answers a request: the user their own, an administrator any',
    access: 'signed-in',
    perMinute: 20,
    withoutPlan: true,
    closedToGuests: true,
    params: one,
    body: z.strictObject({ message: Message }),
    reply: Written,
  }),
  treated: put('/support/:userId/:id/treated', {
    summary: 'Marks a request as treated, or opens it again with treated: false',
    access: { permission: 'perm_support_request_manage' },
    params: one,
    body: z.strictObject({ treated: z.boolean().optional(), version: Version }).default({}),
    reply: Written,
  }),
}
