import { z } from 'zod'

/**
 * A body that a client may send as it was read. Fields of the answer that only the server writes
 * may stand in it. Names that the answer does not have are still refused.
 */
export function readBack<B extends z.ZodRawShape>(
  body: z.ZodObject<B>,
  answered: z.ZodObject,
): z.ZodObject<B> {
  const others: Record<never, never> = Object.fromEntries(
    Object.keys(answered.shape).flatMap((key) =>
      key in body.shape ? [] : [[key, z.unknown().optional()]],
    ),
  )
  return z.strictObject({ ...others, ...body.shape })
}
