/**
 * Reads a CSV as RFC 4180 defines it, one character after the other: independent of the package
 * that writes it.
 */
export function readCsv(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const end = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  const characters = text.replace(/^\ufeff/, '').split('')
  for (let i = 0; i < characters.length; i++) {
    const here = characters[i] ?? ''
    const next = characters[i + 1]
    if (quoted && here === '"' && next === '"') {
      cell += '"'
      i++
    } else if (here === '"') quoted = !quoted
    else if (quoted) cell += here
    else if (here === separator) end()
    else if (here === '\r' && next === '\n') {
      end()
      rows.push([])
      i++
    } else cell += here
  }
  return rows.filter((row) => row.length > 0)
}
