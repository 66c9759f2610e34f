const CATALOG = '/Type /Catalog'
const PREFERENCES = '/ViewerPreferences <<'

/**
 * A PDF whose reader shows its title in the place of its file's name, which Typst does not ask for.
 * Line breaks of the catalogue make room, so that all other bytes keep their places.
 * @param pdf its bytes are changed
 *
 * @source ISO 14289-1 (PDF/UA), 7.1: `DisplayDocTitle`
 */
export function showTitle(pdf: Uint8Array): Uint8Array {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  // Typst writes the catalogue last: no text of the paper stands behind it.
  const start = bytes.lastIndexOf('<<', bytes.lastIndexOf(CATALOG))
  const end = bytes.indexOf('endobj', start)
  const catalog = start === -1 || end === -1 ? '' : bytes.toString('latin1', start, end)
  const shown = catalog
    .replaceAll(/\s+/g, ' ')
    .replace(PREFERENCES, `${PREFERENCES} /DisplayDocTitle true`)
  if (!catalog.includes(PREFERENCES) || shown.length > catalog.length)
    throw new Error('The PDF has no catalogue as Typst writes it')
  bytes.write(`${shown.padEnd(catalog.length - 1)}\n`, start, 'latin1')
  return bytes
}
