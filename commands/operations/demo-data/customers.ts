import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { addDays } from '#domain/kernel/time.ts'
import { vatNumberOf } from '#domain/kernel/identifiers.ts'
import { recordAdded } from './records.ts'
import type { Chapter } from './tale.ts'

const CLIENTS = [
  {
    key: 'brumaire',
    name: 'Atelier Brumaire',
    siren: '000000109',
    legalStatus: 'SARL',
    street: '7 rue des Encriers',
    postalCode: '69004',
    city: 'Lyon-sur-Papier',
  },
  {
    key: 'hydravion',
    name: 'Hydravion SAS',
    siren: '000000208',
    legalStatus: 'SAS',
    street: '31 quai des Voiles',
    postalCode: '33000',
    city: 'Bordeaux-Fictif',
  },
  {
    key: 'tournebroche',
    name: 'Maison Tournebroche',
    siren: '000000307',
    legalStatus: 'SARL',
    street: '2 place du Four',
    postalCode: '21000',
    city: 'Dijon-Fictif',
  },
  {
    key: 'moulin',
    name: 'Moulin-Neuf Énergie',
    siren: '000000406',
    legalStatus: 'SA',
    street: '18 chemin de la Vanne',
    postalCode: '38000',
    city: 'Grenoble-Fictive',
  },
  {
    key: 'lampadaire',
    name: 'Coopérative Lampadaire',
    siren: '000000505',
    legalStatus: 'SA',
    street: '3 quai des Réverbères',
    postalCode: '44000',
    city: 'Nantes-Fictive',
  },
] as const

/** Clients, a prospect, and their contacts. */
export const customersChapter: Chapter = (tale) => [
  ...CLIENTS.map(({ key, name, siren, legalStatus, street, postalCode, city }) =>
    recordAdded(tale, tale.start, Company, key, {
      name,
      kind: 'customer',
      siren,
      legalStatus,
      TvaNumber: vatNumberOf(siren),
      address: { street, postalCode, city, country: 'FR' },
    }),
  ),
  recordAdded(tale, tale.start, Company, 'marchand', {
    name: 'Élise Marchand',
    nature: 'person',
    kind: 'customer',
    email: 'elise@marchand.example',
    address: {
      street: '5 impasse du Tilleul',
      postalCode: '35000',
      city: 'Rennes-Fictive',
      country: 'FR',
    },
  }),
  recordAdded(tale, tale.start, Company, 'papier', {
    name: 'Studio Papier-Ciseau',
    kind: 'prospect',
    legalStatus: 'SAS',
    address: { street: '', postalCode: '', city: 'Rennes-Fictive', country: 'FR' },
  }),
  // Entered twice: the screen of duplicates has something to compare.
  recordAdded(tale, addDays(tale.today, -11), Company, 'papier twice', {
    name: 'STUDIO PAPIER CISEAU',
    kind: 'prospect',
    email: 'bonjour@papier.example',
    website: 'https://papier.example',
    sector: 'design',
    address: { street: '', postalCode: '', city: 'Rennes-Fictive', country: 'FR' },
  }),
  recordAdded(tale, tale.start, Contact, 'accounts', {
    lastName: 'Comptabilité',
    companyId: tale.id('lampadaire'),
    role: 'Règlement des factures',
    email: 'compta@lampadaire.example',
  }),
  recordAdded(tale, tale.start, Contact, 'purchasing', {
    lastName: 'Achats',
    companyId: tale.id('hydravion'),
    role: 'Commandes',
    email: 'achats@hydravion.example',
  }),
  recordAdded(tale, tale.start, Contact, 'studio', {
    lastName: 'Accueil',
    companyId: tale.id('papier'),
    role: 'Premier contact',
    email: 'bonjour@papier.example',
  }),
  recordAdded(tale, addDays(tale.today, -11), Contact, 'studio twice', {
    lastName: 'Accueil du studio',
    companyId: tale.id('papier twice'),
    email: 'bonjour@papier.example',
    phone: '+33 1 99 00 12 34',
  }),
]
