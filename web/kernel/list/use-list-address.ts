import { useDeferredValue } from 'react'
import type { Conditions, FilterFields } from '#contract/kernel/list-filters.ts'
import { useTableState } from '#web/kernel/table/table-state.ts'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { conditionsIn, filterWord, wordsOf } from './filter-address.ts'

/** The part of a list's address that its filters' panel reads and writes. */
export type Filtering = {
  /** The filters of single fields. */
  readonly conditions: Conditions
  readonly filter: (conditions: Conditions) => void
  /** All that narrows the list, to be kept under a name. */
  readonly narrowing: string
  /** Narrows the list as it was kept. */
  readonly resume: (narrowing: string) => void
}

/**
 * State of a list's address, besides the open row: view, search, filters, further words, sort and
 * page.
 */
export type ListAddress<V extends string = string, W extends string = string> = Filtering & {
  readonly view: V
  /** The address of a view, from its first page. */
  readonly viewAt: (view: V) => string
  /** Shows a view from its first page, also while the page shows an address from before. */
  readonly show: (view: V) => void
  /** The words searched for, as the user types them. */
  readonly q: string
  /** Query to the server: it lags behind the typing. */
  readonly asked: string
  readonly words: Readonly<Record<W, string>>
  readonly place: ReturnType<typeof useTableState>
  readonly usualSort: string
  /** Another filter, another first page. */
  readonly narrow: (change: Partial<Record<W | 'q', string>>) => void
  readonly isNarrowed: boolean
  readonly clear: () => void
}

const NO_FILTERS: FilterFields = {}

/**
 * @param views the first one shows all
 * @param viewWord names the view in the address
 * @param words further words of the address; '' is the usual value of each
 * @param filters fields that the list can be filtered by
 * @param usualSort `id` or `-id` of a column; '' keeps the server's order
 */
export function useListAddress<const V extends string = never, const W extends string = never>({
  views = [],
  viewWord = 'view',
  words = [],
  filters = NO_FILTERS,
  usualSort = '',
}: {
  readonly views?: readonly V[]
  readonly viewWord?: string
  readonly words?: readonly W[]
  readonly filters?: FilterFields
  readonly usualSort?: string
}): ListAddress<V, W> {
  const [first] = views
  const narrowing: Readonly<Record<string, string>> = {
    q: '',
    ...Object.fromEntries(
      [...words, ...Object.keys(filters).map(filterWord)].map((word) => [word, '']),
    ),
    ...(first !== undefined && { [viewWord]: first }),
  }
  const usual = { ...narrowing, page: '' }
  const [address, set] = useUrlState<string>(usual)
  const urlWith = useUrlWith()
  const place = useTableState(usualSort)
  const q = address['q'] ?? ''
  const view = views.find((one) => one === address[viewWord]) ?? first
  const unusual = Object.entries(narrowing).flatMap(([word, none]) => {
    const now = word === viewWord && view !== undefined ? view : (address[word] ?? none)
    return now === none ? [] : [[word, now]]
  })
  return {
    view: view as V, // a list without views has no V
    viewAt: (one) => urlWith({ [viewWord]: one === first ? '' : one, page: '' }),
    show: (one) => set({ [viewWord]: one, page: '' }, 'narrow'),
    q,
    asked: useDeferredValue(q).trim(),
    words: Object.fromEntries(words.map((word) => [word, address[word] ?? ''])) as Record<
      W,
      string
    >, // entries forget keys
    conditions: conditionsIn(filters, (word) => address[word] ?? ''),
    filter: (conditions) => set({ ...wordsOf(filters, conditions), page: '' }, 'narrow'),
    place,
    usualSort,
    narrow: (change) => set({ ...change, page: '' }, 'narrow'),
    isNarrowed: unusual.length > 0,
    clear: () => set(usual, 'narrow'),
    narrowing: new URLSearchParams(unusual).toString(),
    resume: (stored) => {
      const words = new URLSearchParams(stored)
      set(
        {
          ...usual,
          ...Object.fromEntries(
            Object.keys(narrowing).flatMap((word) =>
              words.has(word) ? [[word, words.get(word) ?? '']] : [],
            ),
          ),
        },
        'narrow',
      )
    },
  }
}

/** A name, and the same in the other direction. */
type Ordered<S extends string> = S extends `-${infer Name}` ? S | Name : S | `-${S}`

/**
 * The order that the address asks for, as the route takes it.
 *
 * @param names column → the server's name of its order; a `-` before the name turns the order round
 * @param usual the order of a column that is not sorted, and of none
 */
export function serverSort<const S extends string, U extends string | undefined>(
  sort: string,
  names: Readonly<Record<string, S>>,
  usual: U,
): Ordered<S> | U {
  const column = sort.replace(/^-/, '')
  const name = Object.hasOwn(names, column) ? names[column] : undefined
  if (name === undefined) return usual
  return (sort.startsWith('-') ? `-${name}`.replace(/^--/, '') : name) as Ordered<S> // one sign more, or one less
}
