import { fromMarkdown } from 'mdast-util-from-markdown'

/** A piece of text in one style. */
type Run = {
  readonly text: string
  readonly bold: boolean
  readonly italic: boolean
  readonly link: string
}
/** A paragraph, or an entry of a list at a depth from 1. */
export type Block = { readonly depth: number; readonly runs: readonly Run[] }

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]
type Style = Omit<Run, 'text'>

const PLAIN: Style = { bold: false, italic: false, link: '' }
const SAFE_LINK = /^(?:https?:|mailto:)/i

/** The mark of a quotation or of a list's entry, at the start of a line. */
const CONTAINER = String.raw`[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))`
/** Quotations and lists within each other; the deeper ones are read as this deep. */
const TOO_DEEP = new RegExp(`^((?:${CONTAINER}){8})(?:${CONTAINER})+`, 'gm')
const TOO_INDENTED = /^[ \t]{33,}/gm
/** Three marks are bold and italic; more of them mean nothing else. */
const TOO_EMPHATIC = /([*_])\1{3,}/g
/** Marks of style and links in a paragraph; one with more of them is shown as it was typed. */
const MOST_MARKS = 200
const MARK = /[*_`[\]]/g

/**
 * The same text with little nesting. A parser takes time by the square of the depth, and its stack
 * ends at some thousand levels.
 */
const flattened = (markdown: string): string =>
  markdown
    .replaceAll(TOO_INDENTED, ' '.repeat(32))
    .replaceAll(TOO_DEEP, '$1')
    .replaceAll(TOO_EMPHATIC, '$1$1$1')
    .split(/(\n[ \t]*\n)/)
    .map((paragraph) =>
      (paragraph.match(MARK)?.length ?? 0) > MOST_MARKS
        ? paragraph.replaceAll(MARK, String.raw`\$&`)
        : paragraph,
    )
    .join('')

const childrenOf = (node: Node): readonly Node[] => ('children' in node ? node.children : [])

function runsOf(node: Node, style: Style): readonly Run[] {
  const within = (inner: Style) => childrenOf(node).flatMap((child) => runsOf(child, inner))
  if ('value' in node) return [{ ...style, text: node.value }]
  if (node.type === 'break') return [{ ...style, text: '\n' }]
  if (node.type === 'strong') return within({ ...style, bold: true })
  if (node.type === 'emphasis') return within({ ...style, italic: true })
  if (node.type === 'link' && SAFE_LINK.test(node.url)) return within({ ...style, link: node.url })
  return within(style)
}

const isSameStyle = (a: Style, b: Style): boolean =>
  a.bold === b.bold && a.italic === b.italic && a.link === b.link

/** Neighbours of one style as one run: a line of thousands of runs is broken nowhere. */
function merged(runs: readonly Run[]): readonly Run[] {
  const groups: { readonly style: Style; readonly texts: string[] }[] = []
  for (const { text, ...style } of runs) {
    const last = groups.at(-1)
    if (last && isSameStyle(last.style, style)) last.texts.push(text)
    else groups.push({ style, texts: [text] })
  }
  return groups.map(({ style, texts }) => ({ ...style, text: texts.join('') }))
}

const CONTAINERS: ReadonlySet<string> = new Set(['root', 'list', 'listItem', 'blockquote'])

function blocksIn(node: Node, depth: number): readonly Block[] {
  if (CONTAINERS.has(node.type))
    return childrenOf(node).flatMap((child) =>
      blocksIn(child, node.type === 'list' ? depth + 1 : depth),
    )
  const runs = merged(runsOf(node, { ...PLAIN, bold: node.type === 'heading' }))
  return runs.length === 0 ? [] : [{ depth, runs }]
}

/** Each line as a paragraph, as it was typed. */
const plainBlocks = (markdown: string): readonly Block[] =>
  markdown
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((text) => ({ depth: 0, runs: [{ ...PLAIN, text }] }))

/**
 * Markdown as paragraphs and entries of lists. Pictures are left out, HTML is shown as text. A text
 * that is nested too deep for the parser is shown as it was typed.
 */
export function markdownBlocks(markdown: string): readonly Block[] {
  try {
    return blocksIn(fromMarkdown(flattened(markdown)), 0)
  } catch (error) {
    if (error instanceof RangeError) return plainBlocks(markdown)
    throw error
  }
}
