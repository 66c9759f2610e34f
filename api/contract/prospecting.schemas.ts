import { z } from 'zod'
import { DayTime } from '#domain/kernel/fields.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { OFFER_STATES } from '#domain/prospecting/offer.values.ts'
import * as endpoints from './prospecting.routes.ts'
import { AnsweredDay, audit, Id, ListQuery, own, routes, Time, Version, Written } from './route.ts'

/** An offer as its slip shows it. */
const Slip = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  client: z.string().describe('The company, or what was typed without one'),
  currency: z.string(),
  TjmHT: z.number(),
  since: Time.describe('When it came to its state'),
  daysInState: z.int(),
  nextAction: z.string(),
  nextActionDate: AnsweredDay,
  late: z.boolean().describe('Whether the day of the next action is over'),
  abortReason: z.string(),
  mail: z.string().describe('The address of its contact; empty for none'),
  projectId: z.union([Id, z.literal(0)]),
})
export type Slip = z.output<typeof Slip>

const Lane = z.object({
  state: z.enum(OFFER_STATES),
  count: z.int(),
  averages: z
    .array(z.object({ currency: z.string(), TjmHT: z.number() }))
    .describe('The average rate of the offers that name one, by currency'),
  offers: z.array(Slip),
})
export type Lane = z.output<typeof Lane>

const Pipeline = z.object({ count: z.int(), late: z.int(), lanes: z.array(Lane) })
export type Pipeline = z.output<typeof Pipeline>

const Place = z.object({ name: z.string(), country: z.string(), lat: z.number(), lon: z.number() })

const Published = z.object({
  ...audit,
  title: z.string(),
  company: z.string(),
  location: z.string(),
  datePosted: Time,
  publisherId: z.string(),
  publisher: z.string().describe('User name; empty when the user is gone'),
  isAdmin: z.boolean().describe('Whether the publisher administers'),
})

const one = own.extend({ id: Id })
const Versioned = z.strictObject({ version: Version }).default({})

const prospectingSchemas = {
  pipeline: { params: own, query: z.object({ q: ListQuery.shape.q }), reply: Pipeline },
  state: {
    params: own.extend({ id: Id }),
    body: z.strictObject({
      state: z.enum(OFFER_STATES),
      abortReason: oneLine(200).optional(),
      nextAction: oneLine(200).optional(),
      nextActionDate: DayTime.optional(),
      version: Version,
    }),
    reply: Written,
  },
  places: { params: own, query: z.object({ q: z.string().max(100).default('') }), reply: z.array(Place) },
  publish: { params: one, body: Versioned, reply: Written },
  unpublish: { params: one, body: Versioned, reply: Written },
  everyone: { params: own, query: ListQuery, reply: z.array(Published) },
}
export type ProspectingSchemas = typeof prospectingSchemas
export const prospectingRoutes = routes(endpoints.prospectingRoutes, prospectingSchemas)
