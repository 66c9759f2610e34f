import { get } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { Currency, Id, own } from '#contract/kernel/inputs.schemas.ts'

/**
 * One line of what was found. `status` is the entity's own word: a bill's state, a company's kind.
 */
export const Found = z.object({
  entity: z.string(),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** In major units; a credit note's is negative. */
  amount: z.object({ value: z.number(), currency: Currency }).optional(),
  /** Days done of those sold, for a contract. */
  days: z.object({ done: z.number(), of: z.number() }).optional(),
  status: z.string().optional(),
})
export type Found = z.output<typeof Found>

export const searchRoutes = {
  find: get('/search/:userId', {
    summary:
      'What the user may read and the words or the amount find, five of an entity; without words the last changed',
    access: 'signed-in',
    params: own,
    query: z.object({
      q: z.string().trim().max(200).default(''),
      /** Only this profile's records, among those of profiles. */
      profileId: Id.optional(),
    }),
    reply: z.array(Found),
  }),
}
