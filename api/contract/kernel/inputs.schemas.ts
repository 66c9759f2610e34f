import { z } from 'zod'

export { CurrencyCode as Currency } from '#domain/kernel/records/fields.ts'

/** Ids are ULIDs, made by the server or by the client. */
export const Id = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
/** Ids, separated by commas. */
export const idsUpTo = (most: number) =>
  z
    .string()
    .max(27 * most)
    .transform((text) => text.split(','))
    .pipe(z.array(Id).min(1).max(most))
/** A reference that may be empty: 0 (or "0") means none. */
export const IdOrNone = z
  .union([Id, z.literal(0), z.literal('0')])
  .transform((id) => (id === '0' ? (0 as const) : id))
/** The version that the caller has read; STALE_VERSION when the record has a later one. */
export const Version = z.int().min(1).optional()
/** Version of a record that begins with its first change: 0 before it. */
export const VersionOrNone = z.int().min(0).optional()
/** Path parameters: the owner, and one of the owner's professional profiles. */
export const own = z.object({ userId: z.string().max(64) })
export const ofProfile = own.extend({ profileId: Id })
