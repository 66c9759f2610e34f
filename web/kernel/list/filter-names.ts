import { useQueries, useQuery } from '@tanstack/react-query'
import { recordRoutes } from '#contract/records.routes.ts'
import { titleOf } from '#contract/records.ts'
import type { Condition, FilterField } from '#contract/list-filters.ts'
import { call } from '#web/kernel/data/client.ts'
import { typeNamed } from '#web/kernel/records/record-type.ts'
import { oneRecordQuery } from '#web/kernel/records/records.queries.ts'

/** Ids that a reference's condition names. */
export const idsOf = (field: FilterField, { value }: Condition): readonly string[] =>
  field.kind === 'reference' ? [value].flat().map(String) : []

/** Names of records by their ids; those that cannot be read are missing. */
export function useRecordNames(of: string | undefined, ids: readonly string[]): ReadonlyMap<string, string> {
  const type = of === undefined ? null : typeNamed(of)
  const read = useQueries({
    queries:
      type === null
        ? []
        : ids.map((id) => ({ ...oneRecordQuery(type, id), meta: { failure: 'silent' as const }, enabled: id !== '0' })),
  })
  return new Map(read.flatMap(({ data }, index) => (type && data ? [[ids[index] ?? '', titleOf(type, data)]] : [])))
}

/** Records of a type that match what is typed. */
export function useRecordSuggestions(of: string | undefined, q: string) {
  const found = useQuery({
    queryKey: ['suggestions', of ?? '', q] as const,
    queryFn: () => call(recordRoutes(typeNamed(of ?? '')).suggestions, { query: { q } }),
    enabled: of !== undefined,
    meta: { failure: 'silent' as const },
  }).data
  return (found ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
