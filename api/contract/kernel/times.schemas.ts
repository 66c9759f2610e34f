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
/** An instant of a request: 1970 to 2200. @unit epoch milliseconds */
export const Moment = z
  .int()
  .min(0)
  .max(LAST_ASKED_MS)
  .register(kindsOfSchemas, { kind: 'instant' })
/** `?at=` of a query: the record at that instant. */
export const Instant = z.coerce
  .number()
  .int()
  .min(0)
  .max(LAST_ASKED_MS)
  .register(kindsOfSchemas, { kind: 'instant' })
  .optional()
/** A day of a query or an address, before a pipe checks it. */
export const AskedDay = z.coerce.number().register(kindsOfSchemas, { kind: 'day' })
export const Month = z.coerce.number().int().min(1).max(12)
export const Year = z.coerce.number().int().min(2000).max(2100)
