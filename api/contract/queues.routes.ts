import type { QueueSchemas } from './queues.schemas.ts'
import { endpoints } from './endpoint.ts'

/** There only where jobs are rung through Redis. */
export const queueRoutes = endpoints<QueueSchemas>({
  pass: {
    summary: 'Lets this browser see the queues for a quarter of an hour, at the address answered',
    method: 'POST',
    path: '/queues/pass',
    access: { permission: 'perm_process_center_manage' },
  },
})
