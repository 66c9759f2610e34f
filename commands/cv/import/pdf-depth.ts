/** Dictionaries and arrays of a file that a program wrote are some ten levels deep. */
const DEEPEST = 500

const code = (character: string): number => character.charCodeAt(0)
const [OPEN, CLOSE, ESCAPE] = [code('('), code(')'), code('\\')]
const [ARRAY, ARRAY_END, LESS, MORE] = [code('['), code(']'), code('<'), code('>')]
const [S, E, PERCENT] = [code('s'), code('e'), code('%')]
const [LINE, RETURN, BLANK] = [code('\n'), code('\r'), code(' ')]
const STREAM = Buffer.from('stream')
const STREAM_END = Buffer.from('endstream')
const OBJECT = Buffer.from('obj')
const OBJECT_END = Buffer.from('endobj')

/** @returns the place of a string's last sign; -1 for a string without an end up to `most` */
function endOfString(bytes: Uint8Array, from: number, most: number): number {
  let depth = 0
  for (let at = from; at < most; at++) {
    const byte = bytes[at]
    if (byte === ESCAPE) at++
    else if (byte === OPEN) depth++
    else if (byte === CLOSE && --depth === 0) return at
  }
  return -1
}

/** @returns the place of a line's end, or the end of the file */
function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== LINE && bytes[at] !== RETURN) at++
  return at
}

const isBlank = (byte: number | undefined): boolean => byte !== undefined && byte <= BLANK

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && /\w/.test(String.fromCharCode(byte))

/** The place of a word, from a place on that only grows; the end of the file behind the last. */
function placesOf(bytes: Buffer, word: Buffer, isOne: (at: number) => boolean = () => true) {
  let place = -1
  return (from: number): number => {
    while (place < from || (place < bytes.length && !isOne(place))) {
      const next = bytes.indexOf(word, Math.max(from, place + 1))
      place = next === -1 ? bytes.length : next
    }
    return place
  }
}

/**
 * The place where a string, comment or stream ends that begins here; -1 for another sign. The
 * beginning of an object ends strings and streams: a damaged file is read again from each.
 */
function passing(bytes: Buffer) {
  const nextObject = placesOf(
    bytes,
    OBJECT,
    (at) => isBlank(bytes[at - 1]) && !isLetter(bytes[at + OBJECT.length]),
  )
  const streamEnd = placesOf(bytes, STREAM_END)
  let isStringOpen = false
  return (at: number): number => {
    const byte = bytes[at]
    if (byte === PERCENT) return endOfLine(bytes, at)
    const isString = byte === OPEN && !isStringOpen
    if (!isString && !(byte === S && isWord(bytes, STREAM, at))) return -1
    const object = nextObject(at)
    const end = isString ? endOfString(bytes, at, object) : streamEnd(at)
    // The file is searched once for an end that it has not.
    if (isString && end === -1 && object === bytes.length) isStringOpen = true
    if (end !== -1 && end < object) return isString ? end : end + STREAM_END.length - 1
    return object === bytes.length ? -1 : object
  }
}

const isWord = (bytes: Buffer, word: Buffer, at: number): boolean =>
  bytes.subarray(at, at + word.length).equals(word)

/**
 * Whether objects of a PDF are nested deeper than any program writes them. pdf.js repairs a damaged
 * file by reading it again from each object. Its time grows by the square of the depth. Objects
 * that end open go on in the next one.
 *
 * @source ISO 32000-1, 7.3: strings, arrays, dictionaries, streams
 */
export function isNestedTooDeep(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const endOf = passing(bytes)
  let depth = 0
  let left = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    const isDouble = bytes[at + 1] === byte && (byte === LESS || byte === MORE)
    if (byte === ARRAY || (byte === LESS && isDouble)) depth++
    else if (byte === ARRAY_END || (byte === MORE && isDouble)) depth = Math.max(0, depth - 1)
    else if (byte === E && isWord(bytes, OBJECT_END, at)) {
      left += depth
      depth = 0
    } else at = Math.max(at, endOf(at))
    if (isDouble) at++
    if (depth + left > DEEPEST) return true
  }
  return false
}
