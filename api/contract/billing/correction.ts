import { z } from 'zod'
import { AnsweredDay } from '#contract/kernel/times.schemas.ts'

const CORRECTIONS = [
  'period',
  'issueDay',
  'issueToday',
  'penaltyRate',
  'paymentDays',
  'includeVat',
  'excludeVat',
  'vatNumber',
  'siren',
] as const
/** Version of the record beside the bill that corrections change; they are sent with it. */
export const CorrectedVersion = z.int().optional()

/** Fields to send as they are, in the words of what they belong to. */
export const Correction = z.object({
  name: z.enum(CORRECTIONS),
  changes: z
    .object({
      startDate: AnsweredDay,
      endDate: AnsweredDay,
      issueDate: AnsweredDay,
      dueDate: AnsweredDay,
      paymentDeadline: z.int(),
      penaltyRate: z.number(),
      includePenalty: z.boolean(),
      includeTva: z.boolean(),
      TvaNumber: z.string(),
      siren: z.string(),
    })
    .partial(),
})
export type Correction = z.output<typeof Correction>
