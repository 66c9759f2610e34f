const ADDED = ' style="margin:0"'
/** An opening tag of a paragraph, and its attributes. */
const PARAGRAPH = /<p((?:\s[^>]*)?)>/gi

/**
 * Mail programs give paragraphs a margin; each paragraph is sent with a margin of 0 (`decisions.md`
 * D7).
 */
export const withZeroMargins = (html: string): string =>
  html.replaceAll(PARAGRAPH, (tag, attributes: string) =>
    /\sstyle\s*=/i.test(attributes) ? tag : `<p${ADDED}${attributes}>`,
  )

/** Removes exactly what `withZeroMargins` added. */
export const withoutZeroMargins = (html: string): string =>
  html.replaceAll(PARAGRAPH, (tag, attributes: string) =>
    attributes.startsWith(ADDED) ? `<p${attributes.slice(ADDED.length)}>` : tag,
  )
