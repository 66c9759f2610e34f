import type { Parser as XmlParser } from 'htmlparser2'
import { columnOf } from './column-leads.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { xmlDepth } from '#commands/kernel/xml-depth.ts'
import { zipEntries } from './zip-entries.ts'

/** Largest text of a document once it is inflated. @unit bytes */
const MOST_XML = 20_000_000
const BODY = 'word/document.xml'
/** Headers and footers of pages. */
const HEAD = /^word\/(?:header|footer)\d*\.xml$/

/**
 * The text of a Word document, paragraph by paragraph. Cells of a row with several paragraphs are
 * columns: they stand one below the other. Short cells stay on one line.
 *
 * @source ECMA-376, part 1, chapter 17: w:p paragraphs, w:t text, w:tab, w:br, w:tc cells, w:numPr
 * list items
 */
export async function docxText(archive: Buffer): Promise<string> {
  // Loaded with the first document: sanitize-html requires the same module, which must not be under
  // way then.
  const { Parser } = await import('htmlparser2')
  const files = zipEntries(archive, (name) => name === BODY || HEAD.test(name), MOST_XML)
  const xml = files.get(BODY)
  if (xml === undefined) throw new UnreadableFile('IMPORT_TYPE_UNSUPPORTED')
  // A name and its addresses often stand in the header of the page.
  const head = new Set(
    [...files]
      .filter(([name]) => name !== BODY)
      .flatMap(([, part]) => linesOf(Parser, part))
      .map((line) => line.trim())
      .filter((line) => /\p{L}{2}/u.test(line) && !/^page\b/i.test(line)),
  )
  const lines = linesOf(Parser, xml)
  const own = new Set(lines.map((line) => line.trim()))
  return [...[...head].filter((line) => !own.has(line)), ...lines].join('\n')
}

/** The paragraphs of one part of the document. */
function linesOf(Parser: typeof XmlParser, xml: Buffer): readonly string[] {
  const lines: string[] = []
  let paragraph = ''
  let isText = false
  let isListed = false
  /** Paragraphs that a text box interrupts; they go on below it. */
  const around: { readonly paragraph: string; readonly isListed: boolean }[] = []
  let skipped = 0
  /** Paragraphs of each cell of the row that is read; null outside of tables. */
  let row: string[][] | null = null
  const take = (line: string) => {
    const cell = row?.at(-1)
    if (cell) cell.push(line)
    else lines.push(line)
  }
  const depth = xmlDepth()
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth.opened()
        if (name === 'mc:Fallback' || name === 'w:del') skipped++
        if (skipped > 0) return
        if (name === 'w:p') {
          around.push({ paragraph, isListed })
          paragraph = ''
          isListed = false
        } else if (name === 'w:t') isText = true
        else if (name === 'w:tab') paragraph += paragraph === '' ? '' : '\t'
        else if (name === 'w:br' || name === 'w:cr')
          paragraph += attributes['w:type'] === 'page' ? '' : '\n'
        else if (name === 'w:numPr') isListed = true
        else if (name === 'w:tr') row = []
        else if (name === 'w:tc') row?.push([])
      },
      ontext(text) {
        if (isText && skipped === 0) paragraph += text
      },
      onclosetag(name) {
        depth.closed()
        if (name === 'mc:Fallback' || name === 'w:del') skipped--
        else if (skipped > 0) return
        else if (name === 'w:t') isText = false
        else if (name === 'w:p') {
          take(isListed && paragraph.trim() !== '' ? `• ${paragraph}` : paragraph)
          ;({ paragraph, isListed } = around.pop() ?? { paragraph: '', isListed: false })
        } else if (name === 'w:tr' && row !== null) {
          const cells = row.map((cell) => cell.filter((line) => line.trim() !== ''))
          row = null
          if (cells.every((cell) => cell.length <= 1)) lines.push(cells.flat().join('\t'))
          else {
            const columns = cells.map(columnOf)
            for (const { lead } of columns) if (lead.length > 0) lines.push(...lead, '')
            for (const { rest } of columns) lines.push(...rest, '')
          }
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml.toString('utf8'))
  return lines
}
