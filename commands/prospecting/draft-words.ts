import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'
import type { DraftTone } from '#domain/prospecting/message-draft.values.ts'

/**
 * The sentences of the template. Sentences with a value are made by a function, so that no value is
 * read as a pattern.
 */
export type DraftWords = {
  readonly greeting: Readonly<Record<DraftTone, string>>
  readonly closing: Readonly<Record<DraftTone, string>>
  readonly regards: Readonly<Record<DraftTone, string>>
  readonly job: (title: string, company: string) => string
  readonly mission: (name: string, client: string, years: string) => string
  /** A mission that still runs. @param since its first year; '' for an unknown one */
  readonly running: (name: string, client: string, since: string) => string
  readonly skills: (names: string) => string
  readonly asked: (names: string) => string
  readonly available: (day: string) => string
}

const years = (from: string): string => (from === '' ? '' : ` (${from})`)

export const DRAFT_WORDS: Readonly<Record<CvLanguage, DraftWords>> = {
  fr: {
    greeting: { formal: 'Madame, Monsieur,', friendly: 'Bonjour,', short: 'Bonjour,' },
    job: (title, company) =>
      `Votre annonce « ${title} »${company && `, chez ${company},`} retient mon attention.`,
    mission: (name, client, when) =>
      `J’ai travaillé sur « ${name} »${client && ` pour ${client}`}${years(when)}.`,
    running: (name, client, since) =>
      `Je travaille${since && ` depuis ${since}`} sur « ${name} »${client && ` pour ${client}`}.`,
    asked: (names) => `Parmi les compétences demandées, je pratique ${names}.`,
    skills: (names) => `Je pratique ${names}.`,
    available: (day) => `Je suis disponible à partir du ${day}.`,
    closing: {
      formal: 'Je vous propose un entretien, à la date qui vous convient.',
      friendly: 'On en parle quand vous voulez ?',
      short: 'Quand pouvons-nous en parler ?',
    },
    regards: {
      formal: 'Je vous prie d’agréer, Madame, Monsieur, mes salutations distinguées.',
      friendly: 'Bien à vous,',
      short: 'Cordialement,',
    },
  },
  en: {
    greeting: { formal: 'Dear Sir or Madam,', friendly: 'Hello,', short: 'Hello,' },
    job: (title, company) =>
      `Your job post “${title}”${company && ` at ${company}`} has caught my attention.`,
    mission: (name, client, when) =>
      `I have worked on “${name}”${client && ` for ${client}`}${years(when)}.`,
    running: (name, client, since) =>
      since === ''
        ? `I am working on “${name}”${client && ` for ${client}`}.`
        : `I have been working on “${name}”${client && ` for ${client}`} since ${since}.`,
    asked: (names) => `Of the skills that you ask for, I have experience with ${names}.`,
    skills: (names) => `I have experience with ${names}.`,
    available: (day) => `I am available from ${day}.`,
    closing: {
      formal: 'I would be glad to meet you on a day that suits you.',
      friendly: 'Shall we talk about it?',
      short: 'When can we talk?',
    },
    regards: { formal: 'Yours faithfully,', friendly: 'Best wishes,', short: 'Kind regards,' },
  },
  ar: {
    greeting: { formal: 'السيدة الفاضلة، السيد الفاضل،', friendly: 'مرحبًا،', short: 'مرحبًا،' },
    job: (title, company) => `لفت انتباهي إعلانكم «${title}»${company && ` لدى ${company}`}.`,
    mission: (name, client, when) =>
      `عملت على «${name}»${client && ` لصالح ${client}`}${years(when)}.`,
    running: (name, client, since) =>
      `أعمل${since && ` منذ ${since}`} على «${name}»${client && ` لصالح ${client}`}.`,
    asked: (names) => `من المهارات التي تطلبونها أتقن: ${names}.`,
    skills: (names) => `أتقن: ${names}.`,
    available: (day) => `يمكنني البدء ابتداءً من ${day}.`,
    closing: {
      formal: 'يسعدني أن نلتقي في الموعد الذي يناسبكم.',
      friendly: 'هل نتحدث عن ذلك متى شئتم؟',
      short: 'متى يمكننا الحديث؟',
    },
    regards: {
      formal: 'وتفضلوا بقبول فائق الاحترام،',
      friendly: 'مع أطيب التحيات،',
      short: 'مع التحية،',
    },
  },
  es: {
    greeting: { formal: 'Estimados señores:', friendly: 'Hola:', short: 'Hola:' },
    job: (title, company) =>
      `Su oferta «${title}»${company && ` en ${company}`} ha llamado mi atención.`,
    mission: (name, client, when) =>
      `He trabajado en «${name}»${client && ` para ${client}`}${years(when)}.`,
    running: (name, client, since) =>
      `Trabajo${since && ` desde ${since}`} en «${name}»${client && ` para ${client}`}.`,
    asked: (names) => `De las competencias que piden, practico ${names}.`,
    skills: (names) => `Practico ${names}.`,
    available: (day) => `Tengo disponibilidad a partir del ${day}.`,
    closing: {
      formal: 'Les propongo una entrevista en la fecha que les convenga.',
      friendly: '¿Lo hablamos cuando quieran?',
      short: '¿Cuándo podemos hablarlo?',
    },
    regards: { formal: 'Atentamente,', friendly: 'Un cordial saludo,', short: 'Saludos,' },
  },
  de: {
    greeting: {
      formal: 'Sehr geehrte Damen und Herren,',
      friendly: 'Guten Tag,',
      short: 'Guten Tag,',
    },
    job: (title, company) =>
      `Ihre Ausschreibung „${title}“${company && ` bei ${company}`} hat mein Interesse geweckt.`,
    mission: (name, client, when) =>
      `Ich habe an „${name}“${client && ` für ${client}`} gearbeitet${years(when)}.`,
    running: (name, client, since) =>
      `Ich arbeite${since && ` seit ${since}`} an „${name}“${client && ` für ${client}`}.`,
    asked: (names) => `Von den gefragten Kompetenzen bringe ich mit: ${names}.`,
    skills: (names) => `Ich bringe mit: ${names}.`,
    available: (day) => `Ich bin ab dem ${day} verfügbar.`,
    closing: {
      formal: 'Gern stelle ich mich zu einem Termin vor, der Ihnen passt.',
      friendly: 'Wann wollen wir darüber sprechen?',
      short: 'Wann können wir sprechen?',
    },
    regards: {
      formal: 'Mit freundlichen Grüßen',
      friendly: 'Herzliche Grüße',
      short: 'Viele Grüße',
    },
  },
  it: {
    greeting: {
      formal: 'Gentili Signore e Signori,',
      friendly: 'Buongiorno,',
      short: 'Buongiorno,',
    },
    job: (title, company) =>
      `Il Suo annuncio «${title}»${company && ` presso ${company}`} mi interessa.`,
    mission: (name, client, when) =>
      `Ho lavorato a «${name}»${client && ` per ${client}`}${years(when)}.`,
    running: (name, client, since) =>
      `Lavoro${since && ` dal ${since}`} a «${name}»${client && ` per ${client}`}.`,
    asked: (names) => `Tra le competenze richieste, ho esperienza in ${names}.`,
    skills: (names) => `Ho esperienza in ${names}.`,
    available: (day) => `La mia disponibilità inizia il ${day}.`,
    closing: {
      formal: 'Le propongo un colloquio nella data che preferisce.',
      friendly: 'Ne parliamo quando vuole?',
      short: 'Quando possiamo parlarne?',
    },
    regards: { formal: 'Distinti saluti,', friendly: 'Un caro saluto,', short: 'Cordiali saluti,' },
  },
}
