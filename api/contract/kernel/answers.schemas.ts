import { z } from 'zod'
import { Time } from './times.schemas.ts'

/** Answer of every write. */
export const Written = z.object({ id: z.string(), version: z.int(), position: z.string() })
export type Written = z.infer<typeof Written>

/** Fields of every answered record. */
export const audit = {
  id: z.string(),
  version: z.int(),
  creationDate: Time,
  lastModificationDate: Time,
  createdBy: z.string(),
  modifiedBy: z.string(),
}

const Done = z.literal(0)
export const success = <R extends z.ZodType>(data: R) =>
  z.object({ status: Done, result: z.object({ data }) })
export const Failure = z.object({
  status: z.int(),
  result: z.object({
    message: z.string(),
    code: z.string(),
    fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string().optional(),
  }),
})
export type Failure = z.infer<typeof Failure>
