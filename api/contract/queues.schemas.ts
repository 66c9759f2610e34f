import { z } from 'zod'
import { routes } from './route.ts'
import * as endpoints from './queues.routes.ts'

/** There only where jobs are rung through Redis. */
const queueSchemas = {
  pass: {
    reply: z.object({ url: z.string() }),
  },
}
export type QueueSchemas = typeof queueSchemas
export const queueRoutes = routes(endpoints.queueRoutes, queueSchemas)
