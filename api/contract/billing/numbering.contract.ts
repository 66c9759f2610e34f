import { z } from 'zod'
import { get, put } from '#contract/kernel/contract.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'
import { ofProfile, VersionOrNone } from '#contract/kernel/inputs.schemas.ts'
import { Year } from '#contract/kernel/times.schemas.ts'
import { oneLine } from '#domain/kernel/texts.ts'

/** Kinds of papers that are numbered apart. */
const KINDS = ['invoice', 'creditNote', 'quote'] as const
const Name = z
  .string()
  .regex(/^[A-Z0-9]{0,8}$/)
  .default('')
  .describe('A further series; empty for the usual one')

const Series = z.object({
  id: z.string().describe('Of its history'),
  version: z.int().describe('0 before it was set or gave a number'),
  kind: z.enum(KINDS),
  name: z.string(),
  year: z.int(),
  pattern: z.string(),
  next: z.int(),
  nextRef: z.string().describe('The number that the next paper is given'),
  inUse: z.boolean().describe('It has given a number; its pattern and its next number stay'),
})
export type NumberSeries = z.output<typeof Series>

export const numberingRoutes = {
  get: get('/numbering/:userId/:profileId/:year', {
    summary:
      'The series of numbers of a business: one a SIREN, kind and year, and numbers given twice',
    access: { permission: 'perm_billing_menu' },
    params: ofProfile.extend({ year: Year }),
    query: z.object({ name: Name }),
    reply: z.object({
      series: z.array(Series),
      doubles: z
        .array(z.string())
        .describe('Numbers that two profiles of the SIREN gave, before they shared their series'),
    }),
  }),
  set: put('/numbering/:userId/:profileId', {
    summary: 'Sets pattern and next number of a series that has not given any number yet',
    access: { permission: 'perm_billing_update' },
    params: ofProfile,
    body: z.strictObject({
      kind: z.enum(KINDS),
      name: Name,
      year: Year,
      prefix: oneLine(20).optional().describe('Before the usual pattern'),
      pattern: oneLine(35)
        .optional()
        .describe('`{YYYY}` or `{YY}` is the year, `{0000}` the number; in place of `prefix`'),
      next: z.int().min(1).max(999_999_999).default(1),
      reason: oneLine(200).describe('Why, for the history'),
      version: VersionOrNone,
    }),
    reply: Written,
  }),
}
