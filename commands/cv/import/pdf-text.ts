import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { UnreadableFile } from './unreadable-file.ts'
import { isNestedTooDeep } from './pdf-depth.ts'
import { pageLines, type Piece } from './page-lines.ts'

const MOST_PAGES = 40
/** A page of a photographed or scanned CV has a title at most. @unit letters */
const FEWEST_LETTERS = 40

/** The text of a PDF in reading order. No script of the file runs, and no font of it is loaded. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  if (isNestedTooDeep(bytes)) throw new UnreadableFile('IMPORT_TOO_HEAVY')
  const task = getDocument({
    data: bytes,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    stopAtErrors: false,
    verbosity: 0,
  })
  const opened = await task.promise.catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new UnreadableFile(isLocked ? 'IMPORT_ENCRYPTED' : 'IMPORT_DAMAGED')
  })
  if (opened.numPages > MOST_PAGES) throw new UnreadableFile('IMPORT_TOO_LONG')
  const pages: string[] = []
  for (let number = 1; number <= opened.numPages; number++) {
    const page = await opened.getPage(number)
    const { items } = await page.getTextContent()
    const pieces = items.flatMap((item): Piece[] => {
      if (!('str' in item) || item.str === '') return []
      // six numbers, by the format
      const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as readonly number[]
      return [{ text: item.str, x, y, width: item.width, size: Math.hypot(a, b) || 10 }]
    })
    pages.push(pageLines(pieces).join('\n'))
    page.cleanup()
  }
  const text = pages.join('\n')
  if (text.replaceAll(/\s/g, '').length < FEWEST_LETTERS) throw new UnreadableFile('IMPORT_SCANNED')
  return text
}
