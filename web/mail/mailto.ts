import type { Mail } from '#contract/mail/mail.contract.ts'

/** Longer addresses are cut by some programs. @unit characters */
const LONGEST = 1_900

/** Text of a mail without its marks: paragraphs and lines stay apart. */
function plainOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  for (const item of body.querySelectorAll('li')) item.prepend('- ')
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, blockquote')) block.append('\n')
  return (body.textContent ?? '').trim()
}

/**
 * Address that opens a mail in the user's own program. Attachments do not fit into an address: they
 * come with the downloaded file. @source RFC 6068
 */
export function mailtoOf({
  recipients,
  cc,
  subject,
  body,
}: Pick<Mail, 'recipients' | 'cc' | 'subject' | 'body'>): string {
  const to = recipients.map(encodeURIComponent).join(',')
  const parts = (text: string) =>
    Object.entries({ cc: cc.join(','), subject, body: text.replaceAll('\n', '\r\n') })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
  let text = plainOf(body)
  while (text !== '' && `mailto:${to}?${parts(text)}`.length > LONGEST)
    text = text.slice(0, Math.floor(text.length * 0.9))
  return `mailto:${to}?${parts(text)}`
}
