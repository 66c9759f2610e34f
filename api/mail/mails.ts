import { countedSince, mailCommands } from '#commands/mail/send-mail.ts'
import { mailRoutes } from '#contract/mail.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { MailFile } from '#domain/mail/mail.ts'
import { users } from '#projections/identity/users.ts'
import { mails, mailsOf, mailsSince } from '#projections/mail/mails.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { listHeaders } from '../kernel/lists.ts'
import { message } from '../kernel/messages.ts'

const DEFAULT_LIMIT = 100
const READ_WAIT_MS = 2_000

/** What billing knows of a bill that goes along with a mail; null when there is none, or it is not issued. */
export type BillPaper = (owner: string, billId: string) => Promise<MailFile | null>

/** Mails of the caller: asked for here, sent by a worker. */
export function mailApi(api: Api, { billPaper }: { readonly billPaper: BillPaper }): void {
  const { handler, readModels, store, newId } = api.deps
  const commands = mailCommands(handler)

  api.serve(mailRoutes.send, { reads: { mails, users } }, async ({ read, body, owner, caller, now, meta }) => {
    const { id = newId(), recipients, cc, subject, body: html, template } = body
    const attachments = await Promise.all(
      body.attachments.map(async (attachment, i) => {
        const file = await billPaper(owner, attachment.id)
        if (file === null)
          throw refusal('REFERENCE_UNKNOWN', {}, [{ path: `attachments.${i}.id`, code: 'REFERENCE_UNKNOWN' }])
        return file
      }),
    )
    // Mails that were asked for a moment ago count too.
    await readModels.reached([mails], await store.head(), READ_WAIT_MS)
    const sender = { name: caller.name, address: (await read.users.get(owner))?.profile.mail ?? '' }
    const billId = body.attachments[0]?.id ?? ''
    const draft = { sender, recipients, cc, subject, html, template, billId, attachments }
    return written(await commands.send(id, draft, await mailsSince(read.mails, owner, countedSince(now)), meta()))
  })

  api.serve(mailRoutes.all, { reads: { mails } }, async ({ read, owner, query, language, reply }) => {
    const page = await mailsOf(read.mails, owner, { limit: query.limit ?? DEFAULT_LIMIT, cursor: query.cursor })
    listHeaders(reply, page)
    return page.items.map(({ _id: id, owner: _, sender: from, error, attachments, ...mail }) => ({
      id,
      from,
      ...mail,
      recipients: [...mail.recipients],
      cc: [...mail.cc],
      refused: [...mail.refused],
      error: error === '' ? '' : message(language, error),
      attachments: attachments.map(({ name, bytes, type }) => ({ name, bytes, type })),
    }))
  })
}
