import type {
  FrozenBill,
  FrozenBuyer,
  FrozenLine,
  FrozenSeller,
} from '#domain/billing/frozen-bill.ts'
import { totalsFor } from '#domain/billing/amounts.values.ts'

export const seller: FrozenSeller = {
  name: 'Fontanel Conseil',
  commercialName: '',
  legalStatus: 'EURL',
  siren: '900000001',
  siret: '',
  rcs: 'Lyon',
  shareCapitalMinor: 100_000,
  address: {
    street: '14 impasse du Cadran',
    postalCode: '69000',
    city: 'Lyon-sur-Papier',
    country: 'FR',
  },
  vatNumber: 'FR00900000001',
  iban: 'FR0000000000000000000000000',
  bankName: 'Banque de l’Estuaire Imaginaire',
  regime: 'normal',
  vatOnDebits: false,
  logoSha256: '',
  signatureSha256: '',
  website: '',
  email: '',
}

export const buyer: FrozenBuyer = {
  name: 'Coopérative Lampadaire',
  commercialName: '',
  legalStatus: '',
  siren: '900000034',
  siret: '',
  vatNumber: '',
  address: {
    street: '3 quai des Réverbères',
    postalCode: '44000',
    city: 'Nantes-Fictive',
    country: 'FR',
  },
  professional: true,
}

export const line = (
  description: string,
  quantity: number,
  unitPriceMinor: number,
  rate = 2000,
  unit: FrozenLine['unit'] = 'day',
): FrozenLine => ({
  description,
  quantity: quantity * 10_000,
  unit,
  unitPriceMinor,
  rate,
  netMinor: Math.round(quantity * unitPriceMinor),
})

/** The bill of the look's picture; totals follow its lines unless told otherwise. */
export function frozenBill(changes: Partial<FrozenBill> = {}): FrozenBill {
  const lines = changes.lines ?? [line('Formation interne\ndu 14 au 17 septembre 2026', 4, 65_000)]
  const totals = totalsFor(lines)
  return {
    type: 'invoice',
    ref: '2026-034',
    issueDate: '2026-09-30',
    dueDate: '2026-10-30',
    serviceName: 'Formation interne',
    serviceStart: '2026-09-14',
    serviceEnd: '2026-09-17',
    operation: 'services',
    seller,
    buyer,
    lines,
    vat: totals.vat.map((row) => ({ ...row, exemption: null })),
    totalNetMinor: totals.netMinor,
    totalVatMinor: totals.vatMinor,
    totalGrossMinor: totals.grossMinor,
    prepaidMinor: 0,
    dueMinor: totals.grossMinor - (changes.prepaidMinor ?? 0),
    currency: 'EUR',
    header: '',
    footer: '',
    penaltyRate: 1215,
    indemnity: true,
    creditNoteOf: null,
    purchaseOrder: '',
    simulation: false,
    language: 'fr',
    ...changes,
  }
}
