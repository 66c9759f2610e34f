import { z } from 'zod'
import { routes } from '#contract/kernel/route.ts'
import * as endpoints from './queues.routes.ts'

/** Served only where jobs run through Redis. */
const queueSchemas = {
  pass: {
    reply: z.object({ url: z.string() }),
  },
}
export type QueueSchemas = typeof queueSchemas
export const queueRoutes = routes(endpoints.queueRoutes, queueSchemas)
