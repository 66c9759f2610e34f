import { MAX_FILE_BYTES } from '#domain/documents/media-types.values.ts'
import { MAX_ATTACHMENTS } from '#domain/mail/mail.values.ts'
import type { MailSchemas } from './mail.schemas.ts'
import { endpoints, type Multipart } from '#contract/kernel/endpoint.ts'

/** The part that holds the mail, beside its files. */
export const MAIL_FIELD = 'mail'
export const MAIL_LIMITS: Multipart = {
  files: MAX_ATTACHMENTS,
  fileBytes: MAX_FILE_BYTES,
  field: MAIL_FIELD,
}

const bill = '/bill/:userId/:profileId/:id'

export const mailRoutes = endpoints<MailSchemas>({
  send: {
    method: 'POST',
    path: '/mail/:userId/send',
    summary:
      'Asks for a mail, with files where it is sent as multipart; a worker sends it, `all` says what came of it',
    access: 'signed-in',
    perMinute: 60,
    multipart: MAIL_LIMITS,
    closedToGuests: true,
  },
  all: {
    method: 'GET',
    path: '/mail/:userId/all',
    summary: "The caller's own mails, newest first",
    access: 'signed-in',
    csv: 'sentMail',
  },
  way: {
    method: 'GET',
    path: '/mail/:userId/way',
    summary:
      'How mails leave: by a mail server, or into the outbox, from which the user sends them by hand',
    access: 'signed-in',
  },
  retry: {
    method: 'PUT',
    path: '/mail/:userId/:id/retry',
    summary:
      'Tries again to send a mail that failed; 409 while it is on its way, and once it is sent',
    access: 'signed-in',
    perMinute: 60,
    closedToGuests: true,
  },
  message: {
    method: 'GET',
    path: '/mail/:userId/:id/message',
    summary: 'The whole mail as its recipients get it, for any mail program',
    access: 'signed-in',
    kind: 'binary',
  },
  attachment: {
    method: 'GET',
    path: '/mail/:userId/:id/attachment/:index',
    summary: 'One attachment of a mail, counted from 0',
    access: 'signed-in',
    kind: 'binary',
  },
  ofBill: {
    method: 'GET',
    path: `${bill}/mail`,
    summary:
      'The mail of an issued bill as it would go, written from a template in the client’s language',
    access: { permission: 'perm_billing_menu' },
  },
  sendBill: {
    method: 'POST',
    path: `${bill}/send`,
    summary:
      'Sends an issued bill by mail; what is not given is taken from the mail that `GET …/mail` answers',
    access: { permission: 'perm_billing_update' },
    perMinute: 60,
    closedToGuests: true,
  },
})
