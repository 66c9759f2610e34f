import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { contextsOf, PLURAL, textsOf } from './word-files.ts'

const FILE = path.resolve(import.meta.dirname, '../web/locales/notes.json')

/** A short French text that means several things, and what each key means by it. */
const Ambiguous = z.strictObject({
  /** In small letters. */
  french: z.string().min(1),
  meanings: z
    .array(z.strictObject({ note: z.string().min(1), keys: z.array(z.string()).min(1) }))
    .min(1),
})
export type Ambiguous = z.infer<typeof Ambiguous>

export const wordNotes = (): readonly Ambiguous[] =>
  z.array(Ambiguous).parse(JSON.parse(readFileSync(FILE, 'utf8')))

/** A language's texts by `context:key`. */
export type Texts = ReadonlyMap<string, string>
export const textsByKey = (language: string): Texts =>
  new Map(
    contextsOf(language).flatMap((context) =>
      [...textsOf(language, context)].map(([key, text]) => [`${context}:${key}`, text] as const),
    ),
  )

const small = (text: string | undefined): string => (text ?? '').toLowerCase()
const ONE_WORD = /^\p{L}+$/u

/** One-word French texts with their keys. Plural forms tell themselves apart. */
function keysByWord(french: Texts): ReadonlyMap<string, readonly string[]> {
  const words = [...french].filter(([key, text]) => ONE_WORD.test(text) && !PLURAL.test(key))
  const byWord = Map.groupBy(words, ([, text]) => small(text))
  return new Map([...byWord].map(([word, entries]) => [word, entries.map(([key]) => key)]))
}

/** Languages that must part a word before it needs notes. */
const PARTING_LANGUAGES = 4

/** Faults of the notes against the texts. @param others texts of the other languages */
export function noteFaults(
  notes: readonly Ambiguous[],
  french: Texts,
  others: readonly Texts[],
): readonly string[] {
  const noted = new Map(
    notes.map(({ french: word, meanings }) => [
      word,
      new Set(meanings.flatMap(({ keys }) => keys)),
    ]),
  )
  const gone = [...noted].flatMap(([word, keys]) =>
    [...keys]
      .filter((key) => small(french.get(key)) !== word)
      .map((key) => `${key} is no longer “${word}”`),
  )
  const untold = [...french].flatMap(([key, text]) =>
    PLURAL.test(key) || (noted.get(small(text))?.has(key) ?? true)
      ? []
      : [`${key} needs a note: “${small(text)}” means several things`],
  )
  const parted = [...keysByWord(french)].flatMap(([word, keys]) => {
    const apart = others.filter(
      (texts) => new Set(keys.map((key) => small(texts.get(key)))).size > 1,
    )
    return noted.has(word) || apart.length < PARTING_LANGUAGES
      ? []
      : [`“${word}” needs notes: ${keys.join(', ')}`]
  })
  return [...gone, ...untold, ...parted]
}

export const currentNoteFaults = (): readonly string[] =>
  noteFaults(
    wordNotes(),
    textsByKey('fr'),
    LANGUAGES.filter((language) => language !== 'fr').map(textsByKey),
  )

/** `context:key “French”: note`, of every key with a note, or of one word's. */
export const noteLines = (word: string): readonly string[] =>
  wordNotes()
    .filter(({ french }) => word === '' || french === word)
    .flatMap(({ french, meanings }) =>
      meanings.flatMap(({ note, keys }) => keys.map((key) => `${key} “${french}”: ${note}`)),
    )
