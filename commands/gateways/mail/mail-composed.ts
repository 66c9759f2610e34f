import { createHash } from 'node:crypto'
import type { MailMessage } from './mail.ts'

/** Size with encoding; a server that takes less says so. @unit bytes */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024

/** The plain-text part of a mail. */
const plainText = (html: string): string =>
  html
    .replaceAll(/<a\s[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gis, (_, href: string, text: string) =>
      text.includes(href) ? text : `${text} (${href})`,
    )
    .replaceAll(/<li[^>]*>/gi, '- ')
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h[1-6]|blockquote|tr)>/gi, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()

/** @source RFC 8058: mail programs show a button that ends the mails by one request */
const unsubscribing = (address: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * A mail in its transfer form. The same message and key give the same bytes. @param from the
 * installation's address
 */
export async function composed(
  message: MailMessage,
  { key, from }: { readonly key: string; readonly from: string },
): Promise<{ readonly id: string; readonly bytes: Buffer }> {
  const id = `<${key}@${from.slice(from.lastIndexOf('@') + 1)}>`
  // Loaded for the first mail: a process at rest sends none.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    from: { name: message.senderName, address: from },
    replyTo: message.replyTo,
    to: [...message.to],
    cc: [...message.cc],
    subject: message.subject,
    html: message.html,
    text: plainText(message.html),
    messageId: id,
    date: new Date(message.date),
    baseBoundary: createHash('sha256').update(key).digest('hex').slice(0, 32),
    ...(message.unsubscribe !== undefined && { headers: unsubscribing(message.unsubscribe) }),
    // Attachments are never read from this machine's files or from the web.
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: message.attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content),
    })),
  })
  return { id, bytes: await composer.compile().build() }
}
