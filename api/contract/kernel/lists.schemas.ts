import { z } from 'zod'
import { LARGEST_PAGE, USUAL_PAGE } from './api.values.ts'

/** Number of rows in an answer. */
export const Limit = z.coerce.number().int().min(1).max(LARGEST_PAGE)
/** Where the page before ended, as `x-next-cursor` said. */
export const Cursor = z
  .string()
  .regex(/^[\w-]{0,2000}$/)
  .optional()
/** A field, or `-` and a field for the descending order. */
export const sortBy = <const N extends string>(names: readonly N[]) =>
  z.enum<(N | `-${N}`)[]>([...names, ...names.map((name): `-${N}` => `-${name}`)])
/** `?limit=&cursor=` */
export const Pages = z.object({ limit: Limit.default(USUAL_PAGE), cursor: Cursor })
/** `?limit=&cursor=&q=` */
export const ListQuery = Pages.extend({ q: z.string().max(200).optional() })
