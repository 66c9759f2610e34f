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

const CONTAINERS: ReadonlySet<string> = new Set(['root', 'list', 'listItem', 'blockquote'])

function blocksIn(node: Node, depth: number): readonly Block[] {
  if (CONTAINERS.has(node.type))
    return childrenOf(node).flatMap((child) =>
      blocksIn(child, node.type === 'list' ? depth + 1 : depth),
    )
  const runs = runsOf(node, { ...PLAIN, bold: node.type === 'heading' })
  return runs.length === 0 ? [] : [{ depth, runs }]
}

/** Markdown as paragraphs and entries of lists. Pictures are left out, HTML is shown as text. */
export const markdownBlocks = (markdown: string): readonly Block[] =>
  blocksIn(fromMarkdown(markdown), 0)
