import { type RecordRow, recordRoutes, type RecordType } from '#contract/records.ts'
import { callAll } from '#web/kernel/data/client.ts'

/** All records of a type, narrowed by what is fixed. The second word is the collection that changes are told by. */
export const recordQuery = (type: RecordType, fixed: Readonly<Record<string, string>> = {}) => ({
  queryKey: [type.context, type.name, 'all', fixed] as const,
  queryFn: () => callAll(recordRoutes(type).list, { query: fixed } as never) as Promise<readonly RecordRow[]>, // a record's filters are known by its type alone
})
