import { z } from 'zod'

/**
 * Characters that no text holds. Control characters print nothing, direction marks turn figures,
 * halves of a surrogate pair cannot be encoded. Line and paragraph separators are line ends.
 *
 * @source Unicode Standard Annex 9, explicit directional formatting characters
 */
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const REFUSED_IN_LINES = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/**
 * Nothing that a reader sees: a name of it would be blank in every list. The last one is the blank
 * of Braille.
 */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u

/** The beginning of a text. A surrogate pair is left out whole, since a half cannot be encoded. */
export const beginningOf = (text: string, max: number): string =>
  text.slice(0, max).replace(/\p{Cs}$/u, '')

const without =
  (refused: RegExp) =>
  (text: string, context: z.RefinementCtx<string>): void => {
    if (refused.test(text) || BLANK.test(text))
      context.addIssue({ code: 'custom', params: { code: 'TEXT_CHARACTERS' }, input: text })
  }

/** One schema for each length: hundreds of fields share some dozen lengths. */
function byLength(make: (max: number) => z.ZodString): (max: number) => z.ZodString {
  const schemas = new Map<number, z.ZodString>()
  return (max) => {
    const made = schemas.get(max) ?? make(max)
    schemas.set(max, made)
    return made
  }
}

/** A text of one line, trimmed. */
export const oneLine = byLength((max) => z.string().trim().max(max).superRefine(without(REFUSED)))

/** A text of several lines, trimmed; line ends are `\n`. */
export const lines = byLength((max) =>
  z
    .string()
    .overwrite((text) => text.replace(/\r\n?/g, '\n').trim())
    .max(max)
    .superRefine(without(REFUSED_IN_LINES)),
)
