/** What a `filename` in quotes may hold as it is. */
const PLAIN = /[^\w .-]/g

/**
 * A header that gives a file's name in every language, with a plain one for clients that read no other.
 *
 * @source RFC 6266, section 4; RFC 8187, section 3.2: what `encodeURIComponent` leaves and an `attr-char` is not
 */
export function contentDisposition(disposition: 'inline' | 'attachment', fileName: string): string {
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${fileName.replaceAll(PLAIN, '_')}"; filename*=UTF-8''${encoded}`
}
