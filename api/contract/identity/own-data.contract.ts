import { get, post } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { Id, own } from '#contract/kernel/inputs.schemas.ts'
import { Time } from '#contract/kernel/times.schemas.ts'

const one = own.extend({ id: Id })

export const OwnExport = z.object({
  id: z.string(),
  state: z.enum(['running', 'ready', 'failed']),
  progress: z.int().min(0).max(100).describe('In percent'),
  url: z.string().describe('The link to the ZIP, which needs no sign-in; empty until it is ready'),
  expires: Time.describe('When export and link are removed'),
  startedAt: Time,
})
export type OwnExport = z.output<typeof OwnExport>

export const ownDataRoutes = {
  whole: get('/export/:userId', {
    summary: 'All of the caller’s data as a ZIP, made while it is sent',
    access: 'signed-in',
    kind: 'binary',
    heavy: true,
    perMinute: 6,
    closedToGuests: true,
    params: own,
    reply: z.unknown(),
  }),
  begin: post('/export/:userId', {
    summary:
      'Begins an export of all of the caller’s data, which replaces an earlier one; while one runs, answers that one',
    access: 'signed-in',
    heavy: true,
    withoutPlan: true,
    perMinute: 6,
    closedToGuests: true,
    params: own,
    reply: z.object({ id: z.string() }),
  }),
  all: get('/export/:userId/all', {
    summary: 'The caller’s exports that have not expired, the newest first',
    access: 'signed-in',
    params: own,
    reply: z.array(OwnExport),
  }),
  one: get('/export/:userId/:id', {
    summary: 'How far an export is, and the link to it once it is ready',
    access: 'signed-in',
    params: one,
    reply: OwnExport,
  }),
  file: get('/export/:userId/:id/file/:token', {
    summary: 'The ZIP of an export, by its link, until that expires',
    access: 'anyone',
    kind: 'binary',
    perMinute: 30,
    params: one.extend({ token: z.string().max(100) }),
    reply: z.unknown(),
  }),
}
