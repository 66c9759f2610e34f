const ADDED = ' style="margin:0"'
/** An opening tag of a paragraph, and its attributes. */
const PARAGRAPH = /<p((?:\s[^>]*)?)>/gi

/** Mail programs set paragraphs apart by a margin of their own: each is sent without (`decisions.md` D7). */
export const withZeroMargins = (html: string): string =>
  html.replaceAll(PARAGRAPH, (tag, attributes: string) =>
    /\sstyle\s*=/i.test(attributes) ? tag : `<p${ADDED}${attributes}>`,
  )

/** Takes away exactly what was added. */
export const withoutZeroMargins = (html: string): string =>
  html.replaceAll(PARAGRAPH, (tag, attributes: string) =>
    attributes.startsWith(ADDED) ? `<p${attributes.slice(ADDED.length)}>` : tag,
  )
