import { countedSince, type MailCommands } from '#commands/mail/send-mail.ts'
import { mailRoutes } from '#contract/mail.schemas.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { users } from '#projections/identity/users.ts'
import { mails, mailsOf, mailsSince } from '#projections/mail/mails.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { listHeaders } from '../kernel/lists.ts'
import { message } from '../kernel/messages.ts'

const READ_WAIT_MS = 2_000

/** Mails of the caller: requested here, sent by a worker. */
export function mailApi(api: Api, commands: MailCommands): void {
  const { readModels, store } = api.deps

  api.serve(mailRoutes.send, { reads: { mails, users } }, async ({ read, body, owner, caller, now, meta, newId }) => {
    const { id = newId(), recipients, cc, subject, body: html, template } = body
    const attachments = await Promise.all(
      body.attachments.map(async (attachment, i) => {
        const file = await commands.billPaper(owner, attachment.id)
        if (file === null)
          throw refusal('REFERENCE_UNKNOWN', {}, [{ path: `attachments.${i}.id`, code: 'REFERENCE_UNKNOWN' }])
        return file
      }),
    )
    // Mails requested a moment ago count too.
    await readModels.reached([mails], await store.head(), READ_WAIT_MS)
    const sender = { name: caller.name, address: (await read.users.get(owner))?.profile.mail ?? '' }
    const billId = body.attachments[0]?.id ?? ''
    const draft = { sender, recipients, cc, subject, html, template, billId, attachments }
    return written(await commands.send(id, draft, await mailsSince(read.mails, owner, countedSince(now)), meta()))
  })

  api.serve(mailRoutes.all, { reads: { mails } }, async ({ read, owner, query, language, reply }) => {
    const page = await mailsOf(read.mails, owner, { limit: query.limit, cursor: query.cursor })
    listHeaders(reply, page)
    return page.items.map((mail) => ({
      id: mail._id,
      from: mail.sender,
      recipients: [...mail.recipients],
      cc: [...mail.cc],
      subject: mail.subject,
      body: mail.body,
      status: mail.status,
      tries: mail.tries,
      error: mail.error === '' ? '' : message(language, mail.error),
      refused: [...mail.refused],
      requestedAt: mail.requestedAt,
      sentAt: mail.sentAt,
      billId: mail.billId,
      attachments: mail.attachments.map(({ name, bytes, type }) => ({ name, bytes, type })),
    }))
  })
}
