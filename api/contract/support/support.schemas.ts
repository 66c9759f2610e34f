import { z } from 'zod'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import {
  audit,
  Id,
  ListQuery,
  own,
  routes,
  Time,
  Version,
  Written,
} from '#contract/kernel/route.ts'
import * as endpoints from './support.routes.ts'
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

const supportSchemas = {
  ask: {
    params: own,
    body: z.strictObject({
      id: Id.optional(),
      subject: oneLine(SUBJECT_MAX).min(1),
      message: Message,
    }),
    reply: Written,
  },
  mine: { params: own, query: ListQuery.omit({ q: true }), reply: z.array(SupportRequest) },
  all: {
    params: own,
    query: ListQuery.extend({ treated: Treated }),
    reply: z.array(SupportRequest),
  },
  counts: { params: own, reply: z.object({ treated: z.int(), waiting: z.int() }) },
  answer: { params: one, body: z.strictObject({ message: Message }), reply: Written },
  treated: {
    params: one,
    body: z.strictObject({ treated: z.boolean().optional(), version: Version }).default({}),
    reply: Written,
  },
}
export type SupportSchemas = typeof supportSchemas
export const supportRoutes = routes(endpoints.supportRoutes, supportSchemas)
