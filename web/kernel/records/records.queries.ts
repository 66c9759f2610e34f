import type { RecordType } from '#contract/records.ts'
import { recordRoutes } from '#contract/records.routes.ts'
import { callAll } from '#web/kernel/data/client.ts'

type Words = Readonly<Record<string, string>>

/** Input of a list: the profile of a profile's records is in the path, everything else filters. */
export const listInput = (type: RecordType, fixed: Words, more: Words = {}) => {
  const { profileId, ...query } = { ...fixed, ...more }
  return type.scope === 'profile' && profileId !== undefined
    ? { params: { profileId }, query }
    : { query: { ...fixed, ...more } }
}

/**
 * All records of a type, with the fixed filter. The second word is a collection: its changes make the query read again.
 */
export const recordQuery = (type: RecordType, fixed: Words = {}) => ({
  queryKey: [type.context, type.name, 'all', fixed] as const,
  queryFn: () => callAll(recordRoutes(type).list, listInput(type, fixed)),
})
