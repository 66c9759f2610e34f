/**
 * Alternatives of a pattern, separated by `|` and by line ends: word lists have one language or
 * kind a line.
 */
export const oneOf = (words: string): string =>
  words
    .trim()
    .split(/\s*\n\s*/)
    .join('|')
