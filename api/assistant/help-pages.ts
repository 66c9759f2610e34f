import { foldText } from '#projections/read-store/values.ts'
import type { Language } from '#api/kernel/languages.ts'
import { wordsOf } from '#api/kernel/words.ts'

export type HelpPage = { readonly name: string; readonly title: string; readonly body: string }

/** A word without the end of most plurals, so that *avoirs* finds *avoir*. */
const stemOf = (word: string): string => foldText(word).replace(/[sx]$/, '')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const pagesOf = (language: Language): readonly HelpPage[] =>
  Object.entries(wordsOf(language, 'help')['page'] ?? {}).map(([name, page]) => {
    // as the file has it
    const { name: title, body } = Object(page) as {
      readonly name?: unknown
      readonly body?: unknown
    }
    return { name, title: textOf(title), body: textOf(body) }
  })

const holds = ({ title, body }: HelpPage, word: string): boolean =>
  foldText(`${title} ${body}`).includes(word)

/** The pages of the help that hold every word, in their order; all of them without words. */
export function helpPages(language: Language, text: string): readonly HelpPage[] {
  const words = foldText(text).split(/\s+/)
  return pagesOf(language).filter((page) => words.every((word) => holds(page, word)))
}

/** Weight of a word in a page's title; one in its text has weight 1. */
const IN_TITLE = 3

/**
 * The pages that hold some of the words, the most telling first. A word of few pages weighs more
 * than a common one.
 */
export function helpPagesAbout(language: Language, words: readonly string[]): readonly HelpPage[] {
  const pages = pagesOf(language)
  const scores = new Map<HelpPage, number>()
  for (const word of words.map(stemOf)) {
    const found = pages.filter((page) => holds(page, word))
    for (const page of found) {
      const weight = foldText(page.title).includes(word) ? IN_TITLE : 1
      scores.set(page, (scores.get(page) ?? 0) + weight / found.length)
    }
  }
  return [...scores].toSorted(([, one], [, other]) => other - one).map(([page]) => page)
}
