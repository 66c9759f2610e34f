import type { Collection, Doc, Filter, Query } from '#domain/kernel/ports/read-store.ts'
import { LONG_WORD } from '#domain/kernel/fold-text.values.ts'
import { type Search, searchesOf } from './search.ts'
import { searchWords } from './values.ts'

const mayBeWrong = (word: string): boolean => word.length >= LONG_WORD && !/\d/.test(word)

/** A filter whose searches forgive these words, further filters included. */
function withForgiven(
  { search, and, ...filter }: Filter,
  unknown: ReadonlyMap<Search, readonly string[]>,
): Filter {
  const forgiven = search === undefined ? [] : (unknown.get(search) ?? [])
  const found: Search | undefined = search && forgiven.length > 0 ? { ...search, forgiven } : search
  return {
    ...filter,
    ...(found && { search: found }),
    ...(and && { and: and.map((further) => withForgiven(further, unknown)) }),
  }
}

/**
 * A collection whose searches forgive one wrong letter, alike on every adapter. A word is forgiven
 * when none of the owner's documents has it. Lists, counts and sums of one search thus agree,
 * whatever else they are filtered by. Searches that find something cost nothing more.
 */
export function forgiving<D extends Doc>(exact: Collection<D>): Collection<D> {
  async function isUnknown(word: string, { fields }: Search, { where }: Filter): Promise<boolean> {
    const owner = where?.['owner']
    const { items } = await exact.find({
      filter: {
        ...(owner !== undefined && { where: { owner } }),
        search: { fields, text: word },
      },
      fields: [],
      limit: 1,
    })
    return items.length === 0
  }

  /** The filter that forgives; null where every word is known, or may not be wrong. */
  async function forgiven(filter: Filter): Promise<Filter | null> {
    const unknown = new Map<Search, readonly string[]>()
    for (const search of searchesOf(filter)) {
      const words: string[] = []
      for (const word of searchWords(search.text).filter(mayBeWrong))
        if (await isUnknown(word, search, filter)) words.push(word)
      if (words.length > 0) unknown.set(search, words)
    }
    return unknown.size === 0 ? null : withForgiven(filter, unknown)
  }

  /** Asks again with forgiveness when nothing is found. */
  async function asked<R>(
    filter: Filter,
    ask: (filter: Filter) => Promise<R>,
    isEmpty: (answer: R) => boolean,
  ): Promise<R> {
    const answer = await ask(filter)
    if (!isEmpty(answer) || searchesOf(filter).length === 0) return answer
    const wider = await forgiven(filter)
    return wider === null ? answer : ask(wider)
  }

  return {
    ...exact,
    find: ((query: Query) =>
      asked(
        query.filter,
        (filter) => exact.find({ ...query, filter }),
        ({ items }) => items.length === 0,
      )) as Collection<D>['find'], // both of its shapes are passed on
    count: (filter) =>
      asked(
        filter,
        (wanted) => exact.count(wanted),
        (count) => count === 0,
      ),
    sum: (filter, spec) =>
      asked(
        filter,
        (wanted) => exact.sum(wanted, spec),
        (groups) => groups.length === 0,
      ),
  }
}
