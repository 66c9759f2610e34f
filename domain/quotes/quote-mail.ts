import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { filled } from '#domain/billing/paper/paper-words.ts'

/**
 * Subject, then paragraphs; braces stand for a value, and `{link}` alone for the link of the quote.
 */
type Written = readonly [subject: string, ...paragraphs: readonly string[]]
type Words = {
  readonly greeting: string
  readonly close: string
  readonly open: string
  readonly send: Written
  readonly remind: Written
  readonly code: Written
}

const WORDS: Readonly<Record<PaperLanguage, Words>> = {
  fr: {
    greeting: 'Bonjour,',
    close: 'Bien cordialement,',
    open: 'Voir et accepter le devis',
    send: [
      'Devis {ref}',
      'Vous trouverez ci-joint le devis {ref}, d’un montant de {amount}, valable jusqu’au {last}.',
      'Vous pouvez le lire et l’accepter en ligne, sans compte :',
    ],
    remind: [
      'Devis {ref} : valable jusqu’au {last}',
      'Je reviens vers vous au sujet du devis {ref}, d’un montant de {amount}, valable jusqu’au {last}.',
      'Vous pouvez le lire et l’accepter en ligne, sans compte :',
    ],
    code: [
      '{code} est votre code pour accepter le devis {ref}',
      'Pour accepter le devis {ref} de {business}, saisissez ce code : {code}',
      'Il est valable {minutes} minutes et ne sert qu’une fois. Si vous n’avez rien demandé, ne tenez pas compte de ce message.',
    ],
  },
  en: {
    greeting: 'Hello,',
    close: 'Kind regards,',
    open: 'View and accept the quote',
    send: [
      'Quote {ref}',
      'Please find attached quote {ref} for {amount}, valid until {last}.',
      'You can read it and accept it online, without an account:',
    ],
    remind: [
      'Quote {ref}: valid until {last}',
      'I am following up on quote {ref} for {amount}, valid until {last}.',
      'You can read it and accept it online, without an account:',
    ],
    code: [
      '{code} is your code to accept quote {ref}',
      'To accept quote {ref} from {business}, enter this code: {code}',
      'It is valid for {minutes} minutes and works once. If you did not request it, please disregard this message.',
    ],
  },
  es: {
    greeting: 'Buenos días:',
    close: 'Un cordial saludo,',
    open: 'Ver y aceptar el presupuesto',
    send: [
      'Presupuesto {ref}',
      'Adjunto encontrará el presupuesto {ref}, por un importe de {amount}, válido hasta el {last}.',
      'Puede leerlo y aceptarlo en línea, sin cuenta:',
    ],
    remind: [
      'Presupuesto {ref}: válido hasta el {last}',
      'Le escribo de nuevo acerca del presupuesto {ref}, por un importe de {amount}, válido hasta el {last}.',
      'Puede leerlo y aceptarlo en línea, sin cuenta:',
    ],
    code: [
      '{code} es su código para aceptar el presupuesto {ref}',
      'Para aceptar el presupuesto {ref} de {business}, introduzca este código: {code}',
      'Es válido durante {minutes} minutos y sirve una sola vez. Si no ha pedido nada, ignore este mensaje.',
    ],
  },
  de: {
    greeting: 'Guten Tag,',
    close: 'Mit freundlichen Grüßen',
    open: 'Angebot ansehen und annehmen',
    send: [
      'Angebot {ref}',
      'anbei erhalten Sie das Angebot {ref} über {amount}, gültig bis {last}.',
      'Sie können es online ohne Konto lesen und annehmen:',
    ],
    remind: [
      'Angebot {ref}: gültig bis {last}',
      'ich komme auf das Angebot {ref} über {amount} zurück, gültig bis {last}.',
      'Sie können es online ohne Konto lesen und annehmen:',
    ],
    code: [
      '{code} ist Ihr Code für das Angebot {ref}',
      'um das Angebot {ref} von {business} anzunehmen, geben Sie diesen Code ein: {code}',
      'Er gilt {minutes} Minuten und nur einmal. Haben Sie nichts angefordert, ignorieren Sie diese Nachricht.',
    ],
  },
  it: {
    greeting: 'Buongiorno,',
    close: 'Cordiali saluti,',
    open: 'Veda e accetti il preventivo',
    send: [
      'Preventivo {ref}',
      'In allegato trova il preventivo {ref}, di {amount}, valido fino al {last}.',
      'Può leggerlo e accettarlo online, senza account:',
    ],
    remind: [
      'Preventivo {ref}: valido fino al {last}',
      'Torno a scriverLe riguardo al preventivo {ref}, di {amount}, valido fino al {last}.',
      'Può leggerlo e accettarlo online, senza account:',
    ],
    code: [
      '{code} è il Suo codice per accettare il preventivo {ref}',
      'Per accettare il preventivo {ref} di {business}, inserisca questo codice: {code}',
      'È valido {minutes} minuti e si usa una sola volta. Se non ha chiesto nulla, ignori questo messaggio.',
    ],
  },
  ar: {
    greeting: 'مرحبًا،',
    close: 'مع أطيب التحيات،',
    open: 'الاطلاع على عرض السعر وقبوله',
    send: [
      'عرض السعر {ref}',
      'تجدون مرفقًا عرض السعر {ref} بمبلغ {amount}، وهو صالح حتى {last}.',
      'يمكنكم قراءته وقبوله عبر الإنترنت دون حساب:',
    ],
    remind: [
      'عرض السعر {ref}: صالح حتى {last}',
      'أعود إليكم بشأن عرض السعر {ref} بمبلغ {amount}، وهو صالح حتى {last}.',
      'يمكنكم قراءته وقبوله عبر الإنترنت دون حساب:',
    ],
    code: [
      '{code} هو رمزكم لقبول عرض السعر {ref}',
      'لقبول عرض السعر {ref} من {business}، أدخلوا هذا الرمز: {code}',
      'الرمز صالح لمدة {minutes} دقيقة ولمرة واحدة. إن لم تطلبوا شيئًا فتجاهلوا هذه الرسالة.',
    ],
  },
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
const paragraph = (text: string): string => `<p>${text}</p>`

type Values = Readonly<Record<string, string>>
/** A mail as HTML; its values are text and never markup. */
function written([subject, ...paragraphs]: Written, values: Values) {
  const safe = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, escaped(value)]),
  )
  return {
    subject: filled(subject, values),
    paragraphs: paragraphs.map((text) => paragraph(filled(text, safe))),
  }
}

/** The mail that carries a quote and its link, in the language of its paper. */
export function quoteMail(
  language: PaperLanguage,
  kind: 'send' | 'remind',
  { link, sender, ...values }: Values & { readonly link: string; readonly sender: string },
): { readonly subject: string; readonly body: string } {
  const words = WORDS[language]
  const { subject, paragraphs } = written(words[kind], values)
  const act = `<a href="${escaped(link)}">${escaped(words.open)}</a>`
  const body = [
    paragraph(words.greeting),
    ...paragraphs,
    paragraph(act),
    paragraph(`${words.close}<br>${escaped(sender)}`),
  ]
  return { subject, body: body.join('') }
}

/** The mail with the one-time code. */
export function codeMail(
  language: PaperLanguage,
  values: Values,
): { readonly subject: string; readonly body: string } {
  const { subject, paragraphs } = written(WORDS[language].code, values)
  return { subject, body: [paragraph(WORDS[language].greeting), ...paragraphs].join('') }
}
