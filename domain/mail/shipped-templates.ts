import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import type { MailPurpose } from './mail.values.ts'
import type { MailTemplate } from './template.ts'

/** Subject, then paragraphs. */
type Written = readonly [subject: string, ...paragraphs: readonly string[]]
type Shipped = Readonly<Record<MailPurpose, Written>> & {
  readonly greeting: string
  readonly close: string
}

/** Mails for users who have written none, in the languages of papers. */
const SHIPPED: Readonly<Record<PaperLanguage, Shipped>> = {
  fr: {
    greeting: 'Bonjour,',
    close: 'Bien cordialement,',
    bill: [
      '{{document}} {{ref}}',
      'Vous trouverez ci-joint : {{document}} {{ref}}, d’un montant de {{amount}}, à régler au plus tard le {{dueDate}}.',
      'Je reste à votre disposition pour toute question.',
    ],
    creditNote: [
      '{{document}} {{ref}}',
      'Vous trouverez ci-joint : {{document}} {{ref}}, d’un montant de {{amount}}.',
      'Je reste à votre disposition pour toute question.',
    ],
    reminderBefore: [
      'Facture {{ref}} : échéance le {{dueDate}}',
      'La facture {{ref}}, dont il reste {{outstanding}} à régler, arrive à échéance le {{dueDate}}. Vous la trouverez à nouveau ci-joint.',
      'Si le règlement est déjà parti, ne tenez pas compte de ce message.',
    ],
    reminderDue: [
      'Facture {{ref}} : échéance aujourd’hui',
      'La facture {{ref}}, dont il reste {{outstanding}} à régler, arrive à échéance aujourd’hui. Vous la trouverez à nouveau ci-joint.',
      'Si le règlement est déjà parti, ne tenez pas compte de ce message.',
    ],
    reminderAfter: [
      'Relance : facture {{ref}} échue le {{dueDate}}',
      'Sauf erreur de ma part, la facture {{ref}}, échue le {{dueDate}}, n’est pas encore réglée. Il reste {{outstanding}} à payer. Vous la trouverez à nouveau ci-joint.',
      'Pouvez-vous m’indiquer la date du règlement ? S’il est déjà parti, ne tenez pas compte de ce message.',
    ],
    thanks: [
      'Facture {{ref}} : règlement reçu',
      'J’ai bien reçu le règlement de la facture {{ref}}, et je vous en remercie.',
    ],
  },
  en: {
    greeting: 'Hello,',
    close: 'Kind regards,',
    bill: [
      '{{document}} {{ref}}',
      'Please find attached {{document}} {{ref}} for {{amount}}, payable by {{dueDate}}.',
      'Please let me know if you have any questions.',
    ],
    creditNote: [
      '{{document}} {{ref}}',
      'Please find attached {{document}} {{ref}} for {{amount}}.',
      'Please let me know if you have any questions.',
    ],
    reminderBefore: [
      'Invoice {{ref}} falls due on {{dueDate}}',
      'Invoice {{ref}}, of which {{outstanding}} is still to be paid, falls due on {{dueDate}}. It is attached again.',
      'If the payment is already on its way, please disregard this message.',
    ],
    reminderDue: [
      'Invoice {{ref}} falls due today',
      'Invoice {{ref}}, of which {{outstanding}} is still to be paid, falls due today. It is attached again.',
      'If the payment is already on its way, please disregard this message.',
    ],
    reminderAfter: [
      'Reminder: invoice {{ref}} was due on {{dueDate}}',
      'Unless I am mistaken, invoice {{ref}}, due on {{dueDate}}, has not been paid yet. {{outstanding}} is outstanding. It is attached again.',
      'Could you tell me when it will be paid? If the payment is already on its way, please disregard this message.',
    ],
    thanks: [
      'Invoice {{ref}}: payment received',
      'I have received the payment of invoice {{ref}}. Thank you.',
    ],
  },
  es: {
    greeting: 'Buenos días:',
    close: 'Un cordial saludo,',
    bill: [
      '{{document}} {{ref}}',
      'Adjunto encontrará: {{document}} {{ref}}, por un importe de {{amount}}, con vencimiento el {{dueDate}}.',
      'Quedo a su disposición para cualquier consulta.',
    ],
    creditNote: [
      '{{document}} {{ref}}',
      'Adjunto encontrará: {{document}} {{ref}}, por un importe de {{amount}}.',
      'Quedo a su disposición para cualquier consulta.',
    ],
    reminderBefore: [
      'Factura {{ref}}: vence el {{dueDate}}',
      'La factura {{ref}}, de la que quedan {{outstanding}} por pagar, vence el {{dueDate}}. La adjunto de nuevo.',
      'Si el pago ya está en camino, no tenga en cuenta este mensaje.',
    ],
    reminderDue: [
      'Factura {{ref}}: vence hoy',
      'La factura {{ref}}, de la que quedan {{outstanding}} por pagar, vence hoy. La adjunto de nuevo.',
      'Si el pago ya está en camino, no tenga en cuenta este mensaje.',
    ],
    reminderAfter: [
      'Recordatorio de pago: la factura {{ref}} venció el {{dueDate}}',
      'Salvo error por mi parte, la factura {{ref}}, vencida el {{dueDate}}, aún no está pagada. Quedan {{outstanding}} por pagar. La adjunto de nuevo.',
      '¿Podría indicarme la fecha del pago? Si ya está en camino, no tenga en cuenta este mensaje.',
    ],
    thanks: [
      'Factura {{ref}}: pago recibido',
      'He recibido el pago de la factura {{ref}}. Muchas gracias.',
    ],
  },
  de: {
    greeting: 'Guten Tag,',
    close: 'Mit freundlichen Grüßen',
    bill: [
      '{{document}} {{ref}}',
      'anbei erhalten Sie: {{document}} {{ref}} über {{amount}}, zahlbar bis zum {{dueDate}}.',
      'Bei Fragen stehe ich Ihnen gern zur Verfügung.',
    ],
    creditNote: [
      '{{document}} {{ref}}',
      'anbei erhalten Sie: {{document}} {{ref}} über {{amount}}.',
      'Bei Fragen stehe ich Ihnen gern zur Verfügung.',
    ],
    reminderBefore: [
      'Rechnung {{ref}}: fällig am {{dueDate}}',
      'die Rechnung {{ref}}, von der noch {{outstanding}} offen sind, wird am {{dueDate}} fällig. Sie liegt nochmals bei.',
      'Ist die Zahlung schon unterwegs, betrachten Sie diese Nachricht bitte als gegenstandslos.',
    ],
    reminderDue: [
      'Rechnung {{ref}}: heute fällig',
      'die Rechnung {{ref}}, von der noch {{outstanding}} offen sind, wird heute fällig. Sie liegt nochmals bei.',
      'Ist die Zahlung schon unterwegs, betrachten Sie diese Nachricht bitte als gegenstandslos.',
    ],
    reminderAfter: [
      'Zahlungserinnerung: Rechnung {{ref}}, fällig am {{dueDate}}',
      'die Rechnung {{ref}}, fällig am {{dueDate}}, ist nach meinen Unterlagen noch nicht bezahlt. Offen sind {{outstanding}}. Sie liegt nochmals bei.',
      'Könnten Sie mir mitteilen, wann die Zahlung erfolgt? Ist sie schon unterwegs, betrachten Sie diese Nachricht bitte als gegenstandslos.',
    ],
    thanks: [
      'Rechnung {{ref}}: Zahlung erhalten',
      'die Zahlung der Rechnung {{ref}} ist eingegangen. Vielen Dank.',
    ],
  },
  it: {
    greeting: 'Buongiorno,',
    close: 'Cordiali saluti,',
    bill: [
      '{{document}} {{ref}}',
      'In allegato trova: {{document}} {{ref}}, per un importo di {{amount}}, da pagare entro il {{dueDate}}.',
      'Resto a disposizione per qualsiasi chiarimento.',
    ],
    creditNote: [
      '{{document}} {{ref}}',
      'In allegato trova: {{document}} {{ref}}, per un importo di {{amount}}.',
      'Resto a disposizione per qualsiasi chiarimento.',
    ],
    reminderBefore: [
      'Fattura {{ref}}: scade il {{dueDate}}',
      'La fattura {{ref}}, di cui restano da pagare {{outstanding}}, scade il {{dueDate}}. La allego di nuovo.',
      'Se il pagamento è già partito, non tenga conto di questo messaggio.',
    ],
    reminderDue: [
      'Fattura {{ref}}: scade oggi',
      'La fattura {{ref}}, di cui restano da pagare {{outstanding}}, scade oggi. La allego di nuovo.',
      'Se il pagamento è già partito, non tenga conto di questo messaggio.',
    ],
    reminderAfter: [
      'Sollecito di pagamento: fattura {{ref}} scaduta il {{dueDate}}',
      'Salvo errore, la fattura {{ref}}, scaduta il {{dueDate}}, non risulta ancora pagata. Restano da pagare {{outstanding}}. La allego di nuovo.',
      'Può indicarmi la data del pagamento? Se è già partito, non tenga conto di questo messaggio.',
    ],
    thanks: [
      'Fattura {{ref}}: pagamento ricevuto',
      'Ho ricevuto il pagamento della fattura {{ref}}. La ringrazio.',
    ],
  },
  ar: {
    greeting: 'مرحبًا،',
    close: 'مع أطيب التحيات،',
    bill: [
      '{{document}} {{ref}}',
      'تجدون مرفقًا: {{document}} {{ref}} بمبلغ {{amount}}، تُدفع في موعد أقصاه {{dueDate}}.',
      'أنا رهن إشارتكم لأي سؤال.',
    ],
    creditNote: [
      '{{document}} {{ref}}',
      'تجدون مرفقًا: {{document}} {{ref}} بمبلغ {{amount}}.',
      'أنا رهن إشارتكم لأي سؤال.',
    ],
    reminderBefore: [
      'الفاتورة {{ref}}: تستحق في {{dueDate}}',
      'تستحق الفاتورة {{ref}} في {{dueDate}}، وقد بقي منها {{outstanding}}. تجدونها مرفقة مرة أخرى.',
      'إن كان الدفع قد أُرسل، فلا تلتفتوا إلى هذه الرسالة.',
    ],
    reminderDue: [
      'الفاتورة {{ref}}: تستحق اليوم',
      'تستحق الفاتورة {{ref}} اليوم، وقد بقي منها {{outstanding}}. تجدونها مرفقة مرة أخرى.',
      'إن كان الدفع قد أُرسل، فلا تلتفتوا إلى هذه الرسالة.',
    ],
    reminderAfter: [
      'تذكير: الفاتورة {{ref}} استُحقت في {{dueDate}}',
      'لم تُدفع بعد، ما لم أكن مخطئًا، الفاتورة {{ref}} التي استُحقت في {{dueDate}}. بقي منها {{outstanding}}. تجدونها مرفقة مرة أخرى.',
      'هل يمكنكم إخباري بتاريخ الدفع؟ إن كان قد أُرسل، فلا تلتفتوا إلى هذه الرسالة.',
    ],
    thanks: ['الفاتورة {{ref}}: وصل الدفع', 'وصلني مبلغ الفاتورة {{ref}}، وأشكركم عليه.'],
  },
}

/** As the editor writes an empty line. */
const GAP = '<p></p>'
const paragraph = (text: string): string => `<p>${text}</p>`

/**
 * The product's own template. Paragraphs are sent without margins, so an empty line stands between
 * them.
 */
export function shippedTemplate(purpose: MailPurpose, language: PaperLanguage): MailTemplate {
  const { [purpose]: written, greeting, close } = SHIPPED[language]
  const [subject, ...paragraphs] = written
  const body = [greeting, ...paragraphs].map(paragraph).join(GAP)
  return {
    id: '',
    name: '',
    purpose,
    language,
    subject,
    body: `${body}${GAP}${paragraph(close)}${paragraph('{{sender}}')}`,
  }
}
