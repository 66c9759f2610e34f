import { catalogue } from './errors.ts'

export const paperRefusal = catalogue({
  PAPER_BUSY: 'too-many',
  PAPER_TOO_LONG: 'invalid',
  PAPER_TOO_SLOW: 'too-slow',
  PREVIEWS_SPENT: 'too-many',
})

/**
 * Longest papers, by kind. A page takes 10 ms. A usual bill or CV has two or three; a register has
 * one for 25 entries.
 */
export const MOST_PAGES = { cv: 60, bill: 60, timesheet: 40, register: 250 } as const
export type PaperKind = keyof typeof MOST_PAGES

const LETTERS_A_LINE = 90
const LINES_A_PAGE = 50

/** A text of a paper, by the wire's path of its field. */
export type PrintedText = { readonly path: string; readonly text: string }

/** Lines that a text takes at most: each line end begins one, and so do 90 letters. */
const linesOf = (text: string): number =>
  text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_A_LINE)), 0)

/**
 * Bounds a paper before it is drawn, by its texts and entries.
 *
 * @param entries lines that stand beside the texts: heads of items, rows of a table
 * @throws PAPER_TOO_LONG naming the field with the longest text
 */
export function assertPaperFits(
  kind: PaperKind,
  texts: Iterable<PrintedText>,
  entries: { readonly lines: number; readonly path: string },
): void {
  let lines = entries.lines
  let longest = { path: entries.path, lines: entries.lines }
  for (const { path, text } of texts) {
    const own = linesOf(text)
    lines += own
    if (own > longest.lines) longest = { path, lines: own }
  }
  const details = { pages: Math.ceil(lines / LINES_A_PAGE), maxPages: MOST_PAGES[kind] }
  if (details.pages > details.maxPages)
    throw paperRefusal('PAPER_TOO_LONG', details, [
      { path: longest.path, code: 'PAPER_TOO_LONG', details },
    ])
}
