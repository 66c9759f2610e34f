import { useDeferredValue } from 'react'
import { useTableState } from '#web/kernel/table/table-state.ts'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'

/** What a list's address says, besides the open row: view, search, further words, sort and page. */
export type ListAddress<V extends string = string, W extends string = string> = {
  readonly view: V
  readonly views: readonly V[]
  /** The address of a view, from its first page. */
  readonly viewAt: (view: V) => string
  /** As it is typed. */
  readonly q: string
  /** What the server is asked for: lags behind the typing. */
  readonly asked: string
  readonly words: Readonly<Record<W, string>>
  readonly place: ReturnType<typeof useTableState>
  readonly usualSort: string
  /** Another filter, another first page. */
  readonly narrow: (change: Partial<Record<W | 'q', string>>) => void
  readonly isNarrowed: boolean
  readonly clear: () => void
}

/**
 * @param views the first one shows all
 * @param viewWord names the view in the address
 * @param words further words of the address; '' is the usual value of each
 * @param usualSort `id` or `-id` of a column; '' keeps the server's order
 */
export function useListAddress<const V extends string = never, const W extends string = never>({
  views = [],
  viewWord = 'view',
  words = [],
  usualSort = '',
}: {
  readonly views?: readonly V[]
  readonly viewWord?: string
  readonly words?: readonly W[]
  readonly usualSort?: string
}): ListAddress<V, W> {
  const [first] = views
  const named: readonly string[] = ['q', ...words, ...(first === undefined ? [] : [viewWord])]
  const usual: Readonly<Record<string, string>> = {
    page: '',
    ...Object.fromEntries(named.map((word) => [word, ''])),
    ...(first !== undefined && { [viewWord]: first }),
  }
  const [said, set] = useUrlState<string>(usual)
  const urlWith = useUrlWith()
  const place = useTableState(usualSort)
  const q = said['q'] ?? ''
  const view = views.find((one) => one === said[viewWord]) ?? first
  return {
    view: view as V, // a list without views has no V
    views,
    viewAt: (one) => urlWith({ [viewWord]: one === first ? '' : one, page: '' }),
    q,
    asked: useDeferredValue(q).trim(),
    words: Object.fromEntries(words.map((word) => [word, said[word] ?? ''])) as Record<W, string>, // entries forget keys
    place,
    usualSort,
    narrow: (change) => set({ ...change, page: '' }),
    isNarrowed: view !== first || named.some((word) => word !== viewWord && said[word] !== ''),
    clear: () => set(usual),
  }
}

/**
 * The order that the address asks for, as the route takes it.
 *
 * @param names column → the server's name of its order; a `-` before the name turns the order round
 * @param usual the order of a column that is not sorted, and of none
 */
export function serverSort(sort: string, names: Readonly<Record<string, string>>, usual: string): string {
  const column = sort.replace(/^-/, '')
  const name = Object.hasOwn(names, column) ? names[column] : undefined
  if (name === undefined) return usual
  return sort.startsWith('-') ? `-${name}`.replace(/^--/, '') : name
}
