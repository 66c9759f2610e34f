import { z } from 'zod'
import { audit, Id, ListQuery, routes, Written } from '#contract/kernel/route.ts'
import * as endpoints from './documents.routes.ts'

const own = z.object({ userId: z.string().max(64) })
const one = own.extend({ id: Id })

const file = {
  name: z.string(),
  /** MIME type, detected in the content. */
  type: z.string(),
  bytes: z.int(),
  /** SHA-256 of the content, hexadecimal. */
  sha256: z.string(),
}

/** An uploaded file and its uses: a used file cannot be removed. */
const Document = z.object({
  ...audit,
  ...file,
  usedBy: z.array(z.object({ entity: z.string(), id: z.string() })),
})

const documentSchemas = {
  upload: {
    params: own,
    reply: z.array(Written.extend(file)),
  },
  list: {
    params: own,
    query: ListQuery,
    reply: z.array(Document),
  },
  download: {
    params: one,
    reply: z.undefined(),
  },
  preview: {
    params: one,
    reply: z.undefined(),
  },
  remove: {
    params: one,
    reply: Written,
  },
}
export type DocumentSchemas = typeof documentSchemas
export const documentRoutes = routes(endpoints.documentRoutes, documentSchemas)
