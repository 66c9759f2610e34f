import { UnreadableFile } from './unreadable-file.ts'

/** A document that a program wrote is some twenty levels deep, with a table within a table. */
const DEEPEST = 200

/**
 * Counts the open elements of an XML text. The parser takes time by the square of the depth, so a
 * document of a hundred thousand levels would hold the reader until its time is over.
 */
export function xmlDepth() {
  let depth = 0
  return {
    /** @throws UnreadableFile */
    opened(): void {
      if (++depth > DEEPEST) throw new UnreadableFile('IMPORT_TOO_HEAVY')
    },
    closed(): void {
      depth--
    },
  }
}
