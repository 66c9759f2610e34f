import { z } from 'zod'
import { KEPT_DAYS, PROCESS_NAMES, RUN_COUNTS, RUN_RESULTS } from '#domain/operations/process.values.ts'
import { Id, Limit, own, routes, Time, Written } from './route.ts'
import * as endpoints from './processes.routes.ts'

const Counts = z.partialRecord(z.enum(RUN_COUNTS), z.int())
const Options = z.strictObject({
  days: z.int().min(KEPT_DAYS.least).max(KEPT_DAYS.most).optional().describe('Entries younger than this are kept'),
})
const named = own.extend({ name: z.enum(PROCESS_NAMES) })

const LastRun = z.object({
  runId: z.string(),
  at: Time.describe('When it ended; for a run under way, when it was asked for'),
  result: z.enum([...RUN_RESULTS, 'running', 'cancelling']),
  dryRun: z.boolean(),
  counts: Counts,
  error: z.string().describe('Why it failed, in the caller’s language'),
})
const Progress = z.object({ runId: z.string(), done: z.int(), of: z.int(), cancelling: z.boolean() })

export const ProcessTool = z.object({
  name: z.enum(PROCESS_NAMES),
  running: z.boolean(),
  progress: Progress.nullable(),
  nextRun: Time.describe('0 for a tool that runs on demand, or is paused'),
  everyMs: z.int().describe('Time between two runs by the schedule; 0 for none'),
  keptDays: z.int().nullable().describe('How long it keeps what it cleans; null for a tool that removes nothing'),
  paused: z.boolean(),
  lastRun: LastRun.nullable(),
})
export type ProcessTool = z.output<typeof ProcessTool>

export const ProcessRun = LastRun.extend({
  startedAt: Time,
  by: z.string(),
  scheduled: z.boolean(),
  days: z.int().describe('0 for the usual time'),
  correlationId: z.string(),
  steps: z.array(z.object({ at: Time, done: z.int(), of: z.int(), counts: Counts })),
})
export type ProcessRun = z.output<typeof ProcessRun>

const processSchemas = {
  all: { params: own, reply: z.array(ProcessTool) },
  runs: { params: named, query: z.object({ limit: Limit.default(10) }), reply: z.array(ProcessRun) },
  run: {
    params: named,
    body: z.strictObject({ dryRun: z.boolean().default(false), options: Options.default({}) }).default({
      dryRun: false,
      options: {},
    }),
    reply: Written.extend({ runId: z.string() }),
  },
  cancel: { params: named.extend({ runId: Id }), body: z.strictObject({}).default({}), reply: Written },
  pause: {
    params: named,
    body: z.strictObject({ paused: z.boolean().default(true) }).default({ paused: true }),
    reply: Written,
  },
}
export type ProcessSchemas = typeof processSchemas
export const processRoutes = routes(endpoints.processRoutes, processSchemas)
