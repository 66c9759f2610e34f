import { shippedTemplate } from '#domain/mail/shipped-templates.ts'
import type { MailPurpose } from '#domain/mail/mail.values.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import { MailTemplate } from '#domain/mail/mail-template.record.ts'
import { recordAdded } from './records.ts'
import { type Chapter, type Episode, type Tale, workday } from './tale.ts'

/** Mails about bills of the sample. They are told as sent; none of them leaves. */
function mailsOf(
  { commands, id, meta, profileId, known }: Tale,
  key: string,
  { bill, purpose, to, day }: { bill: string; purpose: MailPurpose | ''; to: string; day: Day },
): Episode {
  return {
    day,
    async tell() {
      // The draft asks the read models for templates and contacts.
      await known()
      const send = meta(key, day)
      const { owner } = send
      const mail = await commands.billMails.draft(
        owner,
        profileId,
        id(bill),
        { purpose, template: '' },
        day,
      )
      const attachments = await commands.mail.files(owner, mail.attachments)
      const { body: html, subject, template } = mail
      const sender = { name: 'Camille Fontanel', address: 'camille@fontanel.example' }
      const draft = { sender, recipients: [to], cc: [], subject, html, template, billId: id(bill) }
      await commands.mail.tell(
        id(key),
        { ...draft, attachments: [...attachments], purpose: mail.purpose },
        send,
      )
    },
  }
}

/** A bill that was sent and reminded of, one that was sent, and a template of one's own. */
export const mailsChapter: Chapter = (tale) => {
  const { today, start } = tale
  const training = workday(addDays(today, -51))
  const workshop = workday(addDays(today, -32))
  const lampadaire = 'compta@lampadaire.example'
  const { subject, body } = shippedTemplate('reminderAfter', 'fr')
  return [
    recordAdded(tale, start, MailTemplate, 'firm reminder', {
      name: 'Relance ferme',
      purpose: 'reminderAfter',
      language: 'fr',
      subject: `${subject} ({{daysLate}} jours)`,
      body,
    }),
    mailsOf(tale, 'mail training', {
      bill: 'training',
      purpose: '',
      to: lampadaire,
      day: training,
    }),
    mailsOf(tale, 'mail workshop', {
      bill: 'workshop',
      purpose: '',
      to: 'factures@moulin-neuf.example',
      day: workshop,
    }),
    mailsOf(tale, 'remind training', {
      bill: 'training',
      purpose: 'reminderAfter',
      to: lampadaire,
      day: workday(addDays(today, -9)),
    }),
  ]
}
