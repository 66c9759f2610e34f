import sanitizeHtml from 'sanitize-html'

/** What the text editor can make. Everything else goes: scripts with their content, other elements without theirs. */
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
  // A page opened by a link cannot turn the page that opened it elsewhere.
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
  },
}

/** Rich text as it may be stored and shown. */
export const safeRichText = (html: string): string => sanitizeHtml(html, KEPT).trim()
