/**
 * With a capital first letter, for words that stand alone though they begin small within a
 * sentence.
 */
export const capitalised = (text: string): string =>
  text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase())
