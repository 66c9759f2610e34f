import { type Html, html, PAGE_LOOKS, wholePage } from './html.ts'
import { type Language, LANGUAGES, localeOf } from './languages.ts'
import { pageText } from './messages.ts'

const NAMES: Readonly<Record<Language, string>> = {
  fr: 'Français',
  en: 'English',
  ar: 'العربية',
  es: 'Español',
  de: 'Deutsch',
  it: 'Italiano',
}
const LABELS: Readonly<Record<Language, string>> = {
  fr: 'FR',
  en: 'EN',
  ar: 'ع',
  es: 'ES',
  de: 'DE',
  it: 'IT',
}

const mark = html`<svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true">
<rect x=".75" y=".75" width="20.5" height="20.5" rx="3.2" fill="var(--surface)" stroke="var(--ink)" stroke-width="1.5"/>
<path d="M7 1v20" stroke="var(--warm-line)" stroke-width="1.8"/>
<path d="M10 7.4h7.6M10 11.2h7.6M10 15h4.6" stroke="var(--accent)" stroke-width="1.8" stroke-linecap="round"/></svg>`

/** Sample page of the notebook; invented. @unit amounts in euros */
const SAMPLE = [
  { day: 16, amount: 1800, sign: 'always' },
  { day: 12, amount: -84.2, sign: 'always' },
  { day: 3, amount: 12_480, sign: 'auto' },
  { day: 2, amount: -384, sign: 'always' },
] as const

function sampleLines(language: Language): readonly Html[] {
  return SAMPLE.map(({ day, amount, sign }, i) => {
    const text = new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency: 'EUR',
      signDisplay: sign,
    })
      .format(amount)
      .replaceAll('\u202f', '\u00a0')
      .replace('-', '\u2212')
    const name = pageText(language, `signIn.sample.${i + 1}`)
    return html`<li><span>${day}</span><span>${name}</span><bdi dir="ltr">${text}</bdi></li>`
  })
}

const languageLinks = (language: Language, path: string): Html => {
  const links = LANGUAGES.map(
    (code) =>
      html`<li><a href="${path}?lang=${code}" lang="${code}" hreflang="${code}"
 ${code === language && html`aria-current="true"`}>${LABELS[code]}<span class="spoken"> ${NAMES[code]}</span></a></li>`,
  )
  return html`<nav aria-label="${pageText(language, 'signIn.language')}"><ul class="languages">${links}</ul></nav>`
}

const whole = (language: Language, title: string, body: Html): string =>
  wholePage(
    language,
    `${title} · Carnet`,
    html`<meta name="robots" content="noindex">
${PAGE_LOOKS}
<script type="module" src="/oidc/assets/sign-in.js"></script>`,
    html`<body>
${body}
</body>`,
  )

/** @param languagePath target of the language links; null hides them */
export function layout(
  language: Language,
  title: string,
  body: Html,
  languagePath: string | null,
): string {
  const t = (key: string) => pageText(language, key)
  return whole(
    language,
    title,
    html`<div class="sheet">
<main>
<div class="top"><a class="brand" href="/">${mark}Carnet</a>${
      languagePath !== null && languageLinks(language, languagePath)
    }</div>
<div class="centre">${body}</div>
<p class="foot">${t('signIn.foot')}</p>
</main>
<div class="cover" aria-hidden="true"><ol>${sampleLines(language)}</ol><p>${t('signIn.cover')}</p></div>
</div>`,
  )
}

/** Business whose client reads a page. @param logo its address; null for none */
export type PageSeller = {
  readonly name: string
  readonly logo: string | null
  /** Number of a swatch; 0 for none. */
  readonly colour: number
}

/**
 * A page that a seller's client reads, with the seller's logo and colour. It has no script.
 * @param languagePath target of the language links
 */
export const clientLayout = (
  language: Language,
  title: string,
  body: Html,
  languagePath: string,
  { name, logo, colour }: PageSeller,
): string =>
  wholePage(
    language,
    `${title} · ${name}`,
    html`<meta name="robots" content="noindex, nofollow">
${PAGE_LOOKS}`,
    html`<body><main class="paper client" data-colour="${colour}">
<div class="top">${
      logo === null
        ? html`<span class="brand"><bdi>${name}</bdi></span>`
        : html`<img class="logo" src="${logo}" alt="${name}">`
    }${languageLinks(language, languagePath)}</div>
<div class="leaf">${body}</div>
<p class="foot">${mark}Carnet</p>
</main></body>`,
  )

/**
 * A page to be read: one column with its margin. @param languagePath target of the language links
 */
export const paperLayout = (
  language: Language,
  title: string,
  body: Html,
  languagePath: string,
): string =>
  whole(
    language,
    title,
    html`<main class="paper">
<div class="top"><span class="brand">${mark}Carnet</span>${languageLinks(language, languagePath)}</div>
<div class="leaf">${body}</div>
</main>`,
  )
