/** A document that a program wrote is some twenty levels deep, with a table within a table. */
const DEEPEST = 200

export class XmlTooDeep extends Error {
  override readonly name = 'XmlTooDeep'
}

/**
 * Counts the open elements of an XML text. The parser takes time by the square of the depth. A
 * document of a hundred thousand levels would hold the reader until its time is over.
 */
export function xmlDepth() {
  let depth = 0
  return {
    /** @throws XmlTooDeep */
    opened(): void {
      if (++depth > DEEPEST) throw new XmlTooDeep(`More than ${DEEPEST} levels`)
    },
    closed(): void {
      depth--
    },
  }
}
