import type { XmlNode } from '#domain/kernel/xml-node.ts'
import { xmlDepth } from './xml-depth.ts'

/** Elements of a document, which a CV or an invoice is far below. */
const MOST_ELEMENTS = 50_000

type Open = { name: string; attributes: Record<string, string>; children: Open[]; text: string }

/**
 * The elements of an XML text; null for one without any, or with too many.
 *
 * @throws XmlTooDeep
 */
export async function xmlTree(xml: string): Promise<XmlNode | null> {
  const { Parser } = await import('htmlparser2')
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const stack = [root]
  let count = 0
  let isTooMuch = false
  const depth = xmlDepth()
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth.opened()
        count++
        if (count > MOST_ELEMENTS) isTooMuch = true
        if (isTooMuch) return
        const node: Open = { name: name.replace(/^.*:/, ''), attributes, children: [], text: '' }
        stack.at(-1)?.children.push(node)
        stack.push(node)
      },
      ontext(text) {
        const node = stack.at(-1)
        if (node !== undefined && !isTooMuch) node.text += text
      },
      onclosetag() {
        depth.closed()
        if (!isTooMuch && stack.length > 1) stack.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return isTooMuch ? null : (root.children[0] ?? null)
}
