import sanitizeHtml from 'sanitize-html'

/** What a mail may be written with. Styles are the recipient's mail program's own. */
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

/** Whether there is something to read in it. */
export const isBlank = (html: string): boolean => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === ''
