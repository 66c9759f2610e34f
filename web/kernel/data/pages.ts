import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'

/** One page of a list. `total` counts the rows of all pages. */
type Page<T> = { readonly rows: readonly T[]; readonly next: string | null; readonly total: number }
/** The query of a page: how many rows, and the cursor that the page before answered. */
type PageAt = { readonly limit: number; readonly cursor?: string }

/** The first page of a list, as `usePage` reads it. @param size rows of a page */
export const firstPageQuery = <T>(
  key: readonly unknown[],
  read: (at: PageAt) => Promise<Page<T>>,
  size: number,
) => ({
  queryKey: [...key, size, 1],
  queryFn: (): Promise<Page<T>> => read({ limit: size }),
  staleTime: 10_000,
})

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
  const first = firstPageQuery(key, read, size)
  const pageQuery = (number: number): typeof first => ({
    ...first,
    queryKey: [...key, size, number],
    queryFn: async () => {
      if (number === 1) return first.queryFn()
      const before = await queries.fetchQuery(pageQuery(number - 1))
      // A page beyond the last one is the last one.
      return before.next === null ? before : read({ limit: size, cursor: before.next })
    },
  })
  return useQuery({ ...pageQuery(page), placeholderData: keepPreviousData, enabled })
}
