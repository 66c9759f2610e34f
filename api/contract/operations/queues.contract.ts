import { post } from '#contract/kernel/contract.ts'
import { z } from 'zod'

/** Served only where jobs run through Redis. */
export const queueRoutes = {
  pass: post('/queues/pass', {
    summary: 'Lets this browser see the queues for a quarter of an hour, at the address answered',
    access: { permission: 'perm_process_center_manage' },
    withoutPlan: true,
    reply: z.object({ url: z.string() }),
  }),
}
