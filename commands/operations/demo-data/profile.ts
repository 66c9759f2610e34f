import { vatNumberOf } from '#domain/kernel/identifiers.ts'
import type { Chapter } from './tale.ts'

const SELLER = {
  name: 'Fontanel Conseil',
  siren: '000000604',
  siret: '00000060400017',
  iban: 'FR7600000000000000000000194',
} as const

/** The freelancer, whose name the account shows too. The photo is the account's. */
const PERSON = {
  firstName: 'Camille',
  lastName: 'Fontanel',
  birthDate: '1987-04-16',
  address: {
    street: '14 impasse du Cadran',
    postalCode: '69000',
    city: 'Lyon-sur-Papier',
    country: 'FR',
  },
  description:
    'Conceptrice de services à Lyon-sur-Papier. Je travaille avec des équipes publiques et des mutuelles.',
} as const

/** The person, and the business that bills. The first profile becomes the active one. */
export const profileChapter: Chapter = ({ commands, start, profileId, meta }) => [
  {
    day: start,
    tell: () =>
      commands.person.write(
        { type: 'AddPersonalProfile', facts: { gender: '', photo: null, ...PERSON } },
        PERSON,
        null,
        meta('personal profile', start),
      ),
  },
  {
    day: start,
    tell: () =>
      commands.profile.add(
        profileId,
        {
          type: 'AddProfessionalInfo',
          identity: {
            name: SELLER.name,
            commercialName: '',
            legalStatus: 'EURL',
            siren: SELLER.siren,
            siret: SELLER.siret,
            rcs: 'Lyon',
            shareCapitalMinor: 100_000,
            address: {
              street: '14 impasse du Cadran',
              postalCode: '69000',
              city: 'Lyon-sur-Papier',
              country: 'FR',
            },
            sector: 'software',
            website: '',
            startDate: start,
          },
          bank: {
            bankName: 'Banque de l’Estuaire Imaginaire',
            iban: SELLER.iban,
            accountType: 'business',
            currency: 'EUR',
          },
          vat: {
            regime: 'normal',
            from: start,
            number: vatNumberOf(SELLER.siren),
            periodicity: 'quarterly',
            exigibility: 'receipts',
          },
        },
        meta('profile', start),
      ),
  },
]
