import { type AddressedType, recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { isReadable } from '#web/kernel/data/ability.ts'
import { call } from '#web/kernel/data/client.ts'
import { useFound } from '#web/kernel/data/found.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Option } from '#web/kernel/form/select-field.tsx'

/**
 * Names of other records that match the typed text; none of a type that the user may not read.
 *
 * @param filters conditions of their list, as its address has them
 */
export function useSuggestions(
  type: AddressedType & { readonly context: string },
  filters?: string,
  enabled = true,
) {
  const { can } = useSession()
  const { found, search } = useFound(
    [type.context, type.name, 'suggestions', filters],
    (q, signal) =>
      call(recordEndpoints(type).suggestions, {
        query: { q, ...(filters && { filters }) },
        signal,
      }),
    enabled && isReadable(type, can),
  )
  return {
    options: found.map(
      ({ id, name, note }): Option => ({ value: id, label: name, ...(note && { note }) }),
    ),
    search,
  }
}
