import { uploadsUnderWay } from '#api/kernel/uploads-under-way.ts'
import { keptDocument } from '#commands/gateways/documents/documents.ts'
import type { MailWay } from '#commands/gateways/open-gateways.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { Commands } from '#commands/product.ts'
import type { DrawnFiles } from '#commands/mail/mail-files.ts'
import type { MailDraft as Draft } from '#commands/mail/send-mail.ts'
import {
  MAIL_FIELD,
  MAIL_LIMITS,
  MailDraft,
  mailRoutes,
  type Mail,
} from '#contract/mail/mail.contract.ts'
import type { Route } from '#contract/kernel/contract.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { documentRefusal } from '#domain/documents/document.ts'
import { MAX_FILES } from '#domain/documents/media-types.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { dayIn } from '#domain/kernel/time.ts'
import { users } from '#projections/identity/users.ts'
import { type MailDoc, mails, mailsOf } from '#projections/mail/mails.ts'
import type { Api, BinaryReply, Call } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import type { Language } from '../kernel/languages.ts'
import { listHeaders } from '../kernel/lists.ts'
import { message } from '../kernel/messages.ts'
import { bytesSent, filesOf } from '../kernel/multipart.ts'
import { parse } from '../kernel/parse.ts'
import { mailsBefore } from './mails-before.ts'

const toWire = (mail: MailDoc, language: Language): Mail => ({
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
  template: mail.template,
  purpose: mail.purpose,
  outbox: mail.outbox,
  byHand: mail.readyAt > 0 && !mail.outbox,
  attachments: mail.attachments.map(({ name, bytes, type }) => ({ name, bytes, type })),
})

/** The JSON part of a multipart request. @throws REQUEST_INVALID */
function mailIn(text: unknown, language: Language) {
  let json: unknown
  try {
    json = JSON.parse(String(text))
  } catch {
    throw refusal('REQUEST_INVALID', {}, [{ path: MAIL_FIELD, code: 'FIELD_INVALID' }])
  }
  return parse(MailDraft, json, language)
}

/** Papers that are drawn when a mail asks for them, in its language if it has one. */
export type DrawFiles = (
  call: Pick<Call, 'caller' | 'language' | 'closed' | 'can'>,
  language?: PaperLanguage,
) => DrawnFiles

/** Mails of the caller: requested here, sent by a worker. */
export function mailApi(
  api: Api,
  { mail: commands, billMails, documents }: Pick<Commands, 'mail' | 'billMails' | 'documents'>,
  way: MailWay,
  drawn: DrawFiles,
): void {
  const store = api.deps.documents
  const underWay = uploadsUnderWay()
  const reads = { mails, users }
  type Asked = Call<Route, typeof reads>

  /** The mail of a request, and its files as uploaded documents of the user. */
  async function received({
    body,
    request,
    language,
    caller,
    meta,
  }: Call<typeof mailRoutes.send, typeof reads>) {
    if (!request.isMultipart()) {
      if (body === undefined)
        throw refusal('REQUEST_INVALID', {}, [{ path: 'body', code: 'FIELD_INVALID' }])
      return body
    }
    return underWay.within(caller.userId, bytesSent(request), async (came) => {
      let draft: ReturnType<typeof mailIn> | undefined
      const tooMany = () => documentRefusal('TOO_MANY_FILES', { max: MAX_FILES })
      const files = filesOf(request, MAIL_LIMITS, tooMany, (name, value) => {
        if (name === MAIL_FIELD) draft = mailIn(value, language)
      })
      const { commandId, ...more } = meta()
      const uploaded = await documents.upload(
        files,
        { ...more, commandId: derivedUuid(commandId, 'files') },
        'none-is-fine',
      )
      came(uploaded.reduce((sum, { file }) => sum + file.bytes, 0))
      if (draft === undefined)
        throw refusal('REQUEST_INVALID', {}, [{ path: MAIL_FIELD, code: 'FIELD_INVALID' }])
      const attached = uploaded.map(({ id }) => ({ kind: 'document' as const, id }))
      return { ...draft, attachments: [...draft.attachments, ...attached] }
    })
  }

  const sentBefore = mailsBefore(api.deps)
  const ask = async (
    call: Pick<Asked, 'read' | 'owner' | 'now'>,
    id: string,
    draft: Draft,
    meta: CommandMeta,
  ) => written(await commands.send(id, draft, await sentBefore(call), meta))

  api.serve(mailRoutes.send, { reads }, async (call) => {
    const { read, owner, caller, meta, newId } = call
    const { id = newId(), body: html, attachments: asked, ...mail } = await received(call)
    const attachments = await commands.files(owner, asked, drawn(call))
    const sender = { name: caller.name, address: (await read.users.get(owner))?.profile.mail ?? '' }
    const billId = asked.find(({ kind }) => kind === 'bill')?.id ?? ''
    return ask(call, id, { ...mail, sender, html, billId, attachments: [...attachments] }, meta())
  })

  api.serve(
    mailRoutes.ofBill,
    {},
    async ({ owner, params: { profileId, id }, query, now, caller }) => {
      const today = dayIn(now, caller.timeZone)
      const {
        sender,
        language: _,
        ...mail
      } = await billMails.draft(owner, profileId, id, query, today)
      const files = await commands.files(owner, mail.attachments)
      return {
        ...mail,
        from: sender.address,
        senderName: sender.name,
        recipients: [...mail.recipients],
        contacts: [...mail.contacts],
        templates: mail.templates.map((one) => ({
          id: one.id,
          name: one.name,
          language: one.language,
        })),
        attachments: mail.attachments.map((one, i) => ({
          ...one,
          name: files[i]?.name ?? '',
          bytes: files[i]?.bytes ?? 0,
          type: files[i]?.type ?? '',
        })),
      }
    },
  )

  api.serve(mailRoutes.sendBill, { reads }, async (call) => {
    const { owner, params, body = {}, now, caller, meta, newId } = call
    const { profileId, id: billId } = params
    const { template = '', purpose = '' } = body
    const today = dayIn(now, caller.timeZone)
    const mail = await billMails.draft(owner, profileId, billId, { template, purpose }, today)
    const attachments = await commands.files(
      owner,
      body.attachments ?? mail.attachments,
      drawn(call, mail.language),
    )
    const draft = {
      sender: mail.sender,
      recipients: body.recipients ?? mail.recipients,
      cc: body.cc ?? [],
      subject: body.subject ?? mail.subject,
      html: body.body ?? mail.body,
      template: mail.template,
      billId,
      attachments: [...attachments],
      purpose: mail.purpose,
    }
    return ask(call, body.id ?? newId(), { ...draft, recipients: [...draft.recipients] }, meta())
  })

  api.serve(
    mailRoutes.all,
    { reads: { mails } },
    async ({ read, owner, query, language, reply }) => {
      const page = await mailsOf(read.mails, owner, query)
      listHeaders(reply, page)
      return page.items.map((mail) => toWire(mail, language))
    },
  )
  api.serve(mailRoutes.one, { reads: { mails } }, async ({ read, owner, params, language }) => {
    const mail = await read.mails.get(params.id)
    if (mail === null || mail.owner !== owner) throw refusal('NOT_FOUND', params)
    return toWire(mail, language)
  })
  api.serve(mailRoutes.way, {}, async () => ({ outbox: way.outbox, from: way.from }))
  api.serve(mailRoutes.retry, {}, async ({ owner, params: { id }, meta }) => {
    if ((await commands.requested(owner, id)) === null) throw refusal('NOT_FOUND', { id })
    return written(await commands.retry(id, meta()))
  })

  const requested = async (owner: string, id: string) => {
    const mail = await commands.requested(owner, id)
    if (mail === null) throw refusal('NOT_FOUND', { id })
    return mail
  }
  api.serve(mailRoutes.markSent, {}, async ({ owner, params: { id }, body: { at }, now, meta }) =>
    written(await commands.markSent(await requested(owner, id), at, now, meta())),
  )
  api.serve(mailRoutes.unmarkSent, {}, async ({ owner, params: { id }, meta }) =>
    written(await commands.unmarkSent((await requested(owner, id)).id, meta())),
  )
  api.serve(mailRoutes.message, {}, async ({ owner, params: { id } }): Promise<BinaryReply> => {
    const bytes = await way.bytesOf(await requested(owner, id))
    return {
      bytes,
      mediaType: 'message/rfc822',
      fileName: 'courriel.eml',
      disposition: 'attachment',
    }
  })
  api.serve(
    mailRoutes.attachment,
    {},
    async ({ owner, params: { id, index }, reply }): Promise<BinaryReply> => {
      const file = (await requested(owner, id)).payload.attachments[index]
      if (file === undefined) throw refusal('NOT_FOUND', { id })
      const { bytes } = await keptDocument(store, file.sha256)
      reply.header('x-content-type-options', 'nosniff')
      return {
        bytes,
        mediaType: file.type,
        fileName: file.name,
        disposition: 'attachment',
      }
    },
  )
}
