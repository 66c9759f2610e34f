import { createElement, Fragment, type ReactNode } from 'react'
import { RICH_TEXT_ELEMENTS } from '#contract/kernel/rich-text.values.ts'

/** Any other element is replaced by its content. */
const ELEMENTS = new Set(RICH_TEXT_ELEMENTS)
const LINK = /^(https?:|mailto:|tel:)/i

/** Text on one line, for lists and histories. */
export const plainOfHtml = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replace(/<(?=\/?(p|li|h\d|br|blockquote))/g, ' <'), 'text/html')
    .body.textContent.replace(/\s+/g, ' ')
    .trim()

/**
 * HTML that the server has sanitised, built element by element: no markup is inserted into the
 * page.
 */
export function RichText({ html }: { html: string }) {
  return (
    <div className="prose" dir="auto">
      {inside(new DOMParser().parseFromString(html, 'text/html').body)}
    </div>
  )
}

/** The children of an element; their order is fixed, so an index is a stable key. */
const inside = (node: Node): ReactNode[] =>
  [...node.childNodes].map((child, index) => <Fragment key={index}>{drawn(child)}</Fragment>)

function drawn(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null
  const name = node.localName
  if (name === 'script' || name === 'style') return null
  const href = node.getAttribute('href') ?? ''
  if (name === 'a' && LINK.test(href))
    return (
      <a className="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
        {inside(node)}
      </a>
    )
  if (!ELEMENTS.has(name)) return inside(node)
  return name === 'br' || name === 'hr'
    ? createElement(name)
    : createElement(name, null, inside(node))
}
