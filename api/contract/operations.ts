import { z } from 'zod'
import { LOG_DETAILS, LOG_LEVELS, LOG_SOURCES } from '#domain/operations/log-entry.values.ts'
import { Id, route, Time, Written } from './route.ts'

export { LOG_DETAILS, LOG_LEVELS, LOG_SOURCES, type LogLevel } from '#domain/operations/log-entry.values.ts'

const own = z.object({ userId: z.string().max(64) })

/** The last instant of 9999. @unit epoch milliseconds */
const LAST = 253_402_300_799_999

/** Several, by commas. */
const several = <const T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(200)
    .default('')
    .transform((text) => text.split(',').filter((name) => name !== ''))
    .pipe(z.array(z.enum(names)))

/** A line of the technical log. `message` is a sentence in the caller's language; `repeated` is 1 for one that came once. */
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

export const logRoutes = {
  list: route({
    method: 'GET',
    path: '/logs/:userId',
    summary: 'What the machinery did, newest first: levels and sources by commas, a period, words',
    access: { permission: 'perm_access_logs_menu' },
    params: own,
    query: LogQuery.extend({
      limit: z.coerce.number().int().min(1).max(500).optional(),
      cursor: z.string().max(100).optional(),
    }),
    reply: z.array(LogEntry),
  }),
  counts: route({
    method: 'GET',
    path: '/logs/:userId/counts',
    summary:
      'How many lines each level would show, whatever levels are asked for; of those in `atLeast` there may be more',
    access: { permission: 'perm_access_logs_menu' },
    params: own,
    query: LogQuery,
    reply: z.object({ levels: z.record(z.enum(LOG_LEVELS), z.int()), atLeast: z.array(z.enum(LOG_LEVELS)) }),
  }),
  clean: route({
    method: 'POST',
    path: '/logs/:userId/clean',
    summary:
      'Forgets lines older than the retention. With `dryRun`, says how many that would be. The audit is never cleaned',
    access: { permission: 'perm_access_logs_manage' },
    params: own,
    body: z.object({ dryRun: z.boolean().default(false) }),
    reply: z.object({ dryRun: z.boolean(), before: Time, removed: z.int(), kept: z.int() }),
    perMinute: 10,
  }),
}

/** Something that was to leave the house and did not. Nothing of what it holds is shown. */
export const FailedEffect = z.object({
  id: z.string(),
  kind: z.string(),
  /** `unknown`: it may have left all the same. */
  status: z.enum(['abandoned', 'unknown']),
  attempts: z.int(),
  /** In the caller's language. */
  error: z.string(),
  /** A status of the service, as `550 5.1.1`. */
  detail: z.string(),
  requestedAt: Time,
  requestedBy: z.string(),
  stoppedAt: Time,
  correlationId: z.string(),
})
export type FailedEffect = z.output<typeof FailedEffect>

export const effectRoutes = {
  failed: route({
    method: 'GET',
    path: '/effect/:userId/failed',
    summary: 'What was tried and given up, of every user, the last first',
    access: { permission: 'perm_process_center_manage' },
    params: own,
    reply: z.array(FailedEffect),
  }),
  retry: route({
    method: 'PUT',
    path: '/effect/:userId/:id/retry',
    summary: 'Tries again what was given up',
    access: { permission: 'perm_process_center_manage' },
    params: own.extend({ id: Id }),
    body: z.object({}),
    reply: Written,
  }),
}
