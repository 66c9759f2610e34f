import type { FastifyReply } from 'fastify'
import { directionOf, type Language } from './languages.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** Safe markup; only `html` makes it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Part = string | number | false | null | undefined | Html | readonly Html[]
function render(part: Part): string {
  if (part === false || part === null || part === undefined) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map(render).join('') : escape(String(part))
}
/** Markup whose parts are escaped. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, i) => text + render(parts[i])).join(''))
/** For markup of another library, such as the provider's sign-out form. */
export const trusted = (markup: string): Html => new Html(markup)

/** The beginning of every page, up to its body. @param head elements of its own */
export const pageBeginning = (language: Language, title: string, head: Html): string =>
  html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
`.text

/** A whole page. `body` is its element with its attributes. */
export const wholePage = (language: Language, title: string, head: Html, body: Html): string =>
  `${pageBeginning(language, title, head)}${body.text}\n</html>`

/** The looks of pages that the server draws by itself. */
export const PAGE_LOOKS = html`<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/oidc/assets/sign-in.css">`

/** Allows no script but ours, no frame, and nothing from other sites. */
export const PAGE_CSP =
  "default-src 'none'; connect-src 'self'; style-src 'self'; font-src 'self'; script-src 'self'; " +
  "img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_CSP,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
export const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).headers(PAGE_HEADERS).send(page)
