import type { MailSchemas } from './mail.schemas.ts'
import { endpoints } from './endpoint.ts'

export const mailRoutes = endpoints<MailSchemas>({
  send: {
    method: 'POST',
    path: '/mail/:userId/send',
    summary: 'Asks for a mail; a worker sends it, and `all` says what came of it',
    access: 'signed-in',
    perMinute: 60,
  },
  all: {
    method: 'GET',
    path: '/mail/:userId/all',
    summary: "The caller's own mails, newest first",
    access: 'signed-in',
  },
})
