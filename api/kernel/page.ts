import type { FastifyReply } from 'fastify'
import { pageText } from './messages.ts'
import { LANGUAGES, type Language } from './languages.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

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

/** Allows no script but ours, no frame, and nothing from other sites. */
export const PAGE_CSP =
  "default-src 'none'; connect-src 'self'; style-src 'self'; font-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
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

const NAMES: Readonly<Record<Language, string>> = {
  fr: 'Français',
  en: 'English',
  ar: 'العربية',
  es: 'Español',
  de: 'Deutsch',
  it: 'Italiano',
}
const LABELS: Readonly<Record<Language, string>> = { fr: 'FR', en: 'EN', ar: 'ع', es: 'ES', de: 'DE', it: 'IT' }

const mark = html`<svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true"><rect x=".75" y=".75" width="20.5" height="20.5" rx="3.2" fill="var(--surface)" stroke="var(--ink)" stroke-width="1.5"/><path d="M7 1v20" stroke="var(--warm-line)" stroke-width="1.8"/><path d="M10 7.4h7.6M10 11.2h7.6M10 15h4.6" stroke="var(--accent)" stroke-width="1.8" stroke-linecap="round"/></svg>`

/** Sample page of the notebook; invented. @unit amounts in euros */
const SAMPLE = [
  { day: 16, amount: 1800, sign: 'always' },
  { day: 12, amount: -84.2, sign: 'always' },
  { day: 3, amount: 12_480, sign: 'auto' },
  { day: 2, amount: -384, sign: 'always' },
] as const

function sampleLines(language: Language): readonly Html[] {
  return SAMPLE.map(({ day, amount, sign }, i) => {
    const locale = language === 'ar' ? 'ar-u-nu-latn' : language
    const text = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', signDisplay: sign })
      .format(amount)
      .replaceAll('\u202f', '\u00a0')
      .replace('-', '\u2212')
    return html`<li><span>${day}</span><span>${pageText(language, `signIn.sample.${i + 1}`)}</span><bdi dir="ltr">${text}</bdi></li>`
  })
}

/** @param languagePath target of the language links; null hides them */
export function layout(language: Language, title: string, body: Html, languagePath: string | null): string {
  const t = (key: string) => pageText(language, key)
  const links = LANGUAGES.map(
    (code) =>
      html`<li><a href="${languagePath ?? ''}?lang=${code}" lang="${code}" hreflang="${code}" ${code === language && html`aria-current="true"`}>${LABELS[code]}<span class="spoken"> ${NAMES[code]}</span></a></li>`,
  )
  return html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Carnet</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/oidc/assets/sign-in.css">
<script src="/oidc/assets/sign-in.js" defer></script>
</head>
<body>
<div class="sheet">
<main>
<div class="top"><a class="brand" href="/">${mark}Carnet</a>${languagePath !== null && html`<nav aria-label="${t('signIn.language')}"><ul class="languages">${links}</ul></nav>`}</div>
<div class="centre">${body}</div>
<p class="foot">${t('signIn.foot')}</p>
</main>
<div class="cover" aria-hidden="true"><ol>${sampleLines(language)}</ol><p>${t('signIn.cover')}</p></div>
</div>
</body>
</html>`.text
}
