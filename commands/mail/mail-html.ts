import { sanitisedText } from '#commands/kernel/html-tables.ts'

const HOST = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/iu
const SCHEME = /^[a-z][a-z\d+.-]*:/i

/** A link that works outside the page where it was written; empty where there is none. */
function absoluteLink(href: string): string {
  const link = href.trim()
  if (HOST.test(link)) return `https://${link}`
  if (SCHEME.test(link)) return link
  if (link.startsWith('//')) return `https:${link}`
  if (/^[^\s@/?#]+@[^\s@/]+\.[^\s@/]+$/.test(link)) return `mailto:${link}`
  if (/^\+?[\d\s().-]{6,}$/.test(link)) return `tel:${link.replaceAll(/[^\d+]/g, '')}`
  return ''
}

/** The HTML that a mail may contain. The recipient's mail program chooses the styles. */
const ALLOWED: Parameters<typeof sanitisedText>[1] = {
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
  transformTags: {
    a: (tagName, { href = '' }) => {
      const link = absoluteLink(href)
      return { tagName, attribs: link === '' ? {} : { href: link } }
    },
  },
}

export const sanitisedMail = (html: string): string => sanitisedText(html, ALLOWED)

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
}

const unescaped = (href: string): string => href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}')

/** The text of a sanitised mail, the addresses of its links included. */
export const textIn = (html: string): string =>
  html
    .replaceAll(/<a href="([^"]*)">/g, (_, href: string) => `\n${unescaped(href)}\n`)
    .replaceAll(/<\/?(?:p|br|ul|ol|li|blockquote|h[1-3]|hr)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? '')
