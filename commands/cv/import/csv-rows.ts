import type { NamedRow } from '#domain/cv/import/read-linkedin.ts'

/** Rows of a CSV text by the names of its columns. @source RFC 4180 */
export function csvRows(text: string): readonly NamedRow[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  const source = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] ?? ''
    if (isQuoted && letter === '"' && source[at + 1] === '"') {
      cell += '"'
      at++
    } else if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === ',') endCell()
    else if (!isQuoted && letter === '\n') {
      endCell()
      rows.push([])
    } else if (isQuoted || letter !== '\r') cell += letter
  }
  endCell()
  const [columns = [], ...others] = rows
  return others
    .filter((row) => row.some((value) => value !== ''))
    .map((row) =>
      Object.fromEntries(columns.map((column, index) => [column.trim(), row[index] ?? ''])),
    )
}
