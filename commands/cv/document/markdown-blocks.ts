import { fromMarkdown } from 'mdast-util-from-markdown'

/** A piece of text in one style. */
export type Run = { readonly text: string; readonly bold: boolean; readonly italic: boolean; readonly link: string }
/** A paragraph, or an entry of a list at a depth from 1. */
export type Block = { readonly depth: number; readonly runs: readonly Run[] }

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]
type Style = Omit<Run, 'text'>

const PLAIN: Style = { bold: false, italic: false, link: '' }
const SAFE_LINK = /^(?:https?:|mailto:)/i

function runsOf(node: Node, style: Style): readonly Run[] {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
    case 'html':
      return [{ ...style, text: node.value }]
    case 'break':
      return [{ ...style, text: '\n' }]
    case 'strong':
      return node.children.flatMap((child) => runsOf(child, { ...style, bold: true }))
    case 'emphasis':
      return node.children.flatMap((child) => runsOf(child, { ...style, italic: true }))
    case 'link':
      return node.children.flatMap((child) =>
        runsOf(child, SAFE_LINK.test(node.url) ? { ...style, link: node.url } : style),
      )
    default:
      return 'children' in node ? node.children.flatMap((child) => runsOf(child, style)) : []
  }
}

function blocksIn(node: Node, depth: number): readonly Block[] {
  switch (node.type) {
    case 'list':
      return node.children.flatMap((child) => blocksIn(child, depth + 1))
    case 'root':
    case 'listItem':
    case 'blockquote':
      return node.children.flatMap((child) => blocksIn(child, depth))
    case 'heading':
      return [{ depth, runs: node.children.flatMap((child) => runsOf(child, { ...PLAIN, bold: true })) }]
    default: {
      const runs = runsOf(node, PLAIN)
      return runs.length === 0 ? [] : [{ depth, runs }]
    }
  }
}

/** Markdown as paragraphs and entries of lists. Pictures are left out, HTML is shown as text. */
export const markdownBlocks = (markdown: string): readonly Block[] => blocksIn(fromMarkdown(markdown), 0)
