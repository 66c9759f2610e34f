import type { z } from 'zod'
import { aiRefusal } from '#commands/gateways/ai/ai.ts'
import type { Language } from '#domain/kernel/languages.values.ts'

/** Names of the languages, as instructions to a model write them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  fr: 'French',
  en: 'English',
  ar: 'Arabic',
  es: 'Spanish',
  de: 'German',
  it: 'Italian',
}

/** Answer of a model as JSON. @throws AI_UNAVAILABLE for an answer of another form */
export function answerIn<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw aiRefusal('AI_UNAVAILABLE', { reason: 'garbage' })
  }
}
