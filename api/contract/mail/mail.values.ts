/** The server's own limits and names of mails, so that a form shows the server's decision. */
export { STEPS } from '#domain/mail/reminder-steps.values.ts'
export {
  isBlank,
  isReminder,
  MAIL_VARIABLES,
  MAX_ATTACHMENTS,
  MAX_RECIPIENTS,
} from '#domain/mail/mail.values.ts'
