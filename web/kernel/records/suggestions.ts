import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { call } from '#web/kernel/data/client.ts'
import { useFound } from '#web/kernel/data/found.ts'
import type { Option } from '#web/kernel/form/select-field.tsx'
import { typeNamed } from '../data/type-named.ts'

/**
 * Names of other records that match the typed text.
 *
 * @param filters conditions of their list, as its address has them
 */
export function useSuggestions(references: string, filters?: string, enabled = true) {
  const type = typeNamed(references)
  const { found, search } = useFound(
    [type.context, references, 'suggestions', filters],
    (q, signal) =>
      call(recordEndpoints(type).suggestions, {
        query: { q, ...(filters && { filters }) },
        signal,
      }),
    enabled,
  )
  return {
    options: found.map(
      ({ id, name, note }): Option => ({ value: id, label: name, ...(note && { note }) }),
    ),
    search,
  }
}
