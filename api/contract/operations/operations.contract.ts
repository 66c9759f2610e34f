import { get, post, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { LOG_DETAILS, LOG_LEVELS, LOG_SOURCES } from '#domain/operations/log-entry.values.ts'
import { USUAL_PAGE } from '#contract/kernel/api.values.ts'
import { Id } from '#contract/kernel/inputs.schemas.ts'
import { Limit } from '#contract/kernel/lists.schemas.ts'
import { Instant, Time } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

const own = z.object({ userId: z.string().max(64) })

/** Several values, separated by commas. */
const several = <const T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(200)
    .default('')
    .transform((text) => text.split(',').filter((name) => name !== ''))
    .pipe(z.array(z.enum(names)))

/**
 * A line of the technical log. `message` is a sentence in the caller's language; `repeated` is 1
 * for a line that was not repeated.
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
  from: Instant,
  to: Instant,
  q: z.string().max(200).optional(),
})

/**
 * A part of a period, and how many lines of each level it has. @unit from, to: epoch milliseconds,
 * both included
 */
const LogBucket = z.object({ from: Time, to: Time, levels: z.record(z.enum(LOG_LEVELS), z.int()) })
export type LogBucket = z.output<typeof LogBucket>

export const logRoutes = {
  list: get('/logs/:userId', {
    summary: 'What the machinery did, newest first: levels and sources by commas, a period, words',
    access: { permission: 'perm_access_logs_menu' },
    csv: true,
    params: own,
    query: LogQuery.extend({
      limit: Limit.default(USUAL_PAGE),
      cursor: z.string().max(100).optional(),
    }),
    reply: z.array(LogEntry),
  }),
  counts: get('/logs/:userId/counts', {
    summary:
      'How many lines each level would show, whatever levels are asked for; of those in `atLeast` there may be more',
    access: { permission: 'perm_access_logs_menu' },
    params: own,
    query: LogQuery,
    reply: z.object({
      levels: z.record(z.enum(LOG_LEVELS), z.int()),
      atLeast: z.array(z.enum(LOG_LEVELS)),
    }),
  }),
  histogram: get('/logs/:userId/histogram', {
    summary:
      'How many lines of each level there are in 24 equal parts of a period; the last 24 hours unless said',
    access: { permission: 'perm_access_logs_menu' },
    params: own,
    query: LogQuery,
    reply: z.array(LogBucket),
  }),
  clean: post('/logs/:userId/clean', {
    summary:
      'Forgets lines older than the retention. With `dryRun`, says how many that would be. The audit is never cleaned',
    access: { permission: 'perm_access_logs_manage' },
    perMinute: 10,
    params: own,
    body: z.object({ dryRun: z.boolean().default(false) }),
    reply: z.object({ dryRun: z.boolean(), before: Time, removed: z.int(), kept: z.int() }),
  }),
}

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

export const effectRoutes = {
  failed: get('/effect/:userId/failed', {
    summary: 'What was tried and given up, of every user, the last first',
    access: { permission: 'perm_process_center_manage' },
    params: own,
    reply: z.array(FailedEffect),
  }),
  retry: put('/effect/:userId/:id/retry', {
    summary: 'Tries again what was given up',
    access: { permission: 'perm_process_center_manage' },
    params: own.extend({ id: Id }),
    body: z.object({}),
    reply: Written,
  }),
}

/** State of the product. @unit bytes and milliseconds */
const Health = z.object({
  at: Time,
  ready: z.boolean(),
  engines: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  projections: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean(),
      state: z.enum(['building', 'live', 'stopped', 'unknown']),
      /** Events that it has not read; null while that is unknown. */
      behind: z.int().nullable(),
      /** Age of the oldest of them. @unit seconds */
      seconds: z.number().nullable(),
    }),
  ),
  memory: z.object({ used: z.int(), total: z.int() }),
  disk: z.object({ used: z.int(), total: z.int() }),
  /**
   * Whether this machine encrypts the volume of the data directory; null where that cannot be told.
   */
  encrypted: z.boolean().nullable(),
  /** The age of the process that answers. @unit seconds */
  uptime: z.int(),
  hours: z.array(LogBucket),
})
export type Health = z.output<typeof Health>

/** Work of administrators that no other list tells. */
const Upkeep = z.object({
  missingRates: z
    .array(z.string())
    .describe('Half-years without late-payment rates, such as 2026-H2; the oldest first'),
  backupAt: z
    .int()
    .nullable()
    .describe('Last backup of the embedded engines, 0 for none; null where servers have their own'),
})
export type Upkeep = z.output<typeof Upkeep>

export const healthRoutes = {
  upkeep: get('/system/:userId/upkeep', {
    summary: 'What an administrator has to enter so that the installation stays right',
    access: { permission: 'perm_process_center_menu' },
    params: own,
    reply: Upkeep,
  }),
  one: get('/system/:userId/health', {
    summary: 'Engines, read models, memory, disk, and errors of the last 24 hours',
    access: { permission: 'perm_process_center_menu' },
    params: own,
    reply: Health,
  }),
}
