import { useQueries } from '@tanstack/react-query'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import type { Condition, FilterField } from '#contract/kernel/list-filters.ts'
import { isReadable } from '#web/kernel/data/ability.ts'
import { ApiProblem, call } from '#web/kernel/data/client.ts'
import { useFound } from '#web/kernel/data/found.ts'
import { useSession } from '#web/kernel/data/session.tsx'

/** Ids that a reference's condition names. */
export const idsOf = (field: FilterField, { value }: Condition): readonly string[] =>
  field.kind === 'reference' ? [value].flat().map(String) : []

/** Record types load with the first reference that a filter names. */
const loadTypes = () => import('#web/kernel/data/type-named.ts')

/** Names of records by their ids; those that cannot be read are missing. */
export function useRecordNames(
  of: string | undefined,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const { can } = useSession()
  const read = useQueries({
    queries:
      of === undefined
        ? []
        : ids.map((id) => ({
            queryKey: ['suggestions', of, 'name', id] as const,
            queryFn: async () => {
              const { typeNamed, titleOf } = await loadTypes()
              const type = typeNamed(of)
              if (!isReadable(type, can)) throw new ApiProblem(403, 'FORBIDDEN', '')
              return titleOf(type, await call(recordEndpoints(type).get, { params: { id } }))
            },
            retry: false,
            meta: { refusal: 'silent' as const },
            enabled: id !== '0',
          })),
  })
  return new Map(
    read.flatMap(({ data }, index) => (data === undefined ? [] : [[ids[index] ?? '', data]])),
  )
}

/** Records of a type that match what is typed. */
export function useRecordSuggestions(of: string | undefined) {
  const { can } = useSession()
  const { found, search } = useFound(
    ['suggestions', of ?? ''],
    async (q, signal) => {
      const type = (await loadTypes()).typeNamed(of ?? '')
      return isReadable(type, can)
        ? call(recordEndpoints(type).suggestions, { query: { q }, signal })
        : []
    },
    of !== undefined,
  )
  return { options: found.map(({ id, name }) => ({ value: id, label: name })), search }
}
