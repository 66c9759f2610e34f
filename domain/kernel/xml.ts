/** A piece of XML, already escaped. */
export type Xml = { readonly markup: string }
/** The content of an element: a text, elements, or null for one that is left out. */
type Content = Xml | string | null | readonly Xml[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
/** Characters that XML 1.0 does not know, and halves of pairs. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\p{Cs}\uFFFE\uFFFF]/gu

const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

function markupOf(content: Content): string {
  if (content === null) return ''
  if (typeof content === 'string') return escaped(content)
  return 'markup' in content ? content.markup : content.map(({ markup }) => markup).join('')
}

export const element = (name: string, ...contents: readonly Content[]): Xml =>
  elementWith(name, {}, ...contents)

export function elementWith(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...contents: readonly Content[]
): Xml {
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return { markup: `<${name}${named.join('')}>${contents.map(markupOf).join('')}</${name}>` }
}
