import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import { choice, richText, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { MAIL_PURPOSES } from './mail.values.ts'

/**
 * A mail written once: its subject and body hold variables in double braces, which a bill gives
 * values to.
 */
export const MailTemplate = defineRecord('mailTemplate', {
  context: 'mail',
  permission: 'billing',
  fields: {
    name: text({ required: true, max: 100 }),
    purpose: choice(MAIL_PURPOSES, { required: true, empty: 'bill' }),
    language: choice(PAPER_LANGUAGES, { required: true, empty: 'fr' }),
    subject: text({ required: true, max: 300 }),
    body: richText({ max: 20_000 }),
  },
  named: ['name'],
  listed: ['name', 'purpose', 'language', 'subject'],
  searched: ['name', 'subject'],
})
