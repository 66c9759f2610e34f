/** A document that a program wrote is some twenty levels deep, with a table within a table. */
const DEEPEST = 200

/**
 * Counts the open elements of an XML text. The parser takes time by the square of the depth, so a
 * document of a hundred thousand levels would hold its reader for minutes.
 *
 * @param tooDeep what is thrown then, which ends the parsing
 */
export function xmlDepth(tooDeep: () => Error) {
  let depth = 0
  return {
    opened(): void {
      if (++depth > DEEPEST) throw tooDeep()
    },
    closed(): void {
      depth--
    },
  }
}
