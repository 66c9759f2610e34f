import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useOpenRow } from '#web/kernel/table/table-state.ts'

/**
 * The row that `?open=` names: of this page, or read by itself when it is on another one.
 *
 * @param one the query of a row by itself
 * @param isRow false for words of the address that name no row, such as `new`
 */
export function useOpened<T extends { readonly id: string }>(
  rows: readonly T[] | undefined,
  one: (
    id: string,
  ) => Pick<UseQueryOptions<T, Error, T, readonly unknown[]>, 'queryKey' | 'queryFn'>,
  isRow: (id: string) => boolean = () => true,
) {
  const { openId, openRow, closeRow } = useOpenRow()
  const isAsked = openId !== '' && isRow(openId)
  const onPage = isAsked ? rows?.find(({ id }) => id === openId) : undefined
  const elsewhere = useQuery({
    ...one(openId),
    retry: false,
    enabled: isAsked && rows !== undefined && !onPage,
  })
  return {
    openId,
    openRow,
    closeRow,
    row: onPage ?? (isAsked ? elsewhere.data : undefined),
    /** Whether it is known if there is such a row. */
    isKnown: isAsked && (onPage !== undefined || elsewhere.isSuccess || elsewhere.isError),
  }
}
