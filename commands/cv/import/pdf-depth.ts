/** Dictionaries and arrays of a file that a program wrote are some ten levels deep. */
const DEEPEST = 500

const code = (character: string): number => character.charCodeAt(0)
const [OPEN, CLOSE, ESCAPE] = [code('('), code(')'), code('\\')]
const [ARRAY, ARRAY_END, LESS, MORE] = [code('['), code(']'), code('<'), code('>')]
const [S, E, PERCENT, LINE] = [code('s'), code('e'), code('%'), code('\n')]
const STREAM = Buffer.from('stream')
const STREAM_END = Buffer.from('endstream')
const OBJECT_END = Buffer.from('endobj')

/** @returns the place after a string, or the end of the file */
function afterString(bytes: Uint8Array, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === ESCAPE) at++
    else if (byte === OPEN) depth++
    else if (byte === CLOSE && --depth === 0) return at + 1
  }
  return bytes.length
}

/**
 * Whether objects of a PDF are nested deeper than any program writes them. pdf.js repairs a damaged
 * file by reading it again from each object. Its time grows by the square of the depth.
 *
 * @source ISO 32000-1, 7.3: strings, arrays, dictionaries, streams
 */
export function isNestedTooDeep(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const startsAt = (word: Buffer, at: number): boolean =>
    bytes.subarray(at, at + word.length).equals(word)
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at] ?? 0) {
      case OPEN:
        at = afterString(bytes, at) - 1
        break
      case PERCENT: {
        const end = bytes.indexOf(LINE, at)
        at = end === -1 ? bytes.length : end
        break
      }
      case ARRAY:
        depth++
        break
      case ARRAY_END:
        depth--
        break
      case LESS:
        if (bytes[at + 1] !== LESS) break
        at++
        depth++
        break
      case MORE:
        if (bytes[at + 1] !== MORE) break
        at++
        depth--
        break
      case S: {
        if (!startsAt(STREAM, at)) break
        const end = bytes.indexOf(STREAM_END, at)
        at = end === -1 ? bytes.length : end + STREAM_END.length - 1
        break
      }
      case E:
        // Closes what a damaged object left open.
        if (startsAt(OBJECT_END, at)) depth = 0
        break
      default:
    }
    if (depth > DEEPEST) return true
  }
  return false
}
