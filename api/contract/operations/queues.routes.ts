import type { QueueSchemas } from './queues.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

/** Served only where jobs run through Redis. */
export const queueRoutes = endpoints<QueueSchemas>({
  pass: {
    summary: 'Lets this browser see the queues for a quarter of an hour, at the address answered',
    method: 'POST',
    path: '/queues/pass',
    access: { permission: 'perm_process_center_manage' },
    withoutPlan: true,
  },
})
