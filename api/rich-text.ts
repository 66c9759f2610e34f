import sanitizeHtml from 'sanitize-html'
import { sanitisedText } from '#commands/kernel/html-tables.ts'
import { RICH_TEXT_ELEMENTS } from '#contract/kernel/rich-text.values.ts'

/** Scripts are removed with their content, other unknown elements without theirs. */
const KEPT: Parameters<typeof sanitisedText>[1] = {
  allowedTags: [...RICH_TEXT_ELEMENTS, 'a'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // A page opened by a link must not redirect the page that opened it.
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
  },
}

/** Rich text that is safe to store and show. */
export const safeRichText = (html: string): string => sanitisedText(html, KEPT)
