import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'

/** One page of a list. `total` counts the rows of all pages. */
type Page<T> = { readonly rows: readonly T[]; readonly next: string | null; readonly total: number }
/** The query of a page: how many rows, and the cursor that the page before answered. */
type PageAt = { readonly limit: number; readonly cursor?: string }

/**
 * One page of a list that the server sorts and narrows. Its cursor comes from the page before,
 * which is cached. The next page costs one request, a link to the seventh page seven.
 *
 * @param key names the list with its sort and filters
 */
export function usePage<T>(
  key: readonly unknown[],
  read: (at: PageAt) => Promise<Page<T>>,
  {
    page,
    size,
    enabled = true,
  }: { readonly page: number; readonly size: number; readonly enabled?: boolean },
) {
  const queries = useQueryClient()
  const pageQuery = (number: number) => ({
    queryKey: [...key, size, number],
    queryFn: async (): Promise<Page<T>> => {
      if (number === 1) return read({ limit: size })
      const before = await queries.fetchQuery(pageQuery(number - 1))
      // A page beyond the last one is the last one.
      return before.next === null ? before : read({ limit: size, cursor: before.next })
    },
    staleTime: 10_000,
  })
  return useQuery({ ...pageQuery(page), placeholderData: keepPreviousData, enabled })
}
