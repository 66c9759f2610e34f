import type { Facts } from '#commands/facts.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { outstandingOf } from '#domain/billing/bill-balance.ts'
import type { IssuedBill } from '#domain/billing/bill-facts.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import { paperOf } from '#domain/billing/paper/paper.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { figuresOf } from '#domain/billing/paper/paper-figures.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type Day, daysBetween } from '#domain/kernel/time.ts'
import { type MailPurpose, reminderPurpose } from '#domain/mail/mail.values.ts'
import { shippedTemplate } from '#domain/mail/shipped-templates.ts'
import {
  filledTemplate,
  type MailTemplate,
  type MailValues,
  templateFor,
} from '#domain/mail/template.ts'
import type { AttachmentRef } from './mail-files.ts'

/** `reminder` is the reminder of that day: before, on or after the due day. */
export type AskedPurpose = MailPurpose | 'reminder' | ''

/** A bill's mail as it would go: the user edits it in place. */
export type BillMail = {
  readonly language: PaperLanguage
  readonly sender: { readonly name: string; readonly address: string }
  readonly recipients: readonly string[]
  /** People at the client who have an address. */
  readonly contacts: readonly {
    readonly name: string
    readonly role: string
    readonly address: string
  }[]
  readonly subject: string
  readonly body: string
  readonly purpose: MailPurpose
  readonly template: string
  /** The user's templates for this purpose. */
  readonly templates: readonly Pick<MailTemplate, 'id' | 'name' | 'language'>[]
  readonly attachments: readonly AttachmentRef[]
}

function purposeOf({ frozen }: IssuedBill, purpose: AskedPurpose, today: Day): MailPurpose {
  if (purpose === 'reminder') return reminderPurpose(daysBetween(frozen.dueDate, today))
  return purpose || (frozen.type === 'creditNote' ? 'creditNote' : 'bill')
}

function valuesOf(bill: IssuedBill, sender: string, today: Day): MailValues {
  const { frozen } = bill
  const { language, currency, seller } = frozen
  const { amount, day } = figuresOf(language)
  return {
    document: paperOf(frozen).title,
    ref: frozen.ref,
    client: frozen.buyer.name,
    service: frozen.serviceName,
    amount: amount(frozen.dueMinor, currency),
    outstanding: amount(outstandingOf(bill), currency),
    issueDate: day(frozen.issueDate),
    dueDate: day(frozen.dueDate),
    daysLate: String(Math.max(0, daysBetween(frozen.dueDate, today))),
    business: seller.commercialName || seller.name,
    iban: seller.iban,
    sender: sender || seller.name,
  }
}

/** Role of a contact who is sent bills, in the six languages. */
const KEEPS_BOOKS =
  /compta|factur|invoic|billing|account|buchhalt|rechnung|contab|fattur|محاسب|فوات/i

/** Mails about issued bills. */
export function billMails({
  handler,
  facts,
}: {
  readonly handler: CommandHandler
  readonly facts: Facts
}) {
  /** @throws NOT_FOUND · BILL_NOT_ISSUED */
  async function issued(owner: string, profileId: string, billId: string): Promise<IssuedBill> {
    const state = (await handler.load(billDecider, billId, owner))?.state
    if (
      !state ||
      state.status === 'none' ||
      state.status === 'removed' ||
      state.content.profileId !== profileId
    )
      throw refusal('NOT_FOUND', { id: billId })
    if (state.status !== 'issued') throw billRefusal('BILL_NOT_ISSUED')
    return state
  }

  return {
    issued,
    /**
     * The mail of a bill, written from a template in the client's language.
     *
     * @param asked.template the template's id; the contract's, the user's or the product's one when
     * it is empty
     * @throws NOT_FOUND · BILL_NOT_ISSUED
     */
    async draft(
      owner: string,
      profileId: string,
      billId: string,
      {
        purpose: askedPurpose,
        template,
      }: { readonly purpose: AskedPurpose; readonly template: string },
      today: Day,
    ): Promise<BillMail> {
      const bill = await issued(owner, profileId, billId)
      const { clientId, projectId } = bill.content
      const { sender, contacts, templates, contractTemplates, lastRecipients } =
        await facts.mailing(owner, {
          clientId: clientId || '',
          projectId: projectId || '',
        })
      const { language } = bill.frozen
      const chosen = templates.find(({ id }) => id === template)
      const purpose = chosen?.purpose ?? purposeOf(bill, askedPurpose, today)
      const used =
        chosen ??
        templateFor(
          { purpose, language },
          { own: templates, named: contractTemplates, shipped: shippedTemplate(purpose, language) },
        )
      const usual = contacts.find(({ role }) => KEEPS_BOOKS.test(role)) ?? contacts[0]
      return {
        language,
        sender,
        recipients: lastRecipients.length > 0 ? lastRecipients : usual ? [usual.address] : [],
        contacts,
        ...filledTemplate(used, valuesOf(bill, sender.name, today)),
        purpose,
        template: used.id,
        templates: templates.filter((one) => one.purpose === purpose),
        attachments: purpose === 'thanks' ? [] : [{ kind: 'bill', id: billId }],
      }
    },
  }
}
export type BillMails = ReturnType<typeof billMails>
