import { get } from '#contract/kernel/contract.ts'
import { own } from '#contract/kernel/inputs.schemas.ts'
import { z } from 'zod'

const Part = z.object({
  part: z.enum(['records', 'events', 'letters', 'bytes', 'files', 'receivedBytes']),
  used: z.int().min(0),
  most: z.int().min(0),
  nearly: z.boolean().describe('Four fifths or more are used'),
})
export type UsagePart = z.output<typeof Part>

export const usageRoutes = {
  one: get('/usage/:userId', {
    summary: 'What the caller keeps, and may keep by the plan: records, facts, letters, files',
    access: 'signed-in',
    params: own,
    reply: z.object({ plan: z.enum(['guest', 'free', 'paid']), parts: z.array(Part) }),
  }),
}
