import { z } from 'zod'
import { plain } from './records/fields.ts'
import { oneLine } from './texts.ts'

const form = oneLine(120).default('')
/** One text in each language. */
export const Words = z.strictObject({ fr: form, en: form, ar: form, es: form, de: form, it: form })
export type Words = z.infer<typeof Words>

/** The shape of such texts in answers, without validation. */
const AnsweredWords = z.object({
  fr: z.string(),
  en: z.string(),
  ar: z.string(),
  es: z.string(),
  de: z.string(),
  it: z.string(),
})

const emptyWords: Words = { fr: '', en: '', ar: '', es: '', de: '', it: '' }

/** A field with one text in each language; a language that is left out is empty. */
export const words = () => plain('words', Words, AnsweredWords.clone(), emptyWords, {})
