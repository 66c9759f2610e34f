/**
 * Pasted HTML whose tables are paragraphs, one for each row, its cells apart. The editor has no
 * tables, and would join the cells 12 and 500 to 12500.
 */
export function withRowsAsLines(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // Inner tables come after those around them.
  for (const table of [...body.querySelectorAll('table')].toReversed()) {
    const rows = [...table.rows].flatMap((row) => {
      const paragraph = body.ownerDocument.createElement('p')
      for (const [at, cell] of [...row.cells].entries()) {
        if (at > 0) paragraph.append(' | ')
        for (const block of cell.querySelectorAll('p, div, li, br, h1, h2, h3, h4, blockquote'))
          block.replaceWith(' ', ...block.childNodes, ' ')
        paragraph.append(...cell.childNodes)
      }
      return /[^\s|]/.test(paragraph.textContent) ? [paragraph] : []
    })
    table.replaceWith(...rows)
  }
  return body.innerHTML
}
