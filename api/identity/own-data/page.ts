import { dayIn } from '#domain/kernel/time.ts'
import { html, pageBeginning, trusted } from '#api/kernel/html.ts'
import type { Language } from '#api/kernel/languages.ts'
import { word } from '#api/kernel/words.ts'

/** The page is opened from a disk: it has no script, and asks for nothing. */
const STYLE = trusted(`<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:1100px;padding:2rem 1rem}
summary{cursor:pointer;font-size:1.15rem;padding:.6rem 0}
summary{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent)}
div{overflow-x:auto}
table{border-collapse:collapse;margin-bottom:1rem}
th,td{text-align:start;vertical-align:top;padding:.3rem .8rem .3rem 0;white-space:pre-line}
th{font-weight:600;white-space:nowrap}
td{border-top:1px solid color-mix(in srgb,currentColor 12%,transparent)}
</style>`)

export const pageHead = ({
  language,
  userName,
  timeZone,
  now,
}: {
  readonly language: Language
  readonly userName: string
  readonly timeZone: string
  readonly now: number
}): string => {
  const say = (key: string, details = {}) => word(language, 'profile', `ownData.${key}`, details)
  const title = say('title', { name: userName })
  const head = html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${STYLE}`
  const beginning = html`<body>
<h1>${title}</h1><p>${say('made', { date: dayIn(now, timeZone) })}</p>
<p>${say('holds')}</p>`
  return pageBeginning(language, title, head) + beginning.text
}
export const pageEnd = (): string => '</body></html>\n'
