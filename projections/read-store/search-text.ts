import type { Search } from './matching.ts'

/**
 * The search texts of some documents, joined. One long text is searched several times as fast as
 * each of them.
 */
export type SearchText = {
  readonly text: string
  /** Where each document's text begins; the last element is the end of the text. */
  readonly starts: readonly number[]
}

export function searchText(docs: readonly object[], { textOf }: Search): SearchText {
  const texts = docs.map(textOf)
  const starts = [0]
  let at = 0
  // No word contains a line end, so none is found across two documents.
  for (const text of texts) starts.push((at += text.length + 1))
  return { text: `${texts.join('\n')}\n`, starts }
}

/**
 * Visits the index of each document from `first` up to, not including, `last` whose text has every
 * word.
 */
export function eachWithWords(
  { text, starts }: SearchText,
  words: readonly string[],
  first: number,
  last: number,
  visit: (place: number) => void,
): void {
  const startOf = (place: number) => starts[place] as number // place <= documents
  const end = startOf(last)
  let place = first
  // Each word in turn advances to the next document that has it, until all words are in one
  // document.
  for (let agreed = 0, word = 0; place < last; word = (word + 1) % words.length) {
    const found = text.indexOf(words[word] as string, startOf(place)) // word < words.length
    if (found === -1 || found >= end) return
    if (found >= startOf(place + 1)) {
      while (startOf(place + 1) <= found) place++
      agreed = 0
    }
    if (++agreed < words.length) continue
    visit(place++)
    agreed = 0
  }
}
