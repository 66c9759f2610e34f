import { z } from 'zod'
import { Id, own, routes, Time } from '#contract/kernel/route.ts'
import * as endpoints from './own-data.routes.ts'

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

const ownDataSchemas = {
  whole: { params: own, reply: z.unknown() },
  begin: { params: own, reply: z.object({ id: z.string() }) },
  all: { params: own, reply: z.array(OwnExport) },
  one: { params: one, reply: OwnExport },
  file: { params: one.extend({ token: z.string().max(100) }), reply: z.unknown() },
}
export type OwnDataSchemas = typeof ownDataSchemas
export const ownDataRoutes = routes(endpoints.ownDataRoutes, ownDataSchemas)
