import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** The search of a picker on the server. */
export type Search = {
  readonly onQuery: (q: string) => void
  /** No answer to the last text yet: the choices are those of a text before. */
  readonly isFinding: boolean
}

/**
 * What the server finds for the text that is typed into a picker. The answer before stays until the
 * next one is there, and a request that is overtaken is given up.
 *
 * @param key names the list and what narrows it
 */
export function useFound<T>(
  key: readonly unknown[],
  read: (q: string, signal: AbortSignal) => Promise<readonly T[]>,
  enabled = true,
): { readonly found: readonly T[]; readonly search: Search } {
  const [q, onQuery] = useState('')
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [...key, 'found', q],
    queryFn: ({ signal }) => read(q, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    enabled,
  })
  return {
    found: data ?? [],
    search: { onQuery, isFinding: isFetching && (isPlaceholderData || data === undefined) },
  }
}
