import { get, post, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import {
  KEPT_DAYS,
  PROCESS_NAMES,
  RUN_COUNTS,
  RUN_RESULTS,
} from '#domain/operations/process.values.ts'
import { Id, own } from '#contract/kernel/inputs.schemas.ts'
import { Limit } from '#contract/kernel/lists.schemas.ts'
import { Time } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

const Counts = z.partialRecord(z.enum(RUN_COUNTS), z.int())
const Options = z.strictObject({
  days: z
    .int()
    .min(KEPT_DAYS.least)
    .max(KEPT_DAYS.most)
    .optional()
    .describe('Entries younger than this are kept'),
  account: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Name of the only user it works for; else for all'),
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
const Progress = z.object({
  runId: z.string(),
  done: z.int(),
  of: z.int(),
  cancelling: z.boolean(),
})

export const ProcessTool = z.object({
  name: z.enum(PROCESS_NAMES),
  running: z.boolean(),
  progress: Progress.nullable(),
  nextRun: Time.describe('0 for a tool that runs on demand, or is paused'),
  scheduled: z.boolean().describe('Whether it runs by itself too, which a pause holds back'),
  everyMs: z.int().describe('Time between two runs by the schedule; 0 for none'),
  options: z
    .array(z.enum(['days', 'account']))
    .describe('The choices it takes; others are refused'),
  keptDays: z
    .int()
    .nullable()
    .describe('How long it keeps what it cleans; null for a tool that removes nothing'),
  paused: z.boolean(),
  lastRun: LastRun.nullable(),
})
export type ProcessTool = z.output<typeof ProcessTool>

export const ProcessRun = LastRun.extend({
  startedAt: Time,
  by: z.string(),
  scheduled: z.boolean(),
  days: z.int().describe('0 for the usual time'),
  account: z.string().describe('Name of the only user it worked for; empty for all'),
  correlationId: z.string(),
  steps: z.array(z.object({ at: Time, done: z.int(), of: z.int(), counts: Counts })),
})
export type ProcessRun = z.output<typeof ProcessRun>

/** State of the machinery beside the tools. */
const Machinery = z.object({
  head: z.string().describe('Position of the newest fact'),
  projections: z.array(
    z.object({
      name: z.string(),
      version: z.int(),
      state: z.enum(['building', 'live', 'stopped']),
      position: z.string(),
      behind: z.int().describe('Facts that it has not read; at least so many when `more`'),
      more: z.boolean(),
      seconds: z.number().describe('Age of the oldest of them'),
      failure: z
        .object({ position: z.string(), tries: z.int(), nextTryAt: Time })
        .nullable()
        .describe('The fact that it cannot fold'),
    }),
  ),
  queues: z.array(
    z.object({ topic: z.string(), waiting: z.int(), active: z.int(), failed: z.int() }),
  ),
  works: z.array(
    z.object({
      list: z.string(),
      due: z.int().describe('Rows whose time has come'),
      nextAt: Time.describe('When the next row is due; 0 for none'),
      failed: z
        .int()
        .describe(
          'Rows whose last attempt failed, or wait on a list that fails in another process',
        ),
      nextTryAt: Time.describe(
        'When the first of them is tried again; 0 for none, or where another process decides',
      ),
    }),
  ),
})
export type Machinery = z.output<typeof Machinery>

const Named = z.object({ name: z.string() })

export const processRoutes = {
  all: get('/process/:userId/all', {
    summary: 'The tools of the command center: whether each runs, its last run and its next one',
    access: { permission: 'perm_process_center_menu' },
    params: own,
    reply: z.array(ProcessTool),
  }),
  machinery: get('/process/:userId/machinery', {
    summary:
      'Read models, queues and lists of work: how far each is, what waits, what failed and what is next',
    access: { permission: 'perm_process_center_menu' },
    params: own,
    reply: Machinery,
  }),
  retryProjection: put('/process/:userId/projections/:projection/retry', {
    summary: 'Has a read model that stopped at a fact try it again at once',
    access: { permission: 'perm_process_center_manage' },
    perMinute: 20,
    params: own.extend({ projection: z.string().max(60) }),
    body: z.strictObject({}).default({}),
    reply: Named,
  }),
  retryWork: put('/process/:userId/work-lists/:list/retry', {
    summary: 'Has failed work of a list tried again at once',
    access: { permission: 'perm_process_center_manage' },
    perMinute: 20,
    params: own.extend({ list: z.string().max(60) }),
    body: z.strictObject({}).default({}),
    reply: Named,
  }),
  runs: get('/process/:userId/:name/runs', {
    summary: 'The runs of a tool with their log, the newest first',
    access: { permission: 'perm_process_center_menu' },
    params: named,
    query: z.object({ limit: Limit.default(10) }),
    reply: z.array(ProcessRun),
  }),
  run: post('/process/:userId/:name/run', {
    summary: 'Runs a tool; with `dryRun` it counts what it would do and changes nothing',
    access: { permission: 'perm_process_center_manage' },
    perMinute: 20,
    params: named,
    body: z
      .strictObject({ dryRun: z.boolean().default(false), options: Options.default({}) })
      .default({
        dryRun: false,
        options: {},
      }),
    reply: Written.extend({ runId: z.string() }),
  }),
  cancel: put('/process/:userId/:name/runs/:runId/cancel', {
    summary: 'Stops a run before its next step. What is done stays done',
    access: { permission: 'perm_process_center_manage' },
    params: named.extend({ runId: Id }),
    body: z.strictObject({}).default({}),
    reply: Written,
  }),
  pause: put('/process/:userId/:name/pause', {
    summary:
      'Holds the schedule of a tool back, or lets it go on with paused: false. Runs by hand stay possible',
    access: { permission: 'perm_process_center_manage' },
    params: named,
    body: z.strictObject({ paused: z.boolean().default(true) }).default({ paused: true }),
    reply: Written,
  }),
}
