import type { RecordType } from '#contract/records.ts'
import { recordRoutes } from '#contract/records.routes.ts'
import { callAll } from '#web/kernel/data/client.ts'

type Words = Readonly<Record<string, string>>

/** What a list is asked with: of a profile's records the profile stands in the path, everything else narrows it. */
export const listInput = (type: RecordType, fixed: Words, more: Words = {}) => {
  const { profileId, ...query } = { ...fixed, ...more }
  return type.scope === 'profile' && profileId !== undefined
    ? { params: { profileId }, query }
    : { query: { ...fixed, ...more } }
}

/** All records of a type, narrowed by what is fixed. The second word is the collection that changes are told by. */
export const recordQuery = (type: RecordType, fixed: Words = {}) => ({
  queryKey: [type.context, type.name, 'all', fixed] as const,
  queryFn: () => callAll(recordRoutes(type).list, listInput(type, fixed)),
})
