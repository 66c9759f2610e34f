import { z } from 'zod'
import { routes } from '#contract/kernel/route.ts'
import * as endpoints from './session.routes.ts'

const sessionSchemas = {
  token: {
    reply: z
      .object({
        accessToken: z.string(),
        /** @unit seconds */ expiresIn: z.int(),
        userId: z.string(),
      })
      .nullable(),
  },
  signOut: {
    reply: z.object({ endSessionUrl: z.string() }),
  },
}
export type SessionSchemas = typeof sessionSchemas
export const sessionRoutes = routes(endpoints.sessionRoutes, sessionSchemas)
