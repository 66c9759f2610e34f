import { z } from 'zod'
import { LOG_DETAILS, LOG_LEVELS, LOG_SOURCES } from '#domain/operations/log-entry.values.ts'
import { USUAL_PAGE } from './endpoint.ts'
import { Id, Limit, routes, Time, Written } from './route.ts'
import * as endpoints from './operations.routes.ts'

const own = z.object({ userId: z.string().max(64) })

/** The last instant of 9999. @unit epoch milliseconds */
const LAST = 253_402_300_799_999

/** Several values, separated by commas. */
const several = <const T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(200)
    .default('')
    .transform((text) => text.split(',').filter((name) => name !== ''))
    .pipe(z.array(z.enum(names)))

/**
 * A line of the technical log. `message` is a sentence in the caller's language; `repeated` is 1 for a line that was
 * not repeated.
 */
export const LogEntry = z.object({
  id: z.string(),
  at: Time,
  lastAt: Time,
  level: z.enum(LOG_LEVELS),
  source: z.enum(LOG_SOURCES),
  message: z.string(),
  correlationId: z.string(),
  durationMs: z.number().nullable(),
  repeated: z.int(),
  details: z.partialRecord(z.enum(LOG_DETAILS), z.union([z.string(), z.number()])),
})
export type LogEntry = z.output<typeof LogEntry>

const LogQuery = z.object({
  level: several(LOG_LEVELS),
  source: several(LOG_SOURCES),
  from: z.coerce.number().int().min(0).max(LAST).optional(),
  to: z.coerce.number().int().min(0).max(LAST).optional(),
  q: z.string().max(200).optional(),
})

const logSchemas = {
  list: {
    params: own,
    query: LogQuery.extend({
      limit: Limit.default(USUAL_PAGE),
      cursor: z.string().max(100).optional(),
    }),
    reply: z.array(LogEntry),
  },
  counts: {
    params: own,
    query: LogQuery,
    reply: z.object({ levels: z.record(z.enum(LOG_LEVELS), z.int()), atLeast: z.array(z.enum(LOG_LEVELS)) }),
  },
  clean: {
    params: own,
    body: z.object({ dryRun: z.boolean().default(false) }),
    reply: z.object({ dryRun: z.boolean(), before: Time, removed: z.int(), kept: z.int() }),
  },
}
export type LogSchemas = typeof logSchemas
export const logRoutes = routes(endpoints.logRoutes, logSchemas)

/** An effect that failed for good. Its content is not shown. */
export const FailedEffect = z.object({
  id: z.string(),
  kind: z.string(),
  /** `unknown`: it may have happened all the same. */
  status: z.enum(['abandoned', 'unknown']),
  attempts: z.int(),
  /** In the caller's language. */
  error: z.string(),
  /** A status of the outside service, such as `550 5.1.1`. */
  detail: z.string(),
  requestedAt: Time,
  requestedBy: z.string(),
  stoppedAt: Time,
  correlationId: z.string(),
})
export type FailedEffect = z.output<typeof FailedEffect>

const effectSchemas = {
  failed: {
    params: own,
    reply: z.array(FailedEffect),
  },
  retry: {
    params: own.extend({ id: Id }),
    body: z.object({}),
    reply: Written,
  },
}
export type EffectSchemas = typeof effectSchemas
export const effectRoutes = routes(endpoints.effectRoutes, effectSchemas)
