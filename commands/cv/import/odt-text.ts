import { xmlDepth } from '#commands/kernel/xml-depth.ts'
import { zipEntries } from './zip-entries.ts'

/** Largest text of a document once it is inflated. @unit bytes */
const MOST_XML = 20_000_000
const PARTS = ['styles.xml', 'content.xml'] as const

/**
 * The text of an OpenDocument text, the headers of its pages first.
 *
 * @returns null for an archive of another kind
 * @source OASIS OpenDocument 1.3, part 3: text:p, text:h, text:list-item, text:tab, text:s
 */
export async function odtText(archive: Buffer): Promise<string | null> {
  const kind = zipEntries(archive, (name) => name === 'mimetype', 1_000).get('mimetype')
  if (!kind?.toString('latin1').startsWith('application/vnd.oasis.opendocument.text')) return null
  const files = zipEntries(archive, (name) => PARTS.some((part) => part === name), MOST_XML)
  const { Parser } = await import('htmlparser2')
  const lines: string[] = []
  for (const part of PARTS) {
    const xml = files.get(part)?.toString('utf8') ?? ''
    let paragraph: string | null = null
    let [listed, skipped] = [0, 0]
    /** Cells of the row that is read; null outside of tables. */
    let row: string[] | null = null
    const depth = xmlDepth()
    const parser = new Parser(
      {
        onopentag(name, attributes) {
          depth.opened()
          if (name === 'office:annotation' || name === 'text:tracked-changes') skipped++
          else if (name === 'text:p' || name === 'text:h') paragraph = ''
          else if (name === 'text:list-item') listed++
          else if (name === 'table:table-row') row = []
          else if (name === 'table:table-cell') row?.push('')
          else if (paragraph === null) return
          else if (name === 'text:tab') paragraph += paragraph === '' ? '' : '\t'
          else if (name === 'text:line-break') paragraph += '\n'
          else if (name === 'text:s')
            paragraph += ' '.repeat(Math.min(20, Number(attributes['text:c'] ?? 1) || 1))
        },
        ontext(text) {
          if (paragraph !== null && skipped === 0) paragraph += text.replaceAll(/\s+/g, ' ')
        },
        onclosetag(name) {
          depth.closed()
          if (name === 'office:annotation' || name === 'text:tracked-changes') skipped--
          else if (name === 'text:list-item') listed--
          else if (name === 'table:table-row' && row !== null) {
            lines.push(row.filter(Boolean).join('\t'))
            row = null
          } else if ((name === 'text:p' || name === 'text:h') && paragraph !== null) {
            const line = listed > 0 && paragraph.trim() !== '' ? `• ${paragraph}` : paragraph
            if (row === null) lines.push(line)
            else row[row.length - 1] = [row.at(-1), line].filter(Boolean).join(' ')
            paragraph = null
          }
        },
      },
      { xmlMode: true, decodeEntities: true },
    )
    parser.end(xml)
  }
  return lines.join('\n')
}
