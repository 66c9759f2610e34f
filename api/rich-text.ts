import sanitizeHtml from 'sanitize-html'

/**
 * Elements that the text editor can make. All others are removed: scripts with their content, other elements without
 * theirs.
 */
const KEPT: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'em',
    'u',
    's',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'h1',
    'h2',
    'h3',
    'h4',
    'hr',
    'a',
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // A page opened by a link must not redirect the page that opened it.
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
  },
}

/** Rich text that is safe to store and show. */
export const safeRichText = (html: string): string => sanitizeHtml(html, KEPT).trim()
