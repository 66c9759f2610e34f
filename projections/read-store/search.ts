import type { Filter } from '#domain/kernel/ports/read-store.ts'
import { hasWordLike } from '#domain/kernel/fold-text.values.ts'
import { searchable, searchWords, valuesAt } from './values.ts'

/** A search, with the words in which one letter may be wrong. */
export type Search = NonNullable<Filter['search']> & { readonly forgiven?: readonly string[] }

/**
 * A document's search text. Values are parted by line ends, and a word has none: no word is found
 * across two values.
 */
export function searchTextOf(fields: readonly string[]): (doc: object) => string {
  const paths = fields.map((field) => field.split('.'))
  return (doc) =>
    searchable(
      paths
        .flatMap((path) =>
          valuesAt(doc, path).filter(
            (value) => typeof value === 'string' || typeof value === 'number',
          ),
        )
        .join('\n'),
    )
}

/** The searches of a filter and of its further ones. */
export const searchesOf = ({ search, and = [] }: Filter): readonly Search[] => [
  ...(search && searchWords(search.text).length > 0 ? [search] : []),
  ...and.flatMap(searchesOf),
]

/** Whether a document has every word of every search. */
export function searchTest(searches: readonly Search[]): (doc: object) => boolean {
  const tests = searches.map(({ fields, text, forgiven = [] }) => ({
    words: searchWords(text)
      .filter((word) => !forgiven.includes(word))
      .toSorted((a, b) => b.length - a.length),
    forgiven,
    textOf: searchTextOf(fields),
  }))
  return (doc) =>
    tests.every(({ words, forgiven, textOf }) => {
      const text = textOf(doc)
      return (
        words.every((word) => text.includes(word)) &&
        forgiven.every((word) => hasWordLike(text, word))
      )
    })
}
