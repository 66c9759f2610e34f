import sanitizeHtml from 'sanitize-html'

/** The HTML that a mail may contain. The recipient's mail program chooses the styles. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'a',
    'blockquote',
    'h1',
    'h2',
    'h3',
    'hr',
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  disallowedTagsMode: 'discard',
}

export const sanitisedMail = (html: string): string => sanitizeHtml(html, ALLOWED).trim()

/** Whether the text is empty. */
export const isBlank = (html: string): boolean => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === ''
