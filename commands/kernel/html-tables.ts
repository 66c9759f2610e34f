import sanitizeHtml from 'sanitize-html'

/** The innermost table, as the sanitiser writes it: each cell and row is closed. */
const TABLE = /<table>((?:(?!<table>)[\s\S])*?)<\/table>/g
const BLOCK = /<\/?(?:p|br|hr|pre|ul|ol|li|h[1-4]|blockquote)\b[^>]*>/g

const rowsOf = (table: string): string =>
  [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)]
    .map(([, row = '']) =>
      [...row.matchAll(/<t[dh]>([\s\S]*?)<\/t[dh]>/g)]
        .map(([, cell = '']) => cell.replaceAll(BLOCK, ' ').replaceAll(/\s+/g, ' ').trim())
        .join(' | '),
    )
    .filter((row) => /[^\s|]/.test(row))
    .map((row) => `<p>${row}</p>`)
    .join('')

/** Each level of tables is a pass over the text. */
const DEEPEST = 50

type Allowed = sanitizeHtml.IOptions & { readonly allowedTags: string[] }

/**
 * HTML with the elements that a text may hold. A row of a table becomes a paragraph, its cells
 * apart: the cells 12 and 500 must not become 12500.
 */
export function sanitisedText(html: string, allowed: Allowed): string {
  let text = sanitizeHtml(html, {
    ...allowed,
    nestingLimit: DEEPEST,
    allowedTags: [...allowed.allowedTags, 'table', 'tr', 'td', 'th'],
  })
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replaceAll(TABLE, (_, table: string) => rowsOf(table))
  }
  return text.replaceAll(/<\/?(?:table|t[rdh])>/g, ' ').trim()
}
