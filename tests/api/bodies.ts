import { DAY_MS } from '#domain/kernel/time.ts'

/** Bodies as a browser sends them: a business and a client that bills can be written for. */

/** Midnight in UTC, which stands for a day. */
export const dayOf = (at: number): number => at - (at % DAY_MS)

/** A profile that bills may be issued with, whose VAT regime has applied for so many days. */
export const profile = (now: number, since = 90) => ({
  name: 'Fontanel Conseil',
  legalStatus: 'EURL',
  siren: '000000604',
  siret: '00000060400017',
  rcs: 'Lyon',
  shareCapital: 1000,
  address: {
    street: '14 impasse du Cadran',
    postalCode: '69000',
    city: 'Lyon-sur-Papier',
    country: 'FR',
  },
  bankName: 'Banque de l’Estuaire Imaginaire',
  bankNumber: 'FR7600000000000000000000194',
  tvaRegime: 'normal',
  tvaRegimeFrom: dayOf(now) - since * DAY_MS,
  TvaNumber: 'FR78000000604',
  tvaPeriodicity: 'monthly',
  tvaTaxeType: 'receipts',
})

export const client = {
  name: 'Atelier Brumaire',
  kind: 'customer',
  siren: '000000109',
  legalStatus: 'SARL',
  address: {
    street: '7 rue des Encriers',
    postalCode: '69004',
    city: 'Lyon-sur-Papier',
    country: 'FR',
  },
}

/** An invoice over so many days of work. */
export const invoice = (profileId: string, clientId: string, days = 1) => ({
  profileId,
  clientId,
  type: 'invoice',
  penaltyRate: 12.15,
  lines: [{ description: 'Développement', quantity: days, unit: 'day', unitPrice: 475.5, tva: 20 }],
})
