import { addDays, type Day, epochOfDay, HOUR_MS } from '#domain/kernel/time.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import type { Posting } from '#domain/prospecting/job.ts'
import type { OfferState } from '#domain/prospecting/offer.values.ts'
import { JobApplication } from '#domain/prospecting/job-application.record.ts'
import { Publication } from '#domain/prospecting/publication.record.ts'
import { SearchCriteria } from '#domain/prospecting/search-criteria.record.ts'
import { demoDraftCv, SENT_VARIANT } from './cv.ts'
import { recordAdded } from './records.ts'
import type { Chapter, Tale } from './tale.ts'

/** @unit milliseconds after midnight */
const NINE_O_CLOCK_MS = 9 * HOUR_MS

type Told = {
  readonly key: string
  readonly title: string
  readonly client: string
  readonly rate: number
  readonly state: OfferState
  /** Days before today on which it came to its state. */
  readonly since: number
  readonly next?: string
  /** Days from today to the next action. */
  readonly inDays?: number
  readonly more?: {
    readonly company?: string
    readonly contact?: string
    readonly abortReason?: string
  }
}

const OFFERS: readonly Told[] = [
  {
    key: 'care',
    title: 'Refonte d’un parcours de soins',
    client: 'Clinique des Trois Ponts',
    rate: 640,
    state: 'new',
    since: 2,
    next: 'Lire le cahier des charges',
    inDays: 1,
  },
  {
    key: 'audit',
    title: 'Audit de douze sites',
    client: 'Régie des Quais',
    rate: 620,
    state: 'new',
    since: 1,
    next: 'Répondre',
    inDays: 2,
  },
  {
    key: 'portal',
    title: 'Portail d’adhérents',
    client: 'Mutuelle Boréale',
    rate: 660,
    state: 'firstContact',
    since: 9,
    next: 'Rappeler',
    inDays: -4,
  },
  {
    key: 'frame',
    title: 'Atelier de cadrage',
    client: '',
    rate: 600,
    state: 'firstContact',
    since: 4,
    next: 'Envoyer deux dates',
    inDays: 3,
    more: { company: 'papier', contact: 'studio' },
  },
  {
    key: 'system',
    title: 'Système de conception',
    client: 'Bureau Vermeil',
    rate: 600,
    state: 'Positionned',
    since: 6,
    next: 'Adapter le CV',
    inDays: 5,
  },
  {
    key: 'advice',
    title: 'Conseil, un jour par semaine',
    client: '',
    rate: 650,
    state: 'Positionned',
    since: 3,
    next: 'Attendre le choix',
    inDays: 8,
    more: { company: 'tournebroche' },
  },
  {
    key: 'intranet',
    title: 'Conception d’un intranet',
    client: 'Halles Réunies',
    rate: 620,
    state: 'onWaiting',
    since: 21,
    next: 'Relancer',
    inDays: -9,
  },
  {
    key: 'energy',
    title: 'Diagnostic énergie, suite',
    client: '',
    rate: 650,
    state: 'accepted',
    since: 1,
    more: { company: 'moulin' },
  },
  {
    key: 'till',
    title: 'Application de caisse',
    client: 'Comptoir Lazuli',
    rate: 480,
    state: 'aborted',
    since: 12,
    more: { abortReason: 'tarif trop bas' },
  },
]

/**
 * Offers in every state, two of them late. They are added a week before they come to their state.
 */
const offers: Chapter = (tale) =>
  OFFERS.flatMap(({ key, title, client, rate, state, since, next = '', inDays, more = {} }) => {
    const on = (days: number): Day => addDays(tale.today, days)
    const name = `offer ${key}`
    return [
      recordAdded(tale, on(-since - (state === 'new' ? 0 : 7)), Offer, name, {
        title,
        client,
        TjmHT: rate,
        companyId: more.company === undefined ? 0 : tale.id(more.company),
        contactId: more.contact === undefined ? 0 : tale.id(more.contact),
      }),
      {
        day: on(-since),
        tell: () =>
          tale.commands.records.change(
            Offer,
            tale.id(name),
            {
              state,
              nextAction: next,
              nextActionDate: inDays === undefined ? 0 : epochOfDay(on(inDays)),
              abortReason: more.abortReason ?? '',
            },
            tale.meta(`${name} moved`, on(-since)),
          ),
      },
    ]
  })

/** Search of the freelancer, and a job that they give to others, with an answer to it. */
const jobs: Chapter = (tale) => {
  const on = (days: number): Day => addDays(tale.today, days)
  return [
    recordAdded(tale, on(-40), SearchCriteria, 'criteria design', {
      name: 'Conception, autour de Lyon',
      titles: ['Designer produit', 'UX designer', 'Consultant accessibilité'],
      skills: ['Figma', 'Accessibilité', 'Recherche utilisateur', 'RGAA'],
      locations: ['Lyon'],
      radius: '25',
      workModes: ['hybrid', 'remotely'],
      contractTypes: ['freelance'],
      TjmHT: 620,
      languages: ['Français', 'Anglais'],
      sectors: ['public', 'health'],
      matchThreshold: 70,
      automaticSearch: true,
    }),
    recordAdded(tale, on(-40), SearchCriteria, 'criteria training', {
      name: 'Formation, à distance',
      titles: ['Formateur'],
      skills: ['Formation', 'Accessibilité'],
      workModes: ['remotely'],
      contractTypes: ['freelance'],
      matchThreshold: 60,
    }),
    recordAdded(tale, on(-9), Publication, 'publication review', {
      title: 'Relecture d’un dossier d’accessibilité',
      company: 'Fontanel Conseil',
      status: 'published',
      description:
        'Deux jours pour relire un audit RGAA de douze pages, et le compléter avec un lecteur d’écran.',
      location: 'Lyon',
      workLocationType: 'remotely',
      contractType: 'freelance',
      budget: 450,
      budgetPeriod: 'day',
      skills: ['RGAA', 'Lecteur d’écran'],
      sector: 'design',
      start: 'asap',
      applicationReception: 'byemail',
      contactEmail: 'demo@carnet.example',
      datePosted: epochOfDay(on(-9)) + NINE_O_CLOCK_MS,
    }),
    recordAdded(tale, on(-4), JobApplication, 'application', {
      name: 'Noor Essaïdi',
      publicationId: tale.id('publication review'),
      email: 'noor@essaidi.example',
      message: 'Bonjour, je relis des audits depuis trois ans et travaille chaque jour avec NVDA.',
      status: 'contacted',
    }),
  ]
}

type FoundJob = {
  readonly title: string
  readonly company: string
  readonly location: string
  readonly mode: Posting['mode']
  /** By day, in euros. */
  readonly rate: number
  readonly sector?: string
  readonly skills: readonly string[]
  /** Days before today on which it was published. */
  readonly ago: number
  readonly sources: readonly string[]
}

const CLINIC = {
  title: 'Designer produit, parcours de soins en ligne',
  company: 'Clinique des Trois Ponts',
  sector: 'health',
  location: '69003 Lyon',
  mode: 'hybrid',
  rate: 640,
  skills: ['Accessibilité', 'Recherche utilisateur', 'Figma', 'Normes de santé'],
  ago: 2,
  sources: ['Phare et Balise', 'Girouette', 'La clinique'],
} as const satisfies FoundJob

const FOUND: readonly FoundJob[] = [
  CLINIC,
  {
    title: 'Audit RGAA de douze sites',
    company: 'Régie des Quais',
    sector: 'public',
    location: 'Lyon',
    mode: 'remotely',
    rate: 620,
    skills: ['RGAA', 'Accessibilité', 'Rédaction juridique'],
    ago: 1,
    sources: ['Phare et Balise'],
  },
  {
    title: 'UX designer, système de conception',
    company: 'Bureau Vermeil',
    location: 'Grenoble',
    mode: 'onSite',
    rate: 600,
    skills: ['Figma', 'Angular'],
    ago: 4,
    sources: ['Girouette'],
  },
  {
    title: 'Conception d’un portail d’adhérents',
    company: 'Mutuelle Boréale',
    sector: 'insurance',
    location: '',
    mode: 'remotely',
    rate: 660,
    skills: ['Recherche utilisateur', 'Salesforce'],
    ago: 6,
    sources: ['Girouette'],
  },
  {
    title: 'Vendeur en boutique',
    company: 'Comptoir Lazuli',
    location: 'Lille',
    mode: 'onSite',
    rate: 0,
    skills: ['Caisse', 'Accueil'],
    ago: 3,
    sources: ['Phare et Balise'],
  },
]

/** A found job as one of its sources has it. */
function readJob(tale: Tale, found: FoundJob, index: number) {
  const { ago, rate, title, company, location, mode, sector, skills } = found
  const per = rate === 0 ? '' : 'day'
  const posting: Posting = {
    title,
    company,
    location,
    mode,
    ...(sector && { sector }),
    skills,
    contractType: 'freelance',
    rate: { min: rate * 100, max: rate * 100, per, currency: 'EUR' },
    languages: ['Français'],
    years: 0,
    description: '',
    postedAt: epochOfDay(addDays(tale.today, -ago)) + NINE_O_CLOCK_MS,
    closesAt: 0,
  }
  return { posting, url: `https://annonces.example/${index}/${tale.id(`job ${title} ${index}`)}` }
}

/** Jobs that were found in these days; one of them in three sources. */
const foundJobs: Chapter = (tale) =>
  FOUND.flatMap((job) =>
    job.sources.map((name, index) => {
      const day = addDays(tale.today, -job.ago)
      const origin = { key: tale.id(`source ${name}`), name }
      const meta = tale.meta(`job ${job.title} ${index}`, day)
      return { day, tell: () => tale.commands.jobs.find(readJob(tale, job, index), origin, meta) }
    }),
  )

/**
 * A message that waits to be read once more, and an application with the CV that went with it. None
 * of them leaves.
 */
const answers: Chapter = (tale) => {
  const { commands, id, meta } = tale
  const on = (days: number): Day => addDays(tale.today, days)
  const never = new AbortController().signal
  const { title, company, skills } = CLINIC
  return [
    {
      day: tale.today,
      async tell() {
        const found = meta('message clinic', tale.today)
        const [source] = CLINIC.sources
        const origin = { key: id(`source ${source}`), name: source }
        const { id: jobId } = await commands.jobs.find(readJob(tale, CLINIC, 0), origin, found)
        const order = {
          subject: { about: 'job', title, company, skills, text: '' },
          cv: demoDraftCv(tale),
          name: 'Camille Fontanel',
          language: 'fr',
          tone: 'formal',
          by: 'template',
        } as const
        await commands.messageDrafts.draft(jobId, order, found, { tell: () => {}, signal: never })
      },
    },
    {
      day: on(-6),
      async tell() {
        const sent = meta('application system', on(-6))
        const cvId = id(SENT_VARIANT.key)
        const content = await commands.cv.versionOf(cvId, SENT_VARIANT.number, sent.owner)
        await commands.applications.make(
          id('application system'),
          {
            about: 'offer',
            subjectId: id('offer system'),
            title: 'Système de conception',
            company: 'Bureau Vermeil',
            url: 'https://annonces.example/vermeil',
            sender: { name: 'Camille Fontanel', address: 'camille@fontanel.example' },
            mail: null,
            letter:
              '<p>Bonjour,</p><p>J’ai tenu pendant trois ans le système de conception de douze services publics. ' +
              'Mon CV en dit les chiffres. Je suis libre deux jours par semaine dès le mois prochain.</p>' +
              '<p>Camille Fontanel</p>',
            attachments: [],
            cv: { cvId, language: 'fr', content },
            follow: true,
            followUp: null,
          },
          0,
          sent,
          never,
        )
      },
    },
  ]
}

export const prospectingChapter: Chapter = (tale) => [
  ...offers(tale),
  ...jobs(tale),
  ...foundJobs(tale),
  ...answers(tale),
]
