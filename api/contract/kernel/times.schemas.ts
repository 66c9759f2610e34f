import { z } from 'zod'
import { kindsOfSchemas } from '#domain/kernel/records/field.ts'
import { LAST_ANSWERED_MS } from '#domain/kernel/records/fields.ts'

export { AnsweredDay } from '#domain/kernel/records/fields.ts'

/** The last accepted instant: every day up to it can be read back in any time zone. */
const LAST_ASKED_MS = Date.UTC(2200, 11, 31)
/** An instant in epoch milliseconds; 0 means none. */
export const Time = z
  .int()
  .min(0)
  .max(LAST_ANSWERED_MS)
  .register(kindsOfSchemas, { kind: 'instant' })
/** `?at=` of a query: the record at that instant. */
export const Instant = z.coerce.number().int().min(0).max(LAST_ASKED_MS).optional()
export const Month = z.coerce.number().int().min(1).max(12)
export const Year = z.coerce.number().int().min(2000).max(2100)
