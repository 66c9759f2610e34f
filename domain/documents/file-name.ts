import { ACCEPTED, MAX_FILE_NAME, type MediaType } from './media-types.values.ts'

/**
 * Characters that no file name holds: control and format characters, halves of a surrogate pair,
 * separators of lines and paragraphs. File systems refuse some of them. Some format characters turn
 * the direction of the text behind them and so hide a file's ending.
 *
 * @source Unicode Standard Annex 9, explicit directional formatting characters
 */
const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\uFFFD<>:"|?*]/gu

const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** The ending of a name, with its dot and in small letters; '' when it has none. */
export const endingOf = (name: string): string => /\.[^.\s]+$/.exec(name)?.[0].toLowerCase() ?? ''

/** The last part of a path, on one line and without refused characters; '' when nothing is left. */
export const plainName = (given: string): string =>
  cut(
    (given.toWellFormed().split(/[/\\]/).at(-1) ?? '')
      .replaceAll(REFUSED, '')
      .replaceAll(/\s+/g, ' ')
      .replace(/^[. ]+/, '')
      .replace(/[. ]+$/, ''),
    MAX_FILE_NAME,
  )

/**
 * An uploaded file's name with an ending that fits its type: `../../scan.exe` of a PDF becomes
 * `scan.exe.pdf`. A name of which nothing is left becomes `document.pdf`.
 */
export function fileName(given: string, mediaType: MediaType): string {
  const name = plainName(given)
  const [usual, ...others]: readonly [string, ...string[]] = ACCEPTED[mediaType]
  const present = endingOf(name)
  const isNamedSo = [usual, ...others].includes(present)
  const ending = isNamedSo ? name.slice(-present.length) : usual
  const stem = isNamedSo ? name.slice(0, -present.length).trimEnd() : name
  return `${cut(stem === '' ? 'document' : stem, MAX_FILE_NAME - ending.length).trimEnd()}${ending}`
}
