import { z } from 'zod'
import { route } from './route.ts'

/** There only where jobs are rung through Redis. */
export const queueRoutes = {
  pass: route({
    summary: 'Lets this browser see the queues for a quarter of an hour, at the address answered',
    method: 'POST',
    path: '/queues/pass',
    access: { permission: 'perm_process_center_manage' },
    reply: z.object({ url: z.string() }),
  }),
}
