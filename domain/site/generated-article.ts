import { numbersIn, unsupportedNumbers } from '#domain/kernel/number-check.ts'

/** A sentence of a program. `sources` are the places of given sources, from 1. */
type GeneratedSentence = {
  readonly text: string
  /** Whether it states a fact that could be wrong. */
  readonly claim: boolean
  readonly sources: readonly number[]
}
export type GeneratedArticle = {
  readonly title: string
  readonly summary: string
  readonly sections: readonly {
    readonly heading: string
    readonly sentences: readonly GeneratedSentence[]
  }[]
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

/**
 * Whether a sentence claims nothing, or rests on a source that was given and that holds each of its
 * numbers.
 */
function isSourced({ text, claim, sources }: GeneratedSentence, given: readonly string[]): boolean {
  if (!claim && numbersIn(text).length === 0) return true
  const named = sources.flatMap((n) => given[n - 1] ?? [])
  return named.length > 0 && unsupportedNumbers(text, named).length === 0
}

/**
 * The body of a draft, of paragraphs and headings alone. A claim without a given source is
 * underlined and followed by `mark`.
 *
 * @returns the claims that are marked, as they are written
 */
export function articleBody(
  { sections }: GeneratedArticle,
  given: readonly string[],
  mark: string,
): { readonly html: string; readonly unsourced: readonly string[] } {
  const unsourced: string[] = []
  const written = (sentence: GeneratedSentence): string => {
    if (isSourced(sentence, given)) return escaped(sentence.text)
    unsourced.push(sentence.text)
    return `<u>${escaped(sentence.text)}</u> [${escaped(mark)}]`
  }
  const html = sections
    .map(
      ({ heading, sentences }) =>
        `<h2>${escaped(heading)}</h2><p>${sentences.map(written).join(' ')}</p>`,
    )
    .join('')
  return { html, unsourced }
}
