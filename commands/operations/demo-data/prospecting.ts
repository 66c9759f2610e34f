import { addDays, type Day, epochOfDay } from '#domain/kernel/time.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import type { OfferState } from '#domain/prospecting/offer.values.ts'
import { recordAdded } from './records.ts'
import type { Chapter } from './tale.ts'

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
  readonly more?: { readonly company?: string; readonly contact?: string; readonly abortReason?: string }
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
    next: 'Préparer le contrat',
    inDays: 4,
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

/** Offers in every state, two of them late. They are added a week before they come to their state. */
export const prospectingChapter: Chapter = (tale) =>
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
