/** Characters that must be replaced in a quoted `filename`. */
const PLAIN = /[^\w .-]/g

/**
 * A header with a file's name in any script, and a plain one for old clients.
 *
 * @source RFC 6266, section 4; RFC 8187, section 3.2: characters that `encodeURIComponent` keeps
 * and that are no `attr-char`
 */
export function contentDisposition(disposition: 'inline' | 'attachment', fileName: string): string {
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${fileName.replaceAll(PLAIN, '_')}"; filename*=UTF-8''${encoded}`
}
