import { z } from 'zod'
import { FIELD_KINDS } from '#domain/kernel/field.ts'
import { Instant, ListQuery, own, routes, Time } from './route.ts'
import * as endpoints from './history.routes.ts'

/** One fact of a record's history, newest first in a list. Values are the wire's. */
export const Fact = z.object({
  version: z.int(),
  type: z.string(),
  at: Time,
  actor: z.object({ kind: z.enum(['user', 'system', 'process']), id: z.string(), name: z.string() }),
  cause: z.enum(['user', 'import', 'schedule', 'process', 'demo']),
  /** `field` is a dotted path, `kind` says how its values are shown; an amount has a currency too. */
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

/** A record's whole history, or (with `at`) the record at that instant. `verified`: its hash chain is sound. */
const History = z.object({
  entity: z.string(),
  id: z.string(),
  verified: z.boolean(),
  verifiedAt: Time,
  facts: z.array(Fact),
  /** The record at `at`, or now; null when there was none. */
  record: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Kinds of the values in `record`, by dotted path; for a list's entries `lines.unitPrice`. Paths that are missing are
   * text.
   */
  kinds: z.record(z.string(), z.enum(FIELD_KINDS)),
  /** Currency of the amounts in `record`. */
  currency: z.string(),
  /** Present names of the ids in references; a removed record has none. */
  names: z.record(z.string(), z.string()),
})

const historySchemas = {
  of: {
    params: own.extend({ entity: z.string().max(40), id: z.string().max(80) }),
    query: z.object({ at: Instant }),
    reply: History,
  },
}
export type HistorySchemas = typeof historySchemas
export const historyRoutes = routes(endpoints.historyRoutes, historySchemas)

export const AuditEntry = Fact.omit({ changes: true }).extend({
  entity: z.string(),
  id: z.string(),
  owner: z.string(),
  fields: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const Verification = z.object({
  events: z.int(),
  streams: z.int(),
  upTo: z.string(),
  /** Running hash over all facts. A copy kept elsewhere, with their number, proves later that they are unchanged. */
  root: z.string(),
  /** The newest seal in the log: the number of facts it covers, and its time. */
  sealed: z.object({ events: z.int(), root: z.string(), at: Time }).nullable(),
  at: Time,
  durationMs: z.number(),
  damages: z.array(
    z.object({
      what: z.enum(['hash', 'chain', 'revision', 'position', 'stream', 'seal', 'end', 'unreadable', 'file']),
      detail: z.string(),
      stream: z.string(),
      revision: z.int(),
      position: z.string(),
    }),
  ),
})
export type Verification = z.infer<typeof Verification>

const auditSchemas = {
  list: {
    params: own,
    query: ListQuery.pick({ limit: true, cursor: true }).extend({
      actor: z.string().max(100).optional(),
      entity: z.string().max(40).optional(),
      correlationId: z.string().max(100).optional(),
      from: z.coerce.number().int().min(0).optional(),
      to: z.coerce.number().int().min(0).optional(),
    }),
    reply: z.array(AuditEntry),
  },
  verify: {
    params: own,
    reply: Verification,
  },
}
export type AuditSchemas = typeof auditSchemas
export const auditRoutes = routes(endpoints.auditRoutes, auditSchemas)
