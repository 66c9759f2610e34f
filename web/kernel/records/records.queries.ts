import { keepPreviousData } from '@tanstack/react-query'
import type { RecordType } from '#contract/kernel/records.ts'
import { type AddressedType, recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import type { RecordSummary } from '#contract/kernel/records.schemas.ts'
import { call, callAll } from '#web/kernel/data/client.ts'

type Words = Readonly<Record<string, string>>

/** Input of a list: the profile of a profile's records is in the path, everything else filters. */
export const listInput = (type: RecordType, fixed: Words, more: Words = {}) => {
  const { profileId, ...query } = { ...fixed, ...more }
  return type.scope === 'profile' && profileId !== undefined
    ? { params: { profileId }, query }
    : { query: { ...fixed, ...more } }
}

/** A list's sums and references, of what the query finds. */
export const recordSummaryQuery = (type: RecordType, query: Words) => ({
  queryKey: [type.context, type.name, 'summary', query] as const,
  queryFn: (): Promise<RecordSummary> =>
    call(recordEndpoints(type).summary, listInput(type, query)),
  placeholderData: keepPreviousData,
})

/** One record, for a panel whose row is on another page. */
export const oneRecordQuery = (type: AddressedType & { readonly context: string }, id: string) => ({
  queryKey: [type.context, type.name, 'one', id] as const,
  queryFn: () => call(recordEndpoints(type).get, { params: { id } }),
  retry: false,
})

/**
 * All records of a type, with the fixed filter. The second word is a collection: its changes make
 * the query read again.
 */
export const recordQuery = (type: RecordType, fixed: Words = {}) => ({
  queryKey: [type.context, type.name, 'all', fixed] as const,
  queryFn: () => callAll(recordEndpoints(type).list, listInput(type, fixed)),
})
