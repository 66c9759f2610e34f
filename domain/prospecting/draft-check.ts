import { oneOf } from '../kernel/word-pattern.ts'
import { isHarmless } from './draft-harm.ts'
import { type Candidate, plainText } from './draft-sources.ts'
import { foldedWords, synonymsOf } from './job-words.ts'
import type { DraftSentence } from './message-draft.ts'

/** A sentence as a model wrote it, with the sources that it names. */
export type Claimed = { readonly text: string; readonly sources: readonly number[] }

/** @unit characters */
const SENTENCE_MAX = 400
const SENTENCES_MAX = 12
/** Length of a sentence that is read, before its markup is taken out. @unit characters */
const READ_MAX = 1000

/**
 * Words by which a sentence speaks of its writer. Rests on the CV, then: a job says nothing of the
 * person.
 */
const MYSELF = new RegExp(
  `(?:^| )(?:${oneOf(`
    je|j|mon|ma|mes|moi|nous|notre|nos
    i|m|ve|my|mine|me|we|our
    ich|mein|meine|meinen|meiner|meinem|mich|mir|wir|unser|unsere
    yo|mi|mis|he|soy|tengo|llevo|conozco|domino|trabaje|trabajo|nuestra|nuestro
    io|mio|mia|miei|mie|ho|sono|lavoro|conosco|possiedo|padroneggio|anche
    انا|لدي|عندي|عملت|اعمل|خبرتي|اجيد|اتقن|لي|قمت|املك|امتلك`)})(?= |$)`,
  'u',
)

const STEM = 5
/** At least this part of a sentence's words is in its sources. */
const COVERED = 0.3
/** A sentence of fewer words says nothing that its source would show. */
const WORDS_LEAST = 3

const wordsOf = (text: string): readonly string[] =>
  foldedWords(text.replaceAll(/['’]/g, ' ')).trim().split(' ')
const stemOf = (word: string): string => word.slice(0, STEM)
const stemsOf = (text: string): ReadonlySet<string> => {
  const words = wordsOf(text)
  const synonyms = words
    .flatMap((word) => synonymsOf(word))
    .flatMap((phrase) => phrase.trim().split(' '))
  return new Set([...words, ...synonyms].map(stemOf))
}
/** Words that say something: those of four letters, and short names of techniques. */
const isContent = (word: string): boolean => word.length >= 4 || /[\d+#.]/.test(word)

/**
 * Figures and names of a text: what a claim stands or falls with. A capital that begins the
 * sentence names nothing.
 */
const namesIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(/\p{N}+|(?<=[\p{L}\p{N}][^.!?]{0,200}[\s'’(«"“-])\p{Lu}[\p{L}\p{N}+#.]+/gu),
  ].flatMap(([name]) => wordsOf(name))

/**
 * A sentence with the sources on which it really rests. A named source counts only if it shares
 * words with the sentence. Each figure and name must be in one of them, and so must enough of the
 * other words.
 */
function checked(
  { text, sources }: Claimed,
  candidates: ReadonlyMap<number, Candidate>,
): DraftSentence {
  const content = [...new Set(wordsOf(text).filter(isContent).map(stemOf))]
  const named = [...new Set(sources)].flatMap((number) => candidates.get(number) ?? [])
  const numbered = named.map((source) => ({
    source,
    stems: stemsOf(`${source.text} ${source.words}`),
  }))
  const resting = numbered.filter(({ stems }) => content.some((stem) => stems.has(stem)))
  const has = (stem: string): boolean => resting.some(({ stems }) => stems.has(stem))
  const covered = content.filter(has).length
  const isOfMyself = MYSELF.test(` ${wordsOf(text).join(' ')} `)
  const supported =
    wordsOf(text).length >= WORDS_LEAST &&
    covered > 0 &&
    covered / content.length >= COVERED &&
    namesIn(text).every((name) => has(stemOf(name))) &&
    (!isOfMyself || resting.some(({ source }) => source.of === 'cv'))
  return supported
    ? {
        text,
        state: 'supported',
        sources: resting.map(({ source }) => source.number).toSorted((a, b) => a - b),
      }
    : { text, state: 'unsupported', sources: [] }
}

const dottedNames = (candidates: readonly Candidate[]): ReadonlySet<string> =>
  new Set(
    candidates
      .filter(({ of }) => of === 'cv')
      .flatMap(({ text }) => text.toLowerCase().match(/\p{L}+\.\p{L}{2,4}(?![\p{L}.@/])/gu) ?? []),
  )

/** Readable sentences of a model. Sentences with an address or markup are left out, and counted. */
export function checkedSentences(
  claimed: readonly Claimed[],
  candidates: readonly Candidate[],
): { readonly sentences: readonly DraftSentence[]; readonly removed: number } {
  const byNumber = new Map(candidates.map((source) => [source.number, source]))
  const sentences = claimed
    .slice(0, SENTENCES_MAX)
    .map(({ text, sources }) => ({ text: text.slice(0, READ_MAX), sources }))
    .filter(({ text }) => text.trim() !== '')
  const names = dottedNames(candidates)
  const harmless = sentences.filter(({ text }) => isHarmless(text, names))
  return {
    sentences: harmless
      .map(({ text, sources }) => ({
        text: plainText(text.normalize('NFKC')).replaceAll(/\s+/g, ' ').slice(0, SENTENCE_MAX),
        sources,
      }))
      .filter(({ text }) => text !== '')
      .map((sentence) => checked(sentence, byNumber)),
    removed: sentences.length - harmless.length,
  }
}
