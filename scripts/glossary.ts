import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { CV_WORDS } from '#commands/cv/document/cv-words.ts'
import { LOCAL_PRICES } from '#commands/gateways/payments/payments-local-plans.ts'
import { DRAFT_WORDS } from '#commands/prospecting/draft-words.ts'
import { PAPER_WORDS } from '#domain/billing/paper/paper-words.ts'
import type { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { MAIL_PURPOSES } from '#domain/mail/mail.values.ts'
import { shippedTemplate } from '#domain/mail/shipped-templates.ts'
import { jobDigest } from '#domain/prospecting/job-digest.ts'
import { codeMail, quoteMail } from '#domain/quotes/quote-mail.ts'
import { QUOTE_WORDS } from '#domain/quotes/quote-words.ts'
import { contextsOf, textsOf } from './word-files.ts'

type Language = (typeof LANGUAGES)[number]

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

/** The texts within a table of words; a sentence that takes values is made with none. */
function textsWithin(key: string, value: unknown): readonly Text[] {
  if (typeof value === 'string') return [[key, value]]
  // each value of a sentence is a text
  if (typeof value === 'function') return textsWithin(key, (value as Sentence)('', '', ''))
  return Object.entries(value ?? {}).flatMap(([name, part]) => textsWithin(`${key}.${name}`, part))
}
type Sentence = (...values: readonly string[]) => string

/** Names and features of the local plans; French stands in fields of its own. */
const plansIn = (language: Language) =>
  LOCAL_PRICES.map(({ product: { name, description, marketing_features, metadata } }) =>
    language === 'fr'
      ? { name, description, marketing_features }
      : Object.entries(metadata).filter(([key]) => key.endsWith(`_${language}`)),
  )

/** Texts of papers, mails and plans, which stand in no word file. */
const sentTexts = (language: Language): readonly Text[] =>
  Object.entries({
    paper: PAPER_WORDS[language],
    quote: QUOTE_WORDS[language],
    cv: CV_WORDS[language],
    draft: DRAFT_WORDS[language],
    template: MAIL_PURPOSES.map((purpose) => {
      const { subject, body } = shippedTemplate(purpose, language)
      return { subject, body }
    }),
    quoteMail: quoteMail(language, 'send', { link: '', sender: '' }),
    quoteReminder: quoteMail(language, 'remind', { link: '', sender: '' }),
    codeMail: codeMail(language, {}),
    digest: jobDigest(language, [], 'https://carnet.invalid'),
    plans: plansIn(language),
  }).flatMap(([name, words]) => textsWithin(`sent:${name}`, words))

export const textsIn = (language: Language): readonly Text[] => [
  ...contextsOf(language).flatMap((context) =>
    [...textsOf(language, context)].map(([key, text]): Text => [`${context}:${key}`, text]),
  ),
  ...sentTexts(language),
]

/** Faults of a language's texts against its glossary. */
export const glossaryFaults = (language: Language): readonly string[] =>
  forbiddenIn(glossaryOf(language), textsIn(language)).map((fault) => `${language} ${fault}`)
