import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { contextsOf, textsOf } from './word-files.ts'

const FOLDER = path.resolve(import.meta.dirname, '../web/locales')

/** One thing of the product, and its one word in a language. */
const Term = z.strictObject({
  /** The same in every language that has a word for it. */
  concept: z.string().min(1),
  term: z.string().min(1),
  /** Words that mean the same, and are not used; whole words, in either case. */
  forbidden: z.array(z.string().min(1)).min(1),
  /** Meaning and limits of the term, for translators. */
  note: z.string().min(1),
})
export type Term = z.infer<typeof Term>

export const glossaryOf = (language: string): readonly Term[] =>
  z
    .array(Term)
    .parse(JSON.parse(readFileSync(path.join(FOLDER, `${language}.glossary.json`), 'utf8')))

/** A text without its placeholders: these are names of code. */
const readable = (text: string): string => text.replaceAll(/\{\{[^}]*\}\}/g, ' ')

/** A whole word or phrase in either case; a letter before or after makes another word. */
export const wordIn = (word: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{M}])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{M}])`,
    'iu',
  )

type Text = readonly [key: string, text: string]

/** Texts with a forbidden word: `context:key: word → term`. */
export const forbiddenIn = (terms: readonly Term[], texts: readonly Text[]): readonly string[] =>
  terms.flatMap(({ term, forbidden }) =>
    forbidden.flatMap((word) => {
      const pattern = wordIn(word)
      return texts.flatMap(([key, text]) =>
        pattern.test(readable(text)) ? [`${key}: ${word} → ${term}`] : [],
      )
    }),
  )

export const textsIn = (language: string): readonly Text[] =>
  contextsOf(language).flatMap((context) =>
    [...textsOf(language, context)].map(([key, text]): Text => [`${context}:${key}`, text]),
  )

/** Faults of a language's texts against its glossary. */
export const glossaryFaults = (language: string): readonly string[] =>
  forbiddenIn(glossaryOf(language), textsIn(language)).map((fault) => `${language} ${fault}`)
