import { z } from 'zod'
import { Currency, Id, own, routes } from './route.ts'
import * as endpoints from './search.routes.ts'

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
  /** Of a contract: days done of those sold. */
  days: z.object({ done: z.number(), of: z.number() }).optional(),
  status: z.string().optional(),
})
export type Found = z.output<typeof Found>

const schemas = {
  find: {
    params: own,
    query: z.object({
      q: z.string().trim().max(200).default(''),
      /** Of what belongs to a professional profile, only this one's. */
      profileId: Id.optional(),
    }),
    reply: z.array(Found),
  },
}
export type SearchSchemas = typeof schemas
export const searchRoutes = routes(endpoints.searchRoutes, schemas)
