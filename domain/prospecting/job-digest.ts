import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { element, elementWith, type Xml } from '#domain/kernel/xml.ts'

/** A suggested job as a digest tells it. */
export type DigestJob = {
  readonly id: string
  readonly title: string
  readonly company: string
  readonly location: string
  readonly score: number
}

type Words = {
  readonly subject: string
  readonly added: string
  readonly why: string
  readonly change: string
}

const WORDS: Readonly<Record<PaperLanguage, Words>> = {
  fr: {
    subject: 'Vos suggestions d’emploi',
    added: 'Une nouvelle suggestion d’emploi a été ajoutée',
    why: 'Vous recevez ce courriel parce que vous l’avez demandé dans vos critères.',
    change: 'Modifier les critères',
  },
  en: {
    subject: 'Your job suggestions',
    added: 'New Job suggestion has been added',
    why: 'You are receiving this email because you asked for it in your criteria.',
    change: 'Edit the criteria',
  },
  ar: {
    subject: 'اقتراحات الوظائف الخاصة بك',
    added: 'تمت إضافة اقتراح وظيفة جديد',
    why: 'تصلك هذه الرسالة لأنك طلبتها في معاييرك.',
    change: 'تعديل المعايير',
  },
  es: {
    subject: 'Sus sugerencias de empleo',
    added: 'Se ha añadido una nueva sugerencia de empleo',
    why: 'Recibe este correo porque lo ha pedido en sus criterios.',
    change: 'Modificar los criterios',
  },
  de: {
    subject: 'Ihre Stellenvorschläge',
    added: 'Ein neuer Stellenvorschlag wurde hinzugefügt',
    why: 'Sie erhalten diese Nachricht, weil Sie es in Ihren Kriterien so gewählt haben.',
    change: 'Kriterien ändern',
  },
  it: {
    subject: 'I Suoi suggerimenti di lavoro',
    added: 'È stato aggiunto un nuovo suggerimento di lavoro',
    why: 'Riceve questa e-mail perché l’ha richiesta nei Suoi criteri.',
    change: 'Modifichi i criteri',
  },
}

/** A source's text holds no variable of a mail: double braces would keep the mail from going. */
const plainText = (text: string): string => text.replaceAll(/[{}]/g, '')

const line = ({ id, title, company, location, score }: DigestJob, home: string): Xml =>
  element(
    'li',
    elementWith(
      'a',
      { href: new URL(`/admin/prospecting/offer/all?open=${id}`, home).href },
      plainText(title),
    ),
    element(
      'span',
      ` · ${[plainText(company), plainText(location), `${score} %`].filter(Boolean).join(' · ')}`,
    ),
  )

/** The mail that tells of a night's suggestions. @param home where the product is reached */
export function jobDigest(language: PaperLanguage, jobs: readonly DigestJob[], home: string) {
  const { subject, added, why, change } = WORDS[language]
  const criteria = new URL('/admin/prospecting/offer/search-criteria', home).href
  return {
    subject: `${subject} (${jobs.length})`,
    html: [
      element('p', added),
      element('ul', ...jobs.map((job) => line(job, home))),
      element('p', element('span', `${why} `), elementWith('a', { href: criteria }, change)),
    ]
      .map(({ markup }) => markup)
      .join(''),
  }
}
