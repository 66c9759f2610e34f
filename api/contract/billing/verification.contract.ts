import { get } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'

/** SHA-256 as people copy it: letters of either case. */
export const Sha256 = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase())

export const VerifiedPaper = z.object({
  found: z.boolean(),
  /** The bill's number; empty when it was not found. */
  ref: z.string(),
  issueDate: AnsweredDay,
  /** `cancelled`: credit notes gave all of it back. Empty when it was not found. */
  state: z.enum(['authentic', 'cancelled', '']),
  /** Number of the credit note that gave back the last amount; empty while some is left. */
  cancelledBy: z.string(),
})
export type VerifiedPaper = z.output<typeof VerifiedPaper>

export const verificationRoutes = {
  verify: get('/verify/:sha256', {
    summary:
      'Whether a file is a bill as it was issued here, by the SHA-256 of its bytes; nothing else of the bill',
    access: 'public',
    params: z.object({ sha256: Sha256 }),
    reply: VerifiedPaper,
  }),
}
