import { lengthFault } from '#contract/kernel/length-fault.ts'
import type { FieldRefusal } from '#domain/kernel/errors.ts'
import type { Language } from './languages.ts'
import { contexts, hasWord, word, wordsOf } from './words.ts'

type Details = Readonly<Record<string, unknown>>

const PLURAL = /_(?:zero|one|two|few|many|other)$/
/**
 * Where a code's sentence is: a refusal's under `error`, a log line's under `log`. A plural one has
 * a key for each form.
 */
const places = new Map(
  contexts.flatMap((context) =>
    (['error', 'log'] as const).flatMap((section) =>
      Object.keys(wordsOf('fr', context)[section] ?? {}).map((key) => {
        const code = key.replace(PLURAL, '')
        return [code, { context, key: `${section}.${code}` }] as const
      }),
    ),
  ),
)

/**
 * The sentence of a code, with `{{name}}` filled from the details in the language's format:
 * numbers, days, months and half-years. `{{name, amount}}` is money in the details' `currency`. A
 * code without a sentence answers itself; a test walks them all.
 */
export function message(language: Language, code: string, details: Details = {}): string {
  const place = places.get(code)
  if (place === undefined) return code
  const fault = lengthFault(code, details)
  const distance =
    fault && word(language, 'kernel', `distance.${fault.key}`, { count: fault.count })
  return word(
    language,
    place.context,
    place.key,
    distance === undefined ? details : { ...details, distance },
  )
}

/** The sentence beside a field: that of its shape's fault, else of its code. */
export const fieldMessage = (
  language: Language,
  { code, details }: Pick<FieldRefusal, 'code' | 'details'>,
): string =>
  typeof details?.['message'] === 'string' ? details['message'] : message(language, code, details)

/** @tests walks every code */
export const hasMessage = (language: Language, code: string): boolean => {
  const place = places.get(code)
  return place !== undefined && hasWord(language, place.context, place.key)
}

/** A sentence of the sign-in pages, which the server renders. */
export const pageText = (language: Language, key: string, details: Details = {}): string =>
  word(language, 'sign-in', key, details)
