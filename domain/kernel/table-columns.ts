import { foldText } from './fold-text.values.ts'

/** Rows of cells, as a file has them. */
export type Table = readonly (readonly string[])[]

const plain = (text: string): string =>
  foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The columns of a table by what they mean: `of` names a cell's columns, the surest first. */
export type Columns<Meaning extends string> = {
  readonly of: Readonly<Partial<Record<Meaning, readonly number[]>>>
  /** Names of columns without a meaning that is known. */
  readonly others: readonly string[]
}

/**
 * Meanings of the columns of a head. A column's name is one of its meaning's words, or begins with
 * one. The first meaning that fits is its own.
 */
export function columnsOf<Meaning extends string>(
  head: readonly string[],
  words: Readonly<Record<Meaning, readonly string[]>>,
): Columns<Meaning> {
  const meanings = Object.keys(words) as readonly string[] as readonly Meaning[] // as declared
  const found = new Map<Meaning, { readonly at: number; readonly rank: number }[]>()
  const others: string[] = []
  head.forEach((name, at) => {
    const wanted = plain(name)
    const exact = meanings.find((one) => words[one].some((word) => plain(word) === wanted))
    const begun = meanings.find((one) =>
      words[one].some((word) => `${wanted} `.startsWith(`${plain(word)} `)),
    )
    const meaning = exact ?? begun
    if (wanted === '') return
    if (meaning === undefined) others.push(name.trim())
    else found.set(meaning, [...(found.get(meaning) ?? []), { at, rank: exact ? 0 : 1 }])
  })
  const of: { [M in Meaning]?: readonly number[] } = {}
  for (const [meaning, places] of found)
    of[meaning] = places.toSorted((a, b) => a.rank - b.rank).map(({ at }) => at)
  return { of, others }
}
