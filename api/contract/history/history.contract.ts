import { get, post, put } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { CAUSES } from '#domain/kernel/causes.values.ts'
import { FIELD_KINDS } from '#domain/kernel/records/field.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { USUAL_PAGE } from '#contract/kernel/api.values.ts'
import { LogEntry } from '#contract/operations/operations.contract.ts'
import { Id, own } from '#contract/kernel/inputs.schemas.ts'
import { Instant, Time } from '#contract/kernel/times.schemas.ts'
import { Limit, ListQuery } from '#contract/kernel/lists.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'

/** One fact of a record's history, newest first in a list. Values are the wire's. */
export const Fact = z.object({
  version: z.int(),
  type: z.string(),
  at: Time,
  actor: z.object({
    kind: z.enum(['user', 'system', 'process']),
    id: z.string(),
    name: z.string(),
  }),
  cause: z.enum(CAUSES),
  /** Edits only: several of one user within a minute may be shown as one. */
  isEdit: z.boolean(),
  /** A step that a user does not know of. */
  isInternal: z.boolean(),
  /**
   * `field` is a dotted path, `kind` says how its values are shown; an amount has a currency too.
   */
  changes: z.array(
    z.object({
      field: z.string(),
      from: z.unknown(),
      to: z.unknown(),
      kind: z.enum(FIELD_KINDS),
      currency: z.string().optional(),
    }),
  ),
  position: z.string(),
})
export type Fact = z.infer<typeof Fact>

/**
 * A page of a record's history, or (with `at`) of the history up to that instant. `verified`: its
 * chain is sound.
 */
const History = z.object({
  entity: z.string(),
  id: z.string(),
  verified: z.boolean(),
  verifiedAt: Time,
  /**
   * Set where an administrator reads another user's record: whose it is, why, and until when it may
   * be read.
   */
  access: z.object({ userName: z.string(), reason: z.string(), until: Time }).nullable(),
  /** Name, or the last one. */
  title: z.string(),
  facts: z.array(Fact),
  /** Number of facts up to `at`. */
  total: z.int(),
  /** Cursor of the facts before these; null on the last page. */
  next: z.string().nullable(),
  /** The record at `at`, or now; null when there was none. */
  record: z.record(z.string(), z.unknown()).nullable(),
  /** Last state of a removed record. */
  last: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Kinds of the values in `record`, by dotted path; for a list's entries `lines.unitPrice`. Paths
   * that are missing are text.
   */
  kinds: z.record(z.string(), z.enum(FIELD_KINDS)),
  /**
   * Fields that a reader need not be told: ids whose names stand beside them, figures that follow
   * from others.
   */
  untold: z.array(z.string()),
  /** Currency of the amounts in `record`. */
  currency: z.string(),
  /** Present names of the ids in references; a removed record has none. */
  names: z.record(z.string(), z.string()),
})

export type HistoryOf = z.infer<typeof History>

/** A changed field in words, as a spreadsheet takes it. */
const ToldChange = z.object({
  at: Time,
  who: z.string(),
  fact: z.string(),
  field: z.string(),
  from: z.string(),
  to: z.string(),
})
export type ToldChange = z.infer<typeof ToldChange>

/** A removed record, whose history can still be read. */
const Removed = z.object({ id: z.string(), name: z.string(), at: Time, who: z.string() })

const OfRecord = own.extend({ entity: z.string().max(40), id: z.string().max(80) })
/** A version's number: the facts before it are asked for. */
const Before = z.string().regex(/^\d{1,9}$/)
const FactPage = z.object({ limit: Limit.default(USUAL_PAGE), cursor: Before.optional() })

export const historyRoutes = {
  of: get('/history/:userId/:entity/:id', {
    summary:
      'The changes of a record, newest first and in pages: who, when, what, from and to. With `at`, the record as it ' +
      'was then. A removed record keeps its history.',
    access: 'signed-in',
    heavy: true,
    params: OfRecord,
    query: FactPage.extend({ at: Instant }),
    reply: History,
  }),
  changes: get('/history/:userId/:entity/:id/changes', {
    summary:
      'The changes of a record in words, a row for each field. A page counts facts, not rows.',
    access: 'signed-in',
    heavy: true,
    csv: 'history',
    params: OfRecord,
    query: FactPage,
    reply: z.array(ToldChange),
  }),
  removed: get('/history/:userId/:entity', {
    summary:
      'Removed records of an entity, the last removed first. Their histories can still be read.',
    access: 'signed-in',
    heavy: true,
    csv: 'history',
    params: own.extend({ entity: z.string().max(40) }),
    query: ListQuery.pick({ limit: true, cursor: true }),
    reply: z.array(Removed),
  }),
}

export const AuditEntry = Fact.omit({ changes: true, isEdit: true, isInternal: true }).extend({
  entity: z.string(),
  id: z.string(),
  owner: z.string(),
  /**
   * Access of the reader to the record's history: as it is, for a reason that its user sees, or
   * none.
   */
  access: z.enum(['open', 'reason', 'none']),
  fields: z.string(),
  /** Id of the request that led to it. */
  correlationId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Verification = z.object({
  events: z.int(),
  streams: z.int(),
  upTo: z.string(),
  /**
   * Running hash over all facts. A copy kept elsewhere, with their number, proves later that they
   * are unchanged.
   */
  root: z.string(),
  /** The newest seal in the log: the number of facts it covers, and its time. */
  sealed: z.object({ events: z.int(), root: z.string(), at: Time }).nullable(),
  at: Time,
  durationMs: z.number(),
  damages: z.array(
    z.object({
      what: z.enum([
        'hash',
        'chain',
        'revision',
        'position',
        'stream',
        'seal',
        'end',
        'unreadable',
        'file',
      ]),
      detail: z.string(),
      stream: z.string(),
      revision: z.int(),
      position: z.string(),
    }),
  ),
})

/**
 * All that one request did. The facts of one command follow one another; lines and facts are the
 * oldest first.
 */
const Story = z.object({
  correlationId: z.string(),
  /** False while a long log is not searched to its beginning. */
  complete: z.boolean(),
  facts: z.array(AuditEntry.extend({ commandId: z.string(), isEffect: z.boolean() })),
  lines: z.array(LogEntry),
})
export type Story = z.output<typeof Story>

/**
 * Checks of the whole log. `damaged` counts the damages, of which a report names the first hundred.
 */
const Verifications = z.object({
  running: z
    .object({
      runId: z.string(),
      done: z.int(),
      of: z.int(),
      startedAt: Time,
      by: z.string(),
      cancelling: z.boolean(),
    })
    .nullable(),
  last: Verification.extend({ runId: z.string(), by: z.string(), damaged: z.int() }).nullable(),
  ended: z.array(
    z.object({
      runId: z.string(),
      at: Time,
      by: z.string(),
      result: z.enum(['done', 'cancelled', 'failed']),
      events: z.int(),
      damaged: z.int(),
      error: z.string().describe('Why it failed, in the caller’s language'),
    }),
  ),
})
export type Verifications = z.output<typeof Verifications>

/** An administrator opened one of the caller's records. `who` is empty once that user is gone. */
const RecordAccess = z.object({
  id: z.string(),
  at: Time,
  who: z.string(),
  reason: z.string(),
  entity: z.string(),
  recordId: z.string(),
  /** The record's present name; empty once it is removed. */
  name: z.string(),
})
export type RecordAccess = z.infer<typeof RecordAccess>

export const auditRoutes = {
  list: get('/audit/:userId', {
    summary:
      'What happened, newest first, for administrators. Amounts and texts of other users are not shown, only which ' +
      'fields an event holds.',
    access: { permission: 'perm_access_logs_menu' },
    csv: true,
    params: own,
    query: ListQuery.pick({ limit: true, cursor: true }).extend({
      actor: z.string().max(100).optional(),
      entity: z.string().max(40).optional(),
      cause: z.enum(CAUSES).optional(),
      correlationId: z.string().max(100).optional(),
      from: Instant,
      to: Instant,
    }),
    reply: z.array(AuditEntry),
  }),
  open: post('/audit/:userId/open', {
    summary:
      'Opens the history of a user’s record for an hour. The reason is a fact that the user is told of. Records that ' +
      'the caller reads anyway are refused: USER_RECORD_READABLE',
    access: { permission: 'perm_access_users_manage' },
    perMinute: 30,
    params: own,
    body: z.strictObject({
      entity: z.string().max(40),
      id: z.string().max(80),
      reason: oneLine(300).min(10),
    }),
    reply: Written,
  }),
  accesses: get('/audit/:userId/accesses', {
    summary:
      'Which of the caller’s records administrators have opened, when and why; the last first',
    access: 'signed-in',
    params: own,
    query: ListQuery.pick({ limit: true, cursor: true }),
    reply: z.array(RecordAccess),
  }),
  story: get('/audit/:userId/story/:correlationId', {
    summary:
      'All that one request did: facts, effects and lines of the technical log under its id, the oldest first. ' +
      'Without `complete`, older facts may be missing: ask again',
    access: { permission: 'perm_access_logs_menu' },
    params: own.extend({ correlationId: z.string().min(1).max(100) }),
    reply: Story,
  }),
  verifications: get('/audit/:userId/verifications', {
    summary: 'The check of the whole log that runs, and what the last ones found',
    access: { permission: 'perm_access_logs_menu' },
    params: own,
    reply: Verifications,
  }),
  beginVerification: post('/audit/:userId/verifications', {
    summary:
      'Begins a check of the whole log, which goes on without the caller. One runs at a time: PROCESS_RUNNING',
    access: { permission: 'perm_access_logs_menu' },
    perMinute: 10,
    params: own,
    body: z.strictObject({}).default({}),
    reply: Written.extend({ runId: z.string() }),
  }),
  cancelVerification: put('/audit/:userId/verifications/:runId/cancel', {
    summary: 'Stops a check of the log',
    access: { permission: 'perm_access_logs_menu' },
    params: own.extend({ runId: Id }),
    body: z.strictObject({}).default({}),
    reply: Written,
  }),
  verify: get('/audit/:userId/verify', {
    summary: 'Walks every chain of the log, and compares it with its seals',
    access: { permission: 'perm_access_logs_menu' },
    perMinute: 10,
    params: own,
    reply: Verification,
  }),
}
