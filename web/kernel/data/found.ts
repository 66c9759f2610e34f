import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '#web/kernel/data/settled.tsx'

/** The search of a picker on the server. */
export type Search = {
  readonly onQuery: (q: string) => void
  /** No answer to the last text yet: the choices are those of a text before. */
  readonly isFinding: boolean
}

/**
 * Finds of the server for the text in a picker. The former answer stays until the next one is
 * there, and an overtaken request is cancelled.
 *
 * @param key names the list and what narrows it
 */
export function useFound<T>(
  key: readonly unknown[],
  read: (q: string, signal: AbortSignal) => Promise<readonly T[]>,
  enabled = true,
): { readonly found: readonly T[]; readonly search: Search } {
  const [q, onQuery] = useState('')
  const isSettled = useSettled()
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    queryKey: [...key, 'found', q],
    queryFn: ({ signal }) => read(q, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    // Choices wait for the screen itself, until the user types.
    enabled: enabled && (isSettled || q !== ''),
  })
  return {
    found: data ?? [],
    search: {
      onQuery,
      isFinding: (isFetching && isPlaceholderData) || (enabled && data === undefined && !isError),
    },
  }
}
